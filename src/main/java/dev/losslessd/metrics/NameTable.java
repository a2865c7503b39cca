package dev.losslessd.metrics;

import dev.losslessd.metrics.NameRow.Source;
import dev.losslessd.metrics.NameRow.Value;
import dev.losslessd.text.Pattern;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The names of one exporter, from {@code PROFILE.names} beside this class: lines of {@code source |
 * counter | family | type | value | labels | help}, of which every one that fits gives a series.
 *
 * @param facts lines that are about no counter: their first cell is a word of {@link FactRow.Of},
 *     their second the value
 * @param rows all others, in the order of the page
 */
record NameTable(List<FactRow> facts, List<NameRow> rows) {
  private static final int COLUMNS = 7;

  NameTable {
    facts = List.copyOf(facts);
    rows = List.copyOf(rows);
  }

  /** Rows of one family stand together on the page, wherever they are in the table. */
  int order(NameRow row) {
    for (int n = 0; n < rows.size(); n++) {
      if (rows.get(n).family().equals(row.family())) {
        return n;
      }
    }
    return rows.size();
  }

  /** Facts besides counters, as they go on the page. */
  byte[] facts(PageFormat format, ForeignFacts told) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Text text =
        format == PageFormat.PROTOBUF
            ? new Messages(bytes, new ByteArrayOutputStream())
            : new Text(format, bytes);
    facts.forEach(row -> row.write(text, told));
    text.flush();
    return bytes.toByteArray();
  }

  /** Reads the table of any profile but {@link Profile#NATIVE}. */
  static NameTable of(Profile profile) {
    String file = profile.word() + ".names";
    try (InputStream in = NameTable.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not in this build");
      }
      return read(file, new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static NameTable read(String file, InputStreamReader in) throws IOException {
    List<FactRow> facts = new ArrayList<>();
    List<NameRow> rows = new ArrayList<>();
    BufferedReader lines = new BufferedReader(in);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] cells = cells(file + ":" + number, line);
        Optional<FactRow.Of> of = fact(cells[0]);
        of.ifPresent(it ->
            facts.add(new FactRow(it, cells[1], cells[2], cells[3], labels(cells[5]), cells[6])));
        if (of.isEmpty()) {
          rows.add(row(cells));
        }
      }
    }
    return new NameTable(facts, rows);
  }

  /** A bar inside a name's form is written {@code ||}. */
  private static String[] cells(String place, String line) {
    String[] cells = Pattern.of("(?<!\\|)\\|(?!\\|)").split(line, -1);
    if (cells.length != COLUMNS) {
      throw new IllegalStateException(
          place + " has " + cells.length + " columns, expected " + COLUMNS);
    }
    for (int n = 0; n < cells.length; n++) {
      cells[n] = cells[n].strip().replace("||", "|");
    }
    return cells;
  }

  private static Optional<FactRow.Of> fact(String source) {
    return Arrays.stream(FactRow.Of.values())
        .filter(of -> of.name().toLowerCase(Locale.ROOT).equals(source))
        .findFirst();
  }

  /** Counters may be named with others that are not meant: {@code FORM except FORM}. */
  private static NameRow row(String[] cells) {
    String[] counter = Pattern.of(" except ").split(cells[1]);
    return new NameRow(
        Source.valueOf(cells[0].toUpperCase(Locale.ROOT)),
        Pattern.compile(counter[0]),
        counter.length > 1 ? Optional.of(Pattern.compile(counter[1])) : Optional.empty(),
        cells[2],
        cells[3],
        Value.valueOf(cells[4].toUpperCase(Locale.ROOT)),
        labels(cells[5]),
        cells[6]);
  }

  private static List<String> labels(String cell) {
    List<String> labels = new ArrayList<>();
    for (String one : cell.isEmpty() ? new String[0] : Pattern.of(" +").split(cell)) {
      int equals = one.indexOf('=');
      labels.add(one.substring(0, equals));
      labels.add(one.substring(equals + 1));
    }
    return labels;
  }
}
