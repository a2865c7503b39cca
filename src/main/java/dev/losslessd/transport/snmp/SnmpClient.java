package dev.losslessd.transport.snmp;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.SnmpValue.Missing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.snmp4j.PDU;
import org.snmp4j.smi.VariableBinding;

/**
 * Reads one device's agent. Safe for several threads; they share the device's budget of requests.
 * All methods throw {@link TransportException}: TIMEOUT for silence, AUTH for a user or key that
 * the agent does not take, REFUSED for an error of the agent, GARBLED for an answer that makes no
 * sense.
 */
public final class SnmpClient {
  /** Objects per GET; with 64 bit counters this fits into one Ethernet frame. */
  private static final int MOST_PER_GET = 50;

  /** Time of an answer in seconds from which an agent counts as slow; on the same site none is. */
  private static final double SLOW_SECONDS = 0.5;

  private static final double SLOW_LOSS = 0.1;

  private static final Oid UP_TIME = Oid.of("1.3.6.1.2.1.1.3.0");

  private final RequestSender requestSender;
  private final LongSupplier ticks;
  private final IntSupplier ports;

  /**
   * @param socket shared by all clients, closed by its owner
   * @param ticks monotonic nanoseconds, for the cap on requests per second
   * @param input what the device may send, and whether it is to be left alone
   * @param ports of the device that are known, for the rows that its tables may have
   */
  public SnmpClient(
      SnmpSocket socket,
      SnmpTarget target,
      LongSupplier ticks,
      Sleeper sleeper,
      DeviceInput input,
      IntSupplier ports) {
    this.requestSender = new RequestSender(socket, target, ticks, sleeper, input);
    this.ticks = ticks;
    this.ports = ports;
  }

