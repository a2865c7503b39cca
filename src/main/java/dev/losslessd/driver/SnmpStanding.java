package dev.losslessd.driver;

import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.List;
import java.util.OptionalLong;

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
  private static final List<Oid> OBJECTS =
      List.of(
          Oid.of("1.3.6.1.2.1.1.3.0"),
          Oid.of("1.3.6.1.6.3.10.2.1.2.0"),
          Oid.of("1.3.6.1.2.1.31.1.5.0"),
          Oid.of("1.3.6.1.2.1.2.1.0"));

  private static final long NANOS_PER_TICK = 10_000_000;

  private static final long WRAP = 1L << 32;

  /** Five minutes: clocks of switches are not that bad in one period. */
  private static final long SLACK_TICKS = 30_000;

  static SnmpStanding ask(SnmpClient snmp, long tickNanos) {
    List<SnmpValue> told = snmp.get(OBJECTS);
    return new SnmpStanding(
        number(told.get(0)),
        number(told.get(1)),
        number(told.get(2)),
        number(told.get(3)),
        tickNanos);
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
