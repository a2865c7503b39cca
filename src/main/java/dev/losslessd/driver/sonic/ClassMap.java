package dev.losslessd.driver.sonic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Maps of the eight traffic classes to queues or priority groups. */
final class ClassMap {
  static final List<Integer> SAME = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  /** Without a map, all packets go to queue 0 (OCP SAI, saiport.h). */
  static final List<Integer> NONE = Collections.nCopies(8, 0);

  private ClassMap() {}

  /** What the map that a row names says; empty if it names none. */
  static Optional<List<Integer>> of(ConfigDb db, Row row, String field) {
    return Refs.of(db, row, field).map(map -> read(db, row, field, map));
  }

  private static List<Integer> read(ConfigDb db, Row row, String field, Row map) {
    if (!db.has(map)) {
      throw PortKnob.garbled(row, field, map.key(), "a row of " + map.table());
    }
    List<Integer> all = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      String value = db.get(map, "" + n).orElse("0");
      if (!value.matches("[0-7]")) {
        throw PortKnob.garbled(map, "" + n, value, "0..7");
      }
      all.add(Integer.parseInt(value));
    }
    return all;
  }

  /**
   * Names a map in a field: the one that is named now if it says so, else any that does, else one
   * of our own.
   */
  static void want(ConfigDb draft, Row row, String field, List<Integer> wanted, Row ours) {
    if (of(draft, row, field).filter(wanted::equals).isPresent()) {
      return;
    }
    Row found =
        draft
            .rows(ours.table())
            .filter(map -> !Ours.is(map) && says(draft, map, wanted))
            .findFirst()
            .orElse(ours);
    Refs.set(draft, row, field, found);
  }

  private static boolean says(ConfigDb db, Row map, List<Integer> wanted) {
    for (int n = 0; n < 8; n++) {
      if (!db.get(map, "" + n).equals(Optional.of("" + wanted.get(n)))) {
        return false;
      }
    }
    return true;
  }
}
