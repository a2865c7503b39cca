package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Maps of the traffic classes to queues or priority groups. Eight of them are priorities; a switch
 * may have more (0..15, sonic-types.yang), as those of two top-of-rack switches have class 8 for
 * what they tunnel to each other. These stay in the queue that they have.
 */
final class ClassMap {
  static final List<Integer> SAME = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  /** Without a map, all packets go to queue 0 (OCP SAI, saiport.h). */
  static final List<Integer> NONE = Collections.nCopies(8, 0);

  private ClassMap() {}

  /** Returns the map that a row names; empty if it names none. */
  static Optional<List<Integer>> of(ConfigDb db, Row row, String field) {
    return RowReferences.of(db, row, field).map(map -> read(db, row, field, map));
  }

  private static List<Integer> read(ConfigDb db, Row row, String field, Row map) {
    Row _ = RowReferences.require(db, row, field, map);
    return IntStream.range(0, Priority.COUNT)
        .mapToObj(n -> Integer.valueOf(db.get(map, "" + n, "0", "[0-7]", "[0-7]")))
        .toList();
  }

  /**
   * Names a map in a field: the one that is named now if it says so, else any that does, else one
   * of our own.
   *
   * @param ours the one of our own that says what it is given
   */
  static void want(
      ConfigDb draft,
      Row row,
      String field,
      List<Integer> wanted,
      Function<List<Integer>, Row> ours) {
    if (of(draft, row, field).filter(wanted::equals).isPresent()) {
      return;
    }
    Optional<List<Integer>> beyond =
        RowReferences.of(draft, row, field).map(now -> beyond(draft, now));
    List<Integer> all = new ArrayList<>(wanted);
    all.addAll(beyond.orElse(List.of()));
    Map<String, String> contents = fields(all);
    Row own = ours.apply(all);
    Row found =
        OwnedRows.foundOr(
            draft,
            own.table(),
            map -> {
              Map<String, String> now = draft.fields(map);
              // where no map is named, nothing says what classes beyond the priorities have
              return beyond.isPresent()
                  ? now.equals(contents)
                  : now.entrySet().containsAll(contents.entrySet());
            },
            () -> own);
    RowReferences.set(draft, row, field, found);
  }

  /** Returns the entries of the classes 8, 9 and so on. */
  private static List<Integer> beyond(ConfigDb db, Row map) {
    Map<String, String> left = new TreeMap<>(db.fields(map));
    List<Integer> all = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      left.remove("" + n);
    }
    for (int n = Priority.COUNT; left.containsKey("" + n); n++) {
      left.remove("" + n);
      all.add(Integer.parseInt(db.get(map, "" + n, "", "[0-9]", "[0-9]")));
    }
    if (!left.isEmpty()) {
      throw DeviceException.unsupported(
          map.text() + " has classes " + left.keySet() + ", which no map of ours can keep");
    }
    return all;
  }

  /** The contents of a map that gives class n the n-th queue. */
  static Map<String, String> fields(List<Integer> queues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int n = 0; n < queues.size(); n++) {
      map.put("" + n, "" + queues.get(n));
    }
    return map;
  }
}
