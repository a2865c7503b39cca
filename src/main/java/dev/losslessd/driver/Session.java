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
import dev.losslessd.model.Unsaved;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One open conversation with a device. For one caller at a time. */
public interface Session extends AutoCloseable {
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

  /**
   * Longest time that one write may take on this device, where its own way of putting things in
   * force is slow; zero where the config's deadline is enough.
   */
  default Duration patience() {
    return Duration.ZERO;
  }

  /** Whether the device itself takes back what is not kept in time: {@link #applyWithTimer}. */
  default boolean holds() {
    return false;
  }

  /**
   * Writes the changes as one transaction of the device's own, all of them or none, under its own
   * timer: unless {@link #confirm} follows in time, it takes them back without us. A later call for
   * the same commit covers what it writes itself; whether it also goes on to cover what the earlier
   * call wrote is the device's, and the driver's page says so. A device without such a timer
   * applies the changes one by one.
   *
   * @param changes of targets of this device, in the order of the plan
   * @throws DeviceException as {@link #apply}; then nothing of this call is in force
   */
  default void applyWithTimer(List<Change> changes, Hold hold) {
    changes.forEach(this::apply);
  }

  /**
   * Keeps what is held for this commit; the timer ends. Does nothing where nothing is held.
   *
   * @throws DeviceException if the device does not say that it is kept
   */
  default void confirm(Hold hold) {}

  /**
   * The timer of what is held for this commit starts anew from now.
   *
   * @throws DeviceException UNSUPPORTED where the device cannot, or if nothing is held any more
   */
  default void extend(Hold hold) {}

  /**
   * Takes back now what is held for this commit, without waiting for the timer, and throws away
   * what a process that died has left half written of it and never put in force. Does nothing where
   * there is nothing.
   *
   * @param begun changes of the commit on this device, in the order of application: what is half
   *     written is known by them where the device keeps no mark of ours on it
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void revert(Hold hold, List<Change> begun) {}

  /**
   * Takes away what broken off changes of this agent have left beside the settings, such as a
   * policy that was built and never put in force. Nothing that is in force changes. Called when an
   * undo has put the settings back; does nothing where there is nothing.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void cleanUp() {}

  /**
   * Takes away all that carries a name of this agent and that nothing in force needs: what {@link
   * #cleanUp} does, and also checkpoints. Called when the agent leaves the device for good.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void leave() {
    cleanUp();
  }

  /**
   * Returns what carries a name of this agent's on the device, each in the device's own words:
   * policies, profiles, rows, sessions, checkpoints, comments of commits.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<String> ownNames() {
    return List.of();
  }

  /**
   * Puts ports back up that a write of this agent has left administratively down, and reads them
   * back. Called when an undo has ended, whatever came of it; does nothing where there is none.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void reopen() {}

  /** Returns ports that a write of this agent has left shut, as last seen; asks no device. */
  default List<LeftShut> leftShut() {
    return List.of();
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
   * Returns marks that show that the agent of another host writes this device too. An agent whose
   * mark is older than this one's has been taken over from, and is left out.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<ForeignMark> foreign() {
    return List.of();
  }

  /**
   * Returns the agents of other hosts that have left a mark on the device, older than ours or newer
   * than it, and whether a commit of theirs is open there.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<OtherAgent> agents() {
    return List.of();
  }

  /**
   * Takes away the mark that a commit of this agent is open on the device. Called while none is;
   * does nothing where there is no such mark.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void settled() {}

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

  /**
   * Returns how what runs differs from what the device comes up with after a reboot.
   *
   * @param ours targets that this agent sets
   * @throws DeviceException if either cannot be read: then it is not known what a save would keep
   */
  default Unsaved unsaved(Set<Target> ours) {
    return Unsaved.NOTHING;
  }

  /**
   * Makes what is in force survive a reboot, all of it. Never done by {@link #apply}; does nothing
   * where all that is in force survives anyway.
   *
   * @throws DeviceException refused, also because the agent of another host has a commit open; or
   *     the gate is closed
   */
  default void save() {}

  /** The counters of a port. */
  Sweeper sweeper(PortId port);

  @Override
  void close();
}