  /**
   * Describes an agent that is slow of late, or loses much; else empty. So it is where the last
   * request got no answer at all: such an agent is silent, not slow.
   */
  public Optional<String> slowness() {
    if (!requestSender.input().answers().contact("snmp").answers()) {
      return Optional.empty();
    }
    CongestionWindow congestionWindow = requestSender.window();
    double seconds = congestionWindow.roundTrip().map(one -> one.toNanos() / 1e9).orElse(0.0);
    return seconds < SLOW_SECONDS && congestionWindow.loss() < SLOW_LOSS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "answers after %.1f s, %.0f %% of the requests are lost",
                seconds,
                congestionWindow.loss() * 100));
  }

  public SnmpTarget target() {
    return requestSender.target();
  }

  /** Returns the counts so far. Packets are counted per address and port. */
  public SnmpCounts counts() {
    return requestSender.counts();
  }

  /** The values of these objects, in their order; an absent one is {@link Missing}. */
  public List<SnmpValue> get(List<Oid> oids) {
    return requestSender.judged(() -> getAll(oids));
  }

  private List<SnmpValue> getAll(List<Oid> oids) {
    List<SnmpValue> values = new ArrayList<>(oids.size());
    for (int from = 0; from < oids.size(); from += MOST_PER_GET) {
      values.addAll(getSome(oids.subList(from, Math.min(oids.size(), from + MOST_PER_GET))));
    }
    return List.copyOf(values);
  }

  /**
   * Reads all cells of a plan: several requests at a time, by GETBULK where that is cheaper, as
   * much at once as the agent was found to bear. What is lost on the way is asked for again.
   *
   * @param within about so long; what is not read then stays unread
   */
  public CellValues read(CellPlan plan, Duration within) {
    return requestSender.judged(
        () -> new CellRead(requestSender, requestSender.window(), plan, ticks, within).run());
  }

  /** Asks once, and for one object: whether anybody is there. */
  public void knock() {
    PDU request = requestSender.request(PDU.GET);
    request.add(new VariableBinding(Values.oid(UP_TIME)));
    requestSender.judged(() -> {
      requestSender.knock(request);
      return true;
    });
  }

  /** All cells of a column, in the order of their indexes; none if the agent has none. */
  public List<SnmpEntry> walk(Oid column) {
    return walked(List.of(column)).getFirst();
  }

  /** The rows that have a cell in at least one of the columns, in the order of their indexes. */
  public List<SnmpRow> walkTable(Oid... columns) {
    List<List<SnmpEntry>> walked = walked(List.of(columns));
    TreeMap<Oid, SnmpValue[]> rows = new TreeMap<>();
    for (int c = 0; c < columns.length; c++) {
      for (SnmpEntry entry : walked.get(c)) {
        rows.computeIfAbsent(entry.index(), _ -> emptyRow(columns.length))[c] = entry.value();
      }
    }
    List<SnmpRow> table = new ArrayList<>(rows.size());
    rows.forEach((index, cells) -> table.add(new SnmpRow(index, Arrays.asList(cells))));
    return List.copyOf(table);
  }

  private List<List<SnmpEntry>> walked(List<Oid> columns) {
    long rows = target().limits().rowsOf(ports.getAsInt());
    return requestSender.judged(() -> new Walk(requestSender, columns, rows, ticks).run());
  }

  private static SnmpValue[] emptyRow(int cells) {
    SnmpValue[] row = new SnmpValue[cells];
    Arrays.fill(row, new Missing());
    return row;
  }

  private List<SnmpValue> getSome(List<Oid> oids) {
    if (oids.isEmpty()) {
      return List.of();
    }
    PDU request = requestSender.request(PDU.GET);
    oids.forEach(oid -> request.add(new VariableBinding(Values.oid(oid))));
    PDU answer = requestSender.ask(request);
    return switch (answer.getErrorStatus()) {
      case PDU.noError -> values(oids, answer);
      case PDU.tooBig -> inHalves(oids);
      case PDU.noSuchName -> without(oids, answer.getErrorIndex());
      default ->
          throw target()
              .refused(
                  "agent says %s to %s"
                      .formatted(answer.getErrorStatusText(), at(oids, answer.getErrorIndex())));
    };
  }

  private List<SnmpValue> values(List<Oid> oids, PDU answer) {
    if (answer.size() != oids.size()) {
      throw target().garbled("answer of " + answer.size() + " objects: expected " + oids.size());
    }
    List<SnmpValue> values = new ArrayList<>(oids.size());
    for (int i = 0; i < oids.size(); i++) {
      Oid got = Values.oid(answer.get(i).getOid());
      if (!got.equals(oids.get(i))) {
        throw target().garbled("answer for " + got + ": expected one for " + oids.get(i));
      }
      values.add(Values.value(target(), got, answer.get(i).getVariable()));
    }
    return values;
  }

  private List<SnmpValue> inHalves(List<Oid> oids) {
    if (oids.size() == 1) {
      throw target().refused(oids.getFirst() + " does not fit the agent's answer");
    }
    int half = oids.size() / 2;
    List<SnmpValue> values = new ArrayList<>(getSome(oids.subList(0, half)));
    values.addAll(getSome(oids.subList(half, oids.size())));
    return values;
  }

  /** Asks again without an object for which the agent answered nothing at all, as SNMPv1 does. */
  private List<SnmpValue> without(List<Oid> oids, int errorIndex) {
    if (errorIndex < 1 || errorIndex > oids.size()) {
      throw target()
          .garbled("noSuchName for object " + errorIndex + ": expected 1.." + oids.size());
    }
    List<Oid> others = new ArrayList<>(oids);
    others.remove(errorIndex - 1);
    List<SnmpValue> values = new ArrayList<>(getSome(Collections.unmodifiableList(others)));
    values.add(errorIndex - 1, new Missing());
    return values;
  }

  private static String at(List<Oid> oids, int errorIndex) {
    return errorIndex >= 1 && errorIndex <= oids.size()
        ? oids.get(errorIndex - 1).toString()
        : oids.toString();
  }
}
