package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpWriter;
import dev.losslessd.transport.ssh.SshSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The ways into one switch.
 *
 * @param ssh opens a session, whose write gate is the daemon's; asked again when one has ended
 * @param snmp absent: no counters and no neighbours. Not closed by the session
 * @param writer what sets objects of the agent, whose write gate is the daemon's; absent: nothing
 *     is written by SNMP
 * @param ticks monotonic nanoseconds
 * @param mark tells this daemon from others in the names of what it leaves on a switch, see {@link
 *     AgentName}; 1 to 40 of {@code [A-Za-z0-9_-]}
 * @param notes of this device, for its driver alone
 * @param revision of the intent in force, which names of sessions, checkpoints and comments carry
 */
public record SwitchAccess(
    DeviceId device,
    Supplier<SshSession> ssh,
    Optional<SnmpClient> snmp,
    Optional<SnmpWriter> writer,
    LongSupplier ticks,
    String mark,
    DeviceNotes notes,
    LongSupplier revision) {
  public SwitchAccess {
    if (!Pattern.matches("[A-Za-z0-9_-]{1,40}", mark)) {
      throw new IllegalArgumentException(
          device + " mark '" + mark + "': expected 1..40 of A-Z a-z 0-9 _ -");
    }
  }

  /** Returns the agent's name, with which all names that it makes begin. */
  public AgentName agent() {
    return new AgentName(mark);
  }

  /** Prefix of names that nothing refers to, with the revision: {@code losslessd-gpu01-r12}. */
  public String stamp() {
    return agent().whole() + "-r" + revision.getAsLong();
  }

  /** The switch as a whole, then its ports. */
  public List<Target> targets(Collection<String> ports) {
    List<Target> targets = new ArrayList<>();
    targets.add(new Target.Device(device));
    ports.forEach(port -> targets.add(Target.port(new PortId(device, port))));
    return targets;
  }

  /**
   * @throws DeviceException GONE if the target belongs to another device
   */
  public void requireOurs(Target target) {
    if (!target.device().equals(device)) {
      throw DeviceException.gone(target + ": this session is for " + device);
    }
  }

  /**
   * @throws DeviceException GONE if a port belongs to another device
   */
  public void requireOurs(Collection<PortId> ports) {
    ports.forEach(port -> requireOurs(Target.port(port)));
  }

  /**
   * Returns the neighbours that the switch has heard by LLDP; empty without SNMP.
   *
   * @param whole a port's name as the configuration has it, from the agent's
   * @param isPort of a name of the configuration: one with a cable
   */
  public Optional<List<Neighbour>> neighbours(
      UnaryOperator<String> whole, Predicate<String> isPort) {
    return snmp.map(client -> LldpMib.read(device, client, whole, isPort));
  }

  /** Returns how often the switch's SNMP engine was started; empty without an answer by SNMP. */
  public Optional<Incarnation> snmpBoots() {
    return snmp.flatMap(SnmpStanding::engineBoots)
        .map(boots -> new Incarnation(Incarnation.Kind.SNMP_ENGINE_BOOTS, Long.toString(boots)));
  }

  /**
   * Counters of a port of this switch by SNMP.
   *
   * @param whole a port's name as the configuration has it, from the agent's
   * @throws DeviceException UNSUPPORTED without SNMP
   */
  public Sweeper sweeper(PortId port, SnmpColumns columns, UnaryOperator<String> whole) {
    requireOurs(Target.port(port));
    return snmp.map(client -> new SnmpSweeper(port, client, columns, whole))
        .orElseThrow(
            () -> DeviceException.unsupported(port + " counters: no SNMP for this switch"));
  }
}
