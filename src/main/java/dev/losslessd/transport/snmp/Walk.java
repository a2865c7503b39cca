package dev.losslessd.transport.snmp;

import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.snmp4j.PDU;
import org.snmp4j.smi.VariableBinding;

/** Reads whole columns, several side by side, until each one's end. */
final class Walk {
  /** Bytes charged for a cell, without the octets of its value. */
  private static final int CELL_BYTES = 150;

  /** Progress of the walk in one column. */
  private static final class Column {
    final Oid root;
    final List<SnmpEntry> entries = new ArrayList<>();
    Oid last;
    boolean done;

    Column(Oid root) {
      this.root = root;
      this.last = root;
    }
  }

  private final RequestSender requestSender;
  private final SnmpTarget target;
  private final List<Column> columns;
  private final long mostRows;
  private final LongSupplier ticks;
  private final long deadline;
  private long held;
  private int repetitions;
  private int together;

  /**
   * @param mostRows of each column
   * @param ticks monotonic nanoseconds
   */
  Walk(RequestSender requestSender, List<Oid> roots, long mostRows, LongSupplier ticks) {
    this.requestSender = requestSender;
    this.target = requestSender.target();
    this.mostRows = mostRows;
    this.ticks = ticks;
    this.deadline = ticks.getAsLong() + target.limits().walkTime().toNanos();
    this.columns = roots.stream().map(Column::new).toList();
    this.repetitions = target.maxRepetitions();
    this.together = columns.size();
  }

  /** The entries of each column, in the order of the agent. */
  List<List<SnmpEntry>> run() {
    try {
      List<Column> open = open();
      while (!open.isEmpty()) {
        requireTime(open);
        step(open);
        open = open();
      }
      return columns.stream().map(c -> List.copyOf(c.entries)).toList();
    } finally {
      requestSender.input().account().give(held);
    }
  }

  /** An agent with much to tell that is slow takes no more than its time. */
  private void requireTime(List<Column> open) {
    if (ticks.getAsLong() - deadline > 0) {
      throw target.failure(
          Kind.TIMEOUT,
          "walk of %s has no end within %s s (input.snmp.walkTime)"
              .formatted(open.getFirst().root, target.limits().walkTime().toSeconds()));
    }
  }

  private void hold(SnmpValue value) {
    long bytes =
        CELL_BYTES + (value instanceof SnmpValue.Octets octets ? (long) octets.length() : 0L);
    long left = deadline - ticks.getAsLong();
    InputBudget.Room room = requestSender.input().account().take(bytes, left);
    held += room == InputBudget.Room.TAKEN ? bytes : 0;
    switch (room) {
      case TAKEN -> {}
      case TOO_MUCH -> throw target.garbled("walk has more than one device may have (input.total)");
      case LATE ->
          throw target.failure(
              Kind.TIMEOUT, "no room for its rows in time: others hold input.total");
    }
  }

  private List<Column> open() {
    return columns.stream().filter(c -> !c.done).limit(together).toList();
  }

  private void step(List<Column> open) {
    PDU request = requestSender.request(PDU.GETBULK);
    request.setNonRepeaters(0);
    request.setMaxRepetitions(repetitions);
    open.forEach(c -> request.add(new VariableBinding(Values.oid(c.last))));
    PDU answer = requestSender.ask(request);
    switch (answer.getErrorStatus()) {
      case PDU.noError -> take(open, answer);
      case PDU.tooBig -> askForLess();
      case PDU.noSuchName ->
          throw target.garbled(
              "noSuchName for object %s of a walk: expected an end mark"
                  .formatted(answer.getErrorIndex()));
      default -> throw refused(answer, open);
    }
  }

  private void take(List<Column> open, PDU answer) {
    int most = open.size() * repetitions;
    if (answer.size() == 0 || answer.size() > most) {
      throw target.garbled("answer of " + answer.size() + " objects: expected 1.." + most);
    }
    for (int i = 0; i < answer.size(); i++) {
      Column column = open.get(i % open.size());
      if (!column.done) {
        take(column, answer.get(i));
      }
    }
  }

  private void take(Column column, VariableBinding binding) {
    if (binding.isException()) {
      column.done = true;
      return;
    }
    Oid oid = Values.oid(binding.getOid());
    if (oid.compareTo(column.last) <= 0) {
      throw target.garbled(
          "walk of %s goes back from %s to %s: expected a larger object identifier"
              .formatted(column.root, column.last, oid));
    }
    if (!oid.isBelow(column.root)) {
      column.done = true;
      return;
    }
    if (column.entries.size() >= mostRows) {
      throw target.garbled(
          "walk of %s has more than %s rows (input.snmp.rows, input.snmp.rowsPerPort)"
              .formatted(column.root, mostRows));
    }
    column.last = oid;
    SnmpValue value = Values.value(target, oid, binding.getVariable());
    hold(value);
    column.entries.add(new SnmpEntry(oid.after(column.root), value));
  }

  private void askForLess() {
    if (repetitions > 1) {
      repetitions /= 2;
    } else if (together > 1) {
      together /= 2;
    } else {
      throw target.refused("one object does not fit the agent's answer");
    }
  }

  private TransportException refused(PDU answer, List<Column> open) {
    return target.refused(
        "agent says %s to a walk of %s"
            .formatted(
                answer.getErrorStatusText(), open.stream().map(c -> c.root.toString()).toList()));
  }
}
