package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.ssh.SshSession;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The ways into one switch.
 *
 * @param ssh opens a session, whose write gate is the daemon's; asked again when one has ended
 * @param snmp absent: no counters and no neighbours. Not closed by the session
 * @param ticks monotonic nanoseconds
 * @param mark tells this daemon from others in the names of what it leaves on a switch, such as the
 *     checkpoint {@code losslessd-MARK}; 1 to 40 of {@code [A-Za-z0-9_-]}
 */
public record SwitchAccess(
    DeviceId device,
    Supplier<SshSession> ssh,
    Optional<SnmpClient> snmp,
    LongSupplier ticks,
    String mark) {
  public SwitchAccess {
    if (!mark.matches("[A-Za-z0-9_-]{1,40}")) {
      throw new IllegalArgumentException(
          device + " mark '" + mark + "': expected 1..40 of A-Z a-z 0-9 _ -");
    }
  }
}
