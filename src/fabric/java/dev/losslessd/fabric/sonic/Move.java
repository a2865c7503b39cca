package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations of a patch that are written at one time. */
record Move(List<Op> ops) {
  /**
   * One operation of a JSON patch (RFC 6902).
   *
   * @param op {@code add}, {@code replace} or {@code remove}
   * @param path of a table, a row or a cell
   * @param value a text or a row of texts; empty for a removal
   */
  record Op(String op, List<String> path, Object value) {
    static Op remove(String... path) {
      return new Op("remove", List.of(path), "");
    }

    static Op add(Object value, String... path) {
      return new Op("add", List.of(path), value);
    }

    static Op replace(Object value, String... path) {
      return new Op("replace", List.of(path), value);
    }

    /** Operation as RFC 6902 writes it, without escapes. */
    Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("op", op);
      json.put("path", "/" + String.join("/", path));
      if (!op.equals("remove")) {
        json.put("value", value);
      }
      return json;
    }

    /**
     * @throws CliError in the words of jsonpatch for a removal of what is not there
     */
    private void into(Tables db) throws CliError {
      boolean there =
          switch (path.size()) {
            case 1 -> db.has(path.getFirst());
            case 2 -> db.has(path.get(0), path.get(1));
            default -> db.get(path.get(0), path.get(1), path.get(2)).isPresent();
          };
      if (op.equals("remove")) {
        if (!there) {
          throw new CliError(2, "can't remove a non-existent object '" + path.getLast() + "'");
        }
        remove(db);
      } else {
        put(db);
      }
    }

    private void remove(Tables db) {
      switch (path.size()) {
        case 1 -> db.remove(path.getFirst());
        case 2 -> db.remove(path.get(0), path.get(1));
        default -> db.row(path.get(0), path.get(1)).remove(path.get(2));
      }
    }

    private void put(Tables db) {
      switch (path.size()) {
        case 1 -> ((Map<?, ?>) value).forEach((key, row) -> row(db, String.valueOf(key), row));
        case 2 -> row(db, path.get(1), value);
        default -> db.row(path.get(0), path.get(1)).put(path.get(2), String.valueOf(value));
      }
    }

    private void row(Tables db, String key, Object fields) {
      db.remove(path.getFirst(), key);
      Map<String, String> row = db.row(path.getFirst(), key);
      ((Map<?, ?>) fields)
          .forEach((field, text) -> row.put(String.valueOf(field), String.valueOf(text)));
    }
  }

  Move {
    ops = List.copyOf(ops);
  }

  static Move one(Op op) {
    return new Move(List.of(op));
  }

  /** Returns the database after the move; unchanged where the move does not fit. */
  Tables after(Tables now) {
    Tables next = now.copy();
    try {
      into(next);
    } catch (CliError e) {
      return now;
    }
    return next;
  }

  /**
   * Writes into a database.
   *
   * @throws CliError where something that it takes away is not there any more
   */
  void into(Tables db) throws CliError {
    List<String> gone = new ArrayList<>();
    for (Op op : ops) {
      boolean emptied = op.op().equals("remove") && gone.contains(op.path().getFirst());
      if (!emptied || db.has(op.path().getFirst())) {
        op.into(db);
      }
      gone.add(op.path().getFirst());
    }
  }
}
