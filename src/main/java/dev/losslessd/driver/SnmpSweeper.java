package dev.losslessd.driver;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.SnmpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Counters of one port of a switch, read for itself. */
public final class SnmpSweeper implements Sweeper {
  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final PortId port;
  private final SnmpClient snmp;
  private final UnaryOperator<String> whole;
  private final SnmpColumns columns;
  private final SnmpPorts alone;

  /**
   * @param whole a port's name as the configuration has it, from the agent's
   */
  public SnmpSweeper(
      PortId port, SnmpClient snmp, SnmpColumns columns, UnaryOperator<String> whole) {
    this.port = port;
    this.snmp = snmp;
    this.whole = whole;
    this.columns = columns;
    this.alone = ports(WITHIN);
  }

  /** All that it may read. */
  SnmpColumns columns() {
    return columns;
  }

  @Override
  public Sweep sweep(long atMillis, long tickNanos) {
    List<Sweep> sweeps = alone.sweep(List.of(port), atMillis, tickNanos);
    if (sweeps.isEmpty()) {
      String why = alone.leftOut().get(port);
      if (why != null) {
        throw DeviceException.garbled(port + " counters: " + why);
      }
      throw alone.names(port)
          ? new DeviceException(
              DeviceException.Kind.TIMEOUT,
              port + " counters: not all told within " + WITHIN.toSeconds() + " s")
          : DeviceException.gone(port + " counters: no ifName says " + port.name());
    }
    return sweeps.getFirst();
  }

  @Override
  public OptionalLong rateMbps() {
    Long mbps = alone.rates().get(port);
    return mbps == null ? OptionalLong.empty() : OptionalLong.of(mbps);
  }

  @Override
  public Optional<DeviceSweeper> together(Duration within) {
    return Optional.of(ports(within));
  }

  private SnmpPorts ports(Duration within) {
    return new SnmpPorts(port.device(), snmp, columns, whole, within);
  }
}
