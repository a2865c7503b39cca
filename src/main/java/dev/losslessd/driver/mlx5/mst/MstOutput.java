package dev.losslessd.driver.mlx5.mst;

import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.text.MatchResult;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parser of what {@code mstconfig -e query} prints: a head that names the columns, and a line for
 * each entry with a star where the next value differs, RO where it cannot be set. The form is that
 * of mstflint 4.21's own format strings and of public outputs; not tried with a card here.
 */
final class MstOutput {
  private static final Pattern HEAD =
      Pattern.compile("Configurations:\\s+((?:Default|Current|Next Boot)(?:\\s.*)?)");

  private static final Pattern LINE =
      Pattern.compile("(\\*|RO)?\\s+([A-Za-z][A-Za-z0-9_]*(?:\\[[0-9.]+])?)\\s+(\\S.*)");

  /** Value with its number behind it: {@code True(1)}, {@code _256KB(1)}. */
  private static final Pattern WORD = Pattern.compile("(\\w+)\\((?:0x)?[0-9a-fA-F]+\\)");

  /** A word that fills its column of 16 has no blank behind it. */
  private static final Pattern VALUE = Pattern.compile("\\w+\\((?:0x)?[0-9a-fA-F]+\\)|\\S+");

  private static final Pattern HEX = Pattern.compile("0[xX]([0-9a-fA-F]{1,15})");

  /** Entries that are kept, by name: RoCE, its marks and congestion control, PFC and DCBX. */
  private static final Pattern ROCE =
      Pattern.compile(
          "(?:ROCE|CNP|RPG|DCE_TCP|CLAMP_TGT|DCBX|LLDP_NB)_\\w+|NUM_OF_PFC\\w*|\\w+_PROGRAMMABLE_CC"
              + "|RATE_TO_SET_ON_FIRST_CNP\\w*|RATE_REDUCE_MONITOR_PERIOD\\w*"
              + "|INITIAL_ALPHA_VALUE\\w*|MIN_TIME_BETWEEN_CNPS\\w*");

  private final List<FirmwareEntry> entries = new ArrayList<>();
  private List<String> columns = List.of();

  private MstOutput() {}

  /**
   * @return the entries that are about RoCE
   * @throws TransportException GARBLED if there is no head, or the line of such an entry has not a
   *     value for each column
   */
  static List<FirmwareEntry> parse(String text) {
    MstOutput output = new MstOutput();
    text.lines().forEach(output::line);
    if (output.columns.isEmpty()) {
      throw TransportException.garbled(
          "mstconfig query: no line 'Configurations:' with its columns");
    }
    return List.copyOf(output.entries);
  }

  private void line(String line) {
    Matcher head = HEAD.matcher(line.strip());
    if (head.matches()) {
      columns =
          List.of(Pattern.of("\\s+").split(head.group(1).replace("Next Boot", "Next").strip()));
      return;
    }
    Matcher entry = LINE.matcher(line.stripTrailing());
    boolean wanted = !columns.isEmpty() && isEntry(line) && entry.matches();
    if (wanted && ROCE.matcher(entry.group(2)).matches()) {
      entry(entry, line);
    }
  }

  /** Lines of text that follow the table begin at the margin, or with a dash. */
  private static boolean isEntry(String line) {
    return line.startsWith("        ") || line.startsWith("*  ") || line.startsWith("RO  ");
  }

  private void entry(Matcher entry, String line) {
    String[] values =
        VALUE.matcher(entry.group(3)).results().map(MatchResult::group).toArray(String[]::new);
    if (values.length != columns.size()) {
      throw TransportException.garbled(
          "mstconfig query: '%s' has %s values, expected %s"
              .formatted(line.strip(), values.length, columns));
    }
    String next = value("Next", values);
    String current = value("Current", values);
    // firmware that tells one column alone tells what is stored, whatever it is called
    String stored = next == null ? current : next;
    if (stored != null) {
      entries.add(
          new FirmwareEntry(
              entry.group(2),
              value("Default", values),
              next == null ? null : current,
              stored,
              "RO".equals(entry.group(1))));
    }
  }

  private @Nullable String value(String column, String[] values) {
    int at = columns.indexOf(column);
    return at < 0 ? null : plain(values[at]);
  }

  /** The word of {@code True(1)}; a number in decimal. */
  static String plain(String value) {
    Matcher word = WORD.matcher(value);
    if (word.matches()) {
      return word.group(1);
    }
    Matcher hex = HEX.matcher(value.toLowerCase(Locale.ROOT));
    return hex.matches() ? Long.toString(Long.parseLong(hex.group(1), 16)) : value;
  }
}
