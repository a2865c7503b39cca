package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The map of DSCP that the switch has for its ports. Ports name it; the stock one is called AZURE
 * and puts DSCP 26, with nearly all others, into traffic class 1, which is lossy.
 */
final class DscpMaps {
  static final Row GLOBAL = new Row(Tables.PORT_QOS_MAP, "global");
  private static final Row STOCK = new Row(Tables.DSCP_TO_TC, "AZURE");
  private static final String NONE = "none";

  private DscpMaps() {}

  /** The map that classifies on a port. */
  static Optional<Row> of(ConfigDb db, String port) {
    return PortRows.of(db, Tables.PORT_QOS_MAP, port)
        .flatMap(row -> RowReferences.of(db, row, RowReferences.DSCP_MAP))
        .or(() -> RowReferences.of(db, GLOBAL, RowReferences.DSCP_MAP));
  }

  /**
   * The map of the whole switch: what {@code PORT_QOS_MAP|global} names, else what most ports name,
   * else AZURE or the only one there is. It may not be there yet.
   */
  static Row main(ConfigDb db) {
    Map<Row, Long> used =
        db.rows(Tables.PORT_QOS_MAP)
            .flatMap(row -> RowReferences.of(db, row, RowReferences.DSCP_MAP).stream())
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    List<Row> all = db.rows(Tables.DSCP_TO_TC).toList();
    return RowReferences.of(db, GLOBAL, RowReferences.DSCP_MAP)
        .or(() ->
            used.entrySet().stream()
                .max(Comparator.comparing(Map.Entry<Row, Long>::getValue))
                .map(Map.Entry::getKey))
        .orElse(all.size() == 1 ? all.getFirst() : STOCK);
  }

  /** Returns why the map of the switch is only read; empty where it can be written. */
  static Optional<String> refusal(ConfigDb db) {
    Row main = main(db);
    return Patch.isPlain(main.key())
        ? Optional.empty()
        : Optional.of(Words.unwritten("the name in " + Tables.DSCP_TO_TC, main.key()));
  }

  /** Maps beside the main one that ports name, for people. */
  static String note(ConfigDb db) {
    Row main = main(db);
    List<String> others =
        db.rows(Tables.PORT_QOS_MAP)
            .flatMap(row -> RowReferences.of(db, row, RowReferences.DSCP_MAP).stream())
            .filter(row -> !row.equals(main))
            .map(row -> PrintableText.brief(row.key()))
            .distinct()
            .toList();
    List<String> notes = new ArrayList<>();
    if (!others.isEmpty()) {
      notes.add(
          "map %s; other ports name %s"
              .formatted(PrintableText.brief(main.key()), String.join(", ", others)));
    }
    db.fields(main).entrySet().stream()
        .filter(cell -> isBeyond(cell.getValue()))
        .forEach(
            cell -> notes.add("DSCP " + cell.getKey() + " has traffic class " + cell.getValue()));
    return String.join("; ", notes);
  }

  static DscpMap read(ConfigDb db, Row map) {
    Map<Dscp, Priority> entries = new TreeMap<>();
    db.fields(map)
        .forEach((dscp, tc) -> {
          if (!Pattern.matches("[0-5]?\\d|6[0-3]", dscp) || !Pattern.matches("\\d|1[0-5]", tc)) {
            throw map.garbled(dscp, tc, "a DSCP 0..63 with a traffic class 0..15");
          }
          if (!isBeyond(tc)) {
            entries.put(Dscp.of(Integer.parseInt(dscp)), Priority.of(Integer.parseInt(tc)));
          }
        });
    return DscpMap.of(entries);
  }

  /** A traffic class that is no priority, as that of what two switches tunnel to each other. */
  private static boolean isBeyond(String tc) {
    return !Pattern.matches("[0-7]", tc);
  }

  /** Returns the DSCP map that classifies on a port. */
  static DscpMap read(ConfigDb db, String port) {
    Row row = new Row(Tables.PORT_QOS_MAP, port);
    return of(db, port)
        .map(map -> read(db, RowReferences.require(db, row, RowReferences.DSCP_MAP, map)))
        .orElse(DscpMap.EMPTY);
  }

  static String words(ConfigDb db) {
    Row main = main(db);
    return db.has(main) ? main.text() : NONE;
  }

  /**
   * @param words of before a change, where it is taken back
   */
  static void write(ConfigDb draft, DscpMap wanted, String words) {
    Row main = main(draft);
    if (words.equals(NONE)) {
      draft.remove(main);
      return;
    }
    if (!words.isEmpty() && !words.equals(main.text())) {
      throw DeviceException.unsupported(
          "dscp: the map was %s, and is %s now: ports name another one"
              .formatted(words, main.text()));
    }
    Map<String, String> cells = new TreeMap<>();
    wanted.entries().forEach((dscp, tc) -> cells.put("" + dscp.value(), "" + tc.value()));
    draft
        .fields(main)
        .forEach((dscp, tc) -> {
          if (isBeyond(tc) && cells.containsKey(dscp)) {
            throw DeviceException.unsupported(
                main.text() + " has DSCP " + dscp + " in traffic class " + tc + ": no priority");
          }
          if (!isBeyond(tc) && !cells.containsKey(dscp)) {
            draft.unset(main, dscp);
          }
        });
    cells.forEach((dscp, tc) -> draft.set(main, dscp, tc));
  }
}
