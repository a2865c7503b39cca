package dev.losslessd.transport.snmp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** One request of a {@link CellRead}: some pieces of columns, by GET or all by one GETBULK. */
final class CellRequest {
  /**
   * Cells that follow each other in one column.
   *
   * @param to behind the last one
   * @param attempts requests for them that got no answer
   */
  record Piece(int column, int from, int to, int attempts) {
    int size() {
      return to - from;
    }

    Piece again() {
      return new Piece(column, from, to, attempts + 1);
    }
  }

  private final CellPlan plan;
  private final List<Piece> pieces;
  private final boolean byName;
  private final int repetitions;

  private CellRequest(CellPlan plan, List<Piece> pieces) {
    this.plan = plan;
    this.pieces = pieces;
    this.byName = plan.isByName(pieces.getFirst().column());
    this.repetitions = pieces.stream().mapToInt(Piece::size).max().orElse(1);
  }

  /**
   * Takes pieces from the queue that go together. One that is too long is cut, and what is left of
   * it goes back.
   *
   * @param most objects that the answer may have
   */
  static CellRequest take(CellPlan plan, Deque<Piece> queue, int most) {
    Piece first = fitted(plan, queue, queue.pop(), most);
    boolean byName = plan.isByName(first.column());
    List<Piece> pieces = new ArrayList<>(List.of(first));
    int room = byName ? most - first.size() : most / first.size() - 1;
    Deque<Piece> others = new ArrayDeque<>();
    while (room > 0 && !queue.isEmpty()) {
      Piece next = queue.pop();
      if (plan.isByName(next.column()) != byName
          || next.attempts() != first.attempts()
          || (byName ? next.size() > room : next.size() != first.size())) {
        others.addLast(next);
      } else {
        pieces.add(next);
        room -= byName ? next.size() : 1;
      }
    }
    while (!others.isEmpty()) {
      queue.push(others.removeLast());
    }
    return new CellRequest(plan, pieces);
  }

  private static Piece fitted(CellPlan plan, Deque<Piece> queue, Piece piece, int most) {
    int limit = plan.isByName(piece.column()) ? Math.min(most, CongestionWindow.FIRST) : most;
    if (piece.size() <= limit) {
      return piece;
    }
    // in even parts, so that the last one is not a waste of a request
    int parts = Math.ceilDiv(piece.size(), limit);
    int cut = piece.from() + Math.ceilDiv(piece.size(), parts);
    queue.push(new Piece(piece.column(), cut, piece.to(), piece.attempts()));
    return new Piece(piece.column(), piece.from(), cut, piece.attempts());
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** Requests for the same that got no answer. */
  int attempts() {
    return pieces.getFirst().attempts();
  }

  /** Objects that the answer may have. */
  int objects() {
    return byName ? pieces.stream().mapToInt(Piece::size).sum() : pieces.size() * repetitions;
  }

  /** Returns the first object that it asks for, for messages. */
  OID first() {
    Piece piece = pieces.getFirst();
    return plan.oid(piece.column(), piece.from());
  }

  PDU fill(PDU request) {
    if (byName) {
      request.setType(PDU.GET);
      for (Piece piece : pieces) {
        for (int cell = piece.from(); cell < piece.to(); cell++) {
          request.add(new VariableBinding(plan.oid(piece.column(), cell)));
        }
      }
    } else {
      request.setType(PDU.GETBULK);
      request.setNonRepeaters(0);
      request.setMaxRepetitions(repetitions);
      pieces.forEach(
          piece -> request.add(new VariableBinding(plan.before(piece.column(), piece.from()))));
    }
    return request;
  }

  /**
   * Takes what the answer has.
   *
   * @return pieces that are still to be asked for
   */
  List<Piece> take(SnmpTarget target, PDU answer, CellValues values) {
    if (byName) {
      named(target, answer, values);
      return List.of();
    }
    if (answer.size() == 0 || answer.size() > objects()) {
      throw target.garbled("answer of " + answer.size() + " objects: expected 1.." + objects());
    }
    List<Piece> left = new ArrayList<>();
    for (int n = 0; n < pieces.size(); n++) {
      Piece piece = pieces.get(n);
      int next = follow(target, answer, n, values);
      if (next < piece.to()) {
        left.add(new Piece(piece.column(), next, piece.to(), 0));
      }
    }
    return left;
  }

  private void named(SnmpTarget target, PDU answer, CellValues values) {
    if (answer.size() != objects()) {
      throw target.garbled("answer of " + answer.size() + " objects: expected " + objects());
    }
    int n = 0;
    for (Piece piece : pieces) {
      for (int cell = piece.from(); cell < piece.to(); cell++) {
        VariableBinding binding = answer.get(n++);
        OID asked = plan.oid(piece.column(), cell);
        if (!binding.getOid().equals(asked)) {
          throw target.garbled("answer for " + binding.getOid() + ": expected one for " + asked);
        }
        put(target, cell, binding, values);
      }
    }
  }

  /** Goes down one column of the answer; the first cell that it does not tell of, or the end. */
  private int follow(SnmpTarget target, PDU answer, int place, CellValues values) {
    Piece piece = pieces.get(place);
    int column = piece.column();
    OID last = plan.before(column, piece.from());
    int cell = piece.from();
    int others = 0;
    for (int n = place; n < answer.size() && cell < piece.to(); n += pieces.size()) {
      VariableBinding binding = answer.get(n);
      OID oid = binding.getOid();
      if (binding.isException() || !plan.isOf(column, oid)) {
        return missing(cell, piece.to(), values);
      }
      if (oid.compareTo(last) <= 0) {
        throw target.garbled(
            "a column goes back from %s to %s: expected a larger object identifier"
                .formatted(last, oid));
      }
      last = oid;
      int order = plan.order(column, oid, cell);
      while (order > 0) {
        cell = missing(cell, cell + 1, values);
        order = cell < piece.to() ? plan.order(column, oid, cell) : -1;
      }
      if (order == 0) {
        put(target, cell++, binding, values);
      } else {
        others++;
      }
    }
    plan.learn(column, cell - piece.from(), others);
    return cell;
  }

  private static int missing(int from, int to, CellValues values) {
    for (int cell = from; cell < to; cell++) {
      values.put(cell, new SnmpValue.Missing());
    }
    return to;
  }

  /** Nearly all are counters: no object is made for those. */
  private void put(SnmpTarget target, int cell, VariableBinding binding, CellValues values) {
    Variable variable = binding.getVariable();
    switch (variable) {
      case Counter64 counter -> values.putCount(cell, counter.getValue());
      case Counter32 counter -> values.putCount(cell, counter.getValue());
      case Integer32 number when number.getValue() >= 0 -> values.putCount(cell, number.getValue());
      default -> values.put(cell, Values.value(target, Values.oid(binding.getOid()), variable));
    }
  }
}
