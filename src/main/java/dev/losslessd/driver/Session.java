package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One open conversation with a device: its settings, and by subject its timer, the marks of agents,
 * what writes leave, and what survives a reboot. For one caller at a time.
 */
public interface Session extends DeviceTimer, AgentMarks, Traces, StartupConfig, AutoCloseable {
  List<Target> targets();

  Capabilities capabilities(Target target);

  /**
   * Reads every setting of the target from the device, now. One that cannot be read is {@code
   * Unread} with the reason; the others are still returned.
   *
   * @throws DeviceException if the device as a whole does not answer
   */
  Observed read(Target target);

  /**
   * Writes one change. Returning says only that the device raised no objection: the caller reads
   * back and compares.
   *
   * @throws DeviceException refused, unsupported, gone, timed out, or the gate is closed
   */
  void apply(Change change);

  /**
   * Works out what {@link #apply} would send for changes, and sends nothing. A device whose writes
   * need nothing worked out refuses none here.
   *
   * @param changes in the order of the plan
   * @return why the device would not take some of them
   * @throws DeviceException if the device does not answer
   */
  default List<Refusal> rehearse(List<Change> changes) {
    return List.of();
  }

  /**
   * Settings of a port that {@link #applyTogether} writes in one, because each write by itself
   * takes the port's link down; none where each is written by itself.
   */
  default Set<SettingKind> joined() {
    return Set.of();
  }

  /**
   * Writes changes of one port, of those that are {@link #joined}, in one.
   *
   * @param changes in the order of the plan, none about the same setting as another
   * @throws DeviceException as {@link #apply}
   */
  default void applyTogether(List<Change> changes) {
    changes.forEach(this::apply);
  }

  /** {@inheritDoc} A device without a timer of its own applies the changes one by one. */
  @Override
  default void applyWithTimer(List<Change> changes, Hold hold) {
    changes.forEach(this::apply);
  }

  /**
   * Longest time that one write may take on this device, where its own way of putting things in
   * force is slow; zero where the config's deadline is enough.
   */
  default Duration patience() {
    return Duration.ZERO;
  }

  /**
   * Returns what this account is not permitted of what the agent needs, with the device's words;
   * empty is good. Changes nothing on the device, and tries it at each call: rights are taken away
   * while a connection lasts. What cannot be tried without effect is not tried: the driver says
   * what that is.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<String> missingPermissions() {
    return List.of();
  }

  /**
   * Returns the identity that one of the {@link #targets}, or the device as a whole, reports: the
   * serial of a box, the MAC address that a NIC port was made with. Asked before each write: cheap,
   * or worked out once for each connection. What it does not report, or this account may not ask,
   * is not there.
   *
   * @throws DeviceException if the device does not answer, or its answer is cut
   */
  default Identity identity(Target target) {
    return Identity.NONE;
  }

  /**
   * Returns a fact about one of the {@link #targets}, or about the device as a whole, that changes
   * when it starts again and loses what was not saved: a reboot of a switch, a new registration of
   * a NIC port (driver reload, hot plug, firmware reset that the driver reloads for). Empty where
   * no such fact is known here, or this account may not ask. Always asked anew. Ask it after a
   * value that looks wrong was read: a device that restarted before that shows another one.
   *
   * @throws DeviceException if the device does not answer, or its answer is cut
   */
  default Optional<Incarnation> incarnation(Target target) {
    return Optional.empty();
  }

  /** The counters of a port. */
  Sweeper sweeper(PortId port);

  @Override
  void close();
}
