package dev.losslessd.driver;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.CellPlan;
import dev.losslessd.transport.snmp.CellValues;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * State of an agent that shows whether what was learned of it still holds: sysUpTime (SNMPv2-MIB),
 * snmpEngineBoots (RFC 3411), ifTableLastChange and ifNumber (IF-MIB). What it does not serve is
 * empty.
 *
 * @param upTime hundredths of a second, wraps after 497 days
 * @param boots of the SNMP engine
 * @param tableChange sysUpTime of the last time that ifTable gained or lost a row
 * @param ports rows of ifTable
 * @param tick monotonic nanoseconds of the answer
 */
record SnmpStanding(
    OptionalLong upTime,
    OptionalLong boots,
    OptionalLong tableChange,
    OptionalLong ports,
    long tick) {
  private static final Oid ENGINE_BOOTS = Oid.of("1.3.6.1.6.3.10.2.1.2");

  /** Columns of the objects, which have one cell each. */
  private static final List<Oid> COLUMNS =
      List.of(
          Oid.of("1.3.6.1.2.1.1.3"),
          ENGINE_BOOTS,
          Oid.of("1.3.6.1.2.1.31.1.5"),
          Oid.of("1.3.6.1.2.1.2.1"));

  /** The objects, each with its column. */
  static final Map<Oid, Oid> OBJECTS =
      COLUMNS.stream().collect(Collectors.toMap(column -> column.append(0), column -> column));

  private static final long NANOS_PER_TICK = 10_000_000;

  private static final long WRAP = 1L << 32;

  /** Five minutes: clocks of switches are not that bad in one period. */
  private static final long SLACK_TICKS = 30_000;

  static SnmpStanding ask(SnmpClient snmp, long tickNanos) {
    List<SnmpValue> told = snmp.get(COLUMNS.stream().map(column -> column.append(0)).toList());
    return of(told.stream().map(SnmpStanding::number).toList(), tickNanos);
  }

  /** Returns snmpEngineBoots; empty where the agent does not answer or does not serve it. */
  static Optional<Long> engineBoots(SnmpClient snmp) {
    try {
      OptionalLong boots = number(snmp.get(List.of(ENGINE_BOOTS.append(0))).getFirst());
      return boots.isPresent() ? Optional.of(boots.getAsLong()) : Optional.empty();
    } catch (TransportException e) {
      return Optional.empty(); // the command line may answer all the same
    }
  }

  /** What a reading of cells has of it; empty where that did not come in time. */
  static Optional<SnmpStanding> in(CellPlan plan, CellValues values, long tickNanos) {
    List<OptionalLong> numbers = new ArrayList<>();
    for (Oid column : COLUMNS) {
      int cell = plan.cell(column.append(0));
      if (cell >= 0 && !values.isRead(cell)) {
        return Optional.empty();
      }
      numbers.add(
          cell >= 0 && values.isCount(cell)
              ? OptionalLong.of(values.count(cell))
              : number(values.other(cell)));
    }
    return Optional.of(of(numbers, tickNanos));
  }

  private static SnmpStanding of(List<OptionalLong> numbers, long tickNanos) {
    return new SnmpStanding(
        numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), tickNanos);
  }

  private static OptionalLong number(Optional<SnmpValue> value) {
    return value.map(SnmpStanding::number).orElse(OptionalLong.empty());
  }

  private static OptionalLong number(SnmpValue value) {
    return switch (value) {
      case SnmpValue.Ticks ticks -> OptionalLong.of(ticks.centiseconds());
      case SnmpValue.Int number -> OptionalLong.of(number.number());
      case SnmpValue.Gauge gauge -> OptionalLong.of(gauge.level());
      case SnmpValue.Counter32 counter -> OptionalLong.of(counter.count());
      case SnmpValue.Counter64 _,
          SnmpValue.OidValue _,
          SnmpValue.Address _,
          SnmpValue.Octets _,
          SnmpValue.Missing _ ->
          OptionalLong.empty();
    };
  }

  /** Whether the agent began anew after it said the other. */
  boolean isRestartAfter(SnmpStanding before) {
    if (boots.isPresent() && before.boots.isPresent() && !boots.equals(before.boots)) {
      return true;
    }
    if (upTime.isEmpty() || before.upTime.isEmpty()) {
      return false;
    }
    long now = upTime.getAsLong();
    long then = before.upTime.getAsLong();
    if (now >= then) {
      return false;
    }
    long expected = (then + (tick - before.tick) / NANOS_PER_TICK) % WRAP;
    return then < WRAP - (tick - before.tick) / NANOS_PER_TICK - SLACK_TICKS
        || Math.abs(now - expected) > SLACK_TICKS;
  }

  /** Whether the ports may have other numbers than when it said the other. */
  boolean mayNameAnewAfter(SnmpStanding before) {
    return isRestartAfter(before)
        || !tableChange.equals(before.tableChange)
        || !ports.equals(before.ports);
  }

  /** Whether it tells when a port gets another number. */
  boolean tellsOfNames() {
    return tableChange.isPresent();
  }
}
