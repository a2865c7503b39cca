package dev.losslessd.fabric.sonic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Moves that a patch may make next, in the order in which SONiC tries them (sonic-utilities,
 * generic_config_updater/patch_sorter.py, SortAlgorithmFactory). The order: whole rows side by
 * side, whole rows, cells of a table side by side, cells of a row, single cells. Last come the
 * moves that single cells require (RequiredValueMoveExtender).
 */
final class Moves {
  /** Tables that others name rows of; those that are named come first where rows are added. */
  private static final Set<String> NAMED =
      Set.of(
          "BUFFER_POOL",
          "BUFFER_PROFILE",
          "DSCP_TO_TC_MAP",
          "PORT",
          "SCHEDULER",
          "TC_TO_PRIORITY_GROUP_MAP",
          "TC_TO_QUEUE_MAP",
          "WRED_PROFILE");

  private final Tables now;
  private final Tables target;
  private final List<Move> all = new ArrayList<>();

  private Moves(Tables now, Tables target) {
    this.now = now;
    this.target = target;
  }

  /**
   * @return moves to be tried, the first that is valid is the next
   */
  static List<Move> of(Tables now, Tables target) {
    Moves moves = new Moves(now, target);
    moves.rows();
    moves.cells();
    List<Move> single = moves.single();
    moves.all.addAll(single);
    single.forEach(moves::needed);
    return List.copyOf(new LinkedHashSet<>(moves.all));
  }

  /** Adds moves of whole rows, as BulkKeyLevelMoveGenerator and KeyLevelMoveGenerator do. */
  private void rows() {
    List<Move> gone = new ArrayList<>();
    List<Move> fresh = new ArrayList<>();
    for (String table : tables(now, false)) {
      List<String> keys = missing(table, now, target);
      for (List<String> some : alike(keys)) {
        List<Move.Op> ops = new ArrayList<>();
        some.forEach(key -> ops.add(Move.Op.remove(table, key)));
        if (some.size() == now.keys(table).size()) {
          ops.add(Move.Op.remove(table));
        }
        all.add(new Move(ops));
      }
      boolean last = now.keys(table).size() == 1;
      keys.forEach(
          key -> gone.add(Move.one(last ? Move.Op.remove(table) : Move.Op.remove(table, key))));
    }
    for (String table : tables(target, true)) {
      List<String> keys = missing(table, target, now);
      if (now.has(table)) {
        for (List<String> some : alike(keys)) {
          all.add(new Move(some.stream().map(key -> added(table, key)).toList()));
        }
      }
      keys.forEach(key -> fresh.add(Move.one(added(table, key))));
    }
    all.addAll(gone);
    all.addAll(fresh);
  }

  private Move.Op added(String table, String key) {
    return added(table, key, new TreeMap<>(target.fields(table, key)));
  }

  /** A table that is not there comes with its first row. */
  private Move.Op added(String table, String key, Map<String, String> fields) {
    return now.has(table)
        ? Move.Op.add(fields, table, key)
        : Move.Op.add(Map.of(key, fields), table);
  }

  /** Keys with as many bars go side by side. */
  private static List<List<String>> alike(List<String> keys) {
    Map<Long, List<String>> groups = new LinkedHashMap<>();
    keys.forEach(key ->
        groups
            .computeIfAbsent(key.chars().filter(c -> c == '|').count(), _ -> new ArrayList<>())
            .add(key));
    return List.copyOf(groups.values());
  }

  private static List<String> tables(Tables of, boolean namedFirst) {
    List<String> names = new ArrayList<>(of.names());
    names.sort((a, b) ->
        Boolean.compare(NAMED.contains(a) != namedFirst, NAMED.contains(b) != namedFirst));
    return names;
  }

  private static List<String> missing(String table, Tables in, Tables from) {
    return in.keys(table).stream().filter(key -> !from.has(table, key)).toList();
  }

  /**
   * Adds moves of several cells, as BulkKeyGroupLowLevelMoveGenerator and BulkLowLevelMoveGenerator
   * do.
   */
  private void cells() {
    List<Move> rows = new ArrayList<>();
    for (String op : List.of("remove", "replace", "add")) {
      for (boolean admin : List.of(false, true)) {
        for (String table : now.names()) {
          List<Move.Op> ofTable = new ArrayList<>();
          for (String key : now.keys(table)) {
            if (target.has(table, key)) {
              List<Move.Op> ofRow =
                  cells(table, key).stream()
                      .filter(cell -> cell.op().equals(op) && isAdmin(cell) == admin)
                      .toList();
              ofTable.addAll(ofRow);
              if (ofRow.size() > 1) {
                rows.add(new Move(ofRow));
              }
            }
          }
          if (ofTable.size() > 1) {
            all.add(new Move(ofTable));
          }
        }
      }
    }
    all.addAll(rows);
  }

  private static boolean isAdmin(Move.Op cell) {
    return cell.path().getFirst().equals("PORT") && cell.path().getLast().equals("admin_status");
  }

  private List<Move.Op> cells(String table, String key) {
    Map<String, String> is = now.fields(table, key);
    Map<String, String> shall = target.fields(table, key);
    Set<String> fields = new TreeSet<>(is.keySet());
    fields.addAll(shall.keySet());
    List<Move.Op> ops = new ArrayList<>();
    for (String field : fields) {
      String value = shall.get(field);
      if (value == null) {
        ops.add(Move.Op.remove(table, key, field));
      } else if (!is.containsKey(field)) {
        ops.add(Move.Op.add(value, table, key, field));
      } else if (!value.equals(is.get(field))) {
        ops.add(Move.Op.replace(value, table, key, field));
      }
    }
    return ops;
  }

  /** Returns moves of one cell each, as LowLevelMoveGenerator does. */
  private List<Move> single() {
    List<Move> some = new ArrayList<>();
    Set<String> tables = new LinkedHashSet<>(now.names());
    tables.addAll(target.names());
    for (String table : tables) {
      Set<String> keys = new LinkedHashSet<>(now.keys(table));
      keys.addAll(target.keys(table));
      for (String key : keys) {
        if (!target.has(table, key) && now.fields(table, key).isEmpty()) {
          some.add(Move.one(Move.Op.remove(table, key)));
        }
        if (now.has(table, key)) {
          cells(table, key).forEach(cell -> some.add(Move.one(cell)));
        } else {
          target
              .fields(table, key)
              .forEach(
                  (field, value) -> some.add(Move.one(added(table, key, Map.of(field, value)))));
        }
      }
    }
    return some;
  }

  /** Adds the moves that shut a port before a change which needs it. */
  private void needed(Move move) {
    for (String port : Critical.ports(now, move.after(now))) {
      if (Objects.equals(Critical.admin(now, port), "up")) {
        all.add(Move.one(Move.Op.replace("down", "PORT", port, "admin_status")));
      }
    }
  }
}
