package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.Session;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Makes what was confirmed survive a reboot of its device. Switches save all that runs, so nothing
 * is saved while a commit of this agent or of another host's agent is open on the device. Settings
 * of another agent are saved too; what others have not saved waits until an operator agrees. What
 * is owed is in the journal.
 */
public record Saves(
    EngineDependencies dependencies, Runner runner, CommitLog commitLog, IdentityPermit identity) {
  /** Two looks at a large configuration, and one write of it to flash. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Devices that commits have changed since this agent last saved them. */
  public Set<DeviceId> unsaved() {
    return commitLog.read(all -> all.unsaved().all()).keySet();
  }

  /**
   * Configuration that a device would lose at its next reboot.
   *
   * @throws CommitException DEVICE if that cannot be read
   */
  public Unsaved check(DeviceId device) {
    Unsaved now =
        alone(device, "comparing what is saved", session -> session.unsaved(ours(device)));
    if (now.isNothing()) {
      commitLog.saved(device);
    }
    return now;
  }

  /**
   * Saves what runs, unless it is saved already; durable in the journal when this returns.
   *
   * @param withForeign what others have not saved, or what cannot be told, may be saved too; never
   *     an open commit of another agent
   * @return what was not saved before
   * @throws CommitException IN_PROGRESS while a commit is open there, FOREIGN, DEVICE, FROZEN, MODE
   *     or STORE
   */
  public Unsaved save(DeviceId device, String actor, boolean withForeign) {
    dependencies.writePolicy().requireWritable();
    requireNothingOpen(device);
    Unsaved before = alone(device, "saving", session -> save(session, device, withForeign));
    if (before.isNothing()) {
      commitLog.saved(device);
    } else {
      Instant now = dependencies.time().now();
      append(new Entry.Saved(device, actor, before.foreign(), now));
      dependencies.auditListener().saved(device, actor, before.foreign(), now);
    }
    return before;
  }

  /** With the device's turn: no commit writes to it before this ends. */
  private Unsaved save(Session session, DeviceId device, boolean withForeign) {
    requireNothingOpen(device);
    identity.pass(session, device);
    List<OtherAgent> agents = session.agents();
    requireNoneOpen(device, agents);
    Unsaved before = before(session, device, withForeign);
    if (before.isNothing()) {
      return before;
    }
    if (!before.foreign().isEmpty() && !withForeign) {
      requireOfAgents(session, device, agents);
    }
    session.save();
    requireSaved(session, device);
    requireNoneBegun(device, session.agents());
    return before;
  }

  /** A commit that another agent may still roll back must not outlive a reboot. */
  private static void requireNoneOpen(DeviceId device, List<OtherAgent> agents) {
    for (OtherAgent agent : agents) {
      switch (agent.open()) {
        case YES ->
            throw new CommitException(
                Kind.FOREIGN,
                ("%s is not saved while %s has a commit open there; it is saved after the end of"
                        + " that commit")
                    .formatted(device, agent.text()));
        case UNKNOWN ->
            throw new CommitException(
                Kind.FOREIGN,
                ("%s is not saved from here: it does not report whether a commit of %s is"
                        + " open; save it from that host, or delete the %s if that agent is gone"
                        + " for good")
                    .formatted(device, agent.text(), agent.kind()));
        case NO -> {}
      }
    }
  }

  /** Where a device's own timer is the mark, a commit can begin while the device is saved. */
  private static void requireNoneBegun(DeviceId device, List<OtherAgent> agents) {
    agents.stream()
        .filter(agent -> agent.open() == OtherAgent.Open.YES)
        .findFirst()
        .ifPresent(agent -> {
          throw new CommitException(
              Kind.FOREIGN,
              ("%s has begun a commit on %s while it was saved; it is saved again after the end"
                      + " of that commit")
                  .formatted(agent.text(), device));
        });
  }

  /**
   * Lines of settings that an agent of losslessd makes, on targets that this one does not set, are
   * those of the other agents that have left a mark. Without such a mark, and for all other lines,
   * an operator decides.
   */
  private void requireOfAgents(Session session, DeviceId device, List<OtherAgent> agents) {
    List<String> foreign =
        session.unsaved(agents.isEmpty() ? ours(device) : all(session)).foreign();
    if (!foreign.isEmpty()) {
      throw foreign(device, "has unsaved lines that are not ours: " + some(foreign));
    }
  }

  private static Set<Target> all(Session session) {
    return new TreeSet<>(session.targets());
  }

  /**
   * Takes away the mark that a commit is open on a device, once none is.
   *
   * @throws CommitException IN_PROGRESS while one is open there; DEVICE
   */
  public void settle(DeviceId device) {
    boolean _ =
        alone(
            device,
            "deleting marks",
            session -> {
              requireNothingOpen(device);
              session.settled();
              return true;
            });
  }

  private Unsaved before(Session session, DeviceId device, boolean withForeign) {
    try {
      return session.unsaved(ours(device));
    } catch (DeviceException e) {
      if (!isUntold(e)) {
        throw e;
      }
      if (!withForeign) {
        throw foreign(device, "does not tell what is saved: " + e.getMessage());
      }
      return new Unsaved(List.of(), List.of("not known: " + e.getMessage()));
    }
  }

  private void requireSaved(Session session, DeviceId device) {
    try {
      List<String> left = session.unsaved(ours(device)).ours();
      if (!left.isEmpty()) {
        throw DeviceException.lied(
            device + ": it said that it has saved, and does not show " + some(left));
      }
    } catch (DeviceException e) {
      if (!isUntold(e)) {
        throw e;
      }
    }
  }

  /** Whether the device answers but does not let this be read. */
  private static boolean isUntold(DeviceException e) {
    return switch (e.kind()) {
      case UNSUPPORTED, REFUSED, GARBLED -> true;
      case LIED, TIMEOUT, GONE, CLOSED_GATE -> false;
    };
  }

  private static CommitException foreign(DeviceId device, String why) {
    return new CommitException(
        Kind.FOREIGN,
        "%s %s; save it by hand, or with 'losslessd save %s --with-foreign'"
            .formatted(device, why, device));
  }

  private static String some(List<String> lines) {
    int most = Math.min(lines.size(), 10);
    String more = lines.size() > most ? " and " + (lines.size() - most) + " more" : "";
    return "'" + String.join("', '", lines.subList(0, most)) + "'" + more;
  }

  private void requireNothingOpen(DeviceId device) {
    commitLog.read(History::maintenance).stream()
        .filter(one -> dependencies.time().lasts(one) && one.covers(new Target.Device(device)))
        .findFirst()
        .ifPresent(one -> {
          throw new CommitException(Kind.IN_PROGRESS, device + " is not saved: " + one.text());
        });
    commitLog
        .openOn(device)
        .ifPresent(open -> {
          throw new CommitException(
              Kind.IN_PROGRESS,
              "%s is not saved while commit %s is %s there"
                  .formatted(device, open.id(), open.state()));
        });
  }

  /** Targets that the intent names there, or that plans have written since the last save. */
  private Set<Target> ours(DeviceId device) {
    Set<Target> ours =
        new TreeSet<>(
            commitLog.read(all -> all.unsaved().all()).getOrDefault(device, new TreeSet<>()));
    commitLog.read(History::intent).effective().keySet().stream()
        .map(key -> key.target())
        .filter(target -> target.device().equals(device))
        .forEach(ours::add);
    return ours;
  }

  private <T> T alone(DeviceId device, String what, Function<Session, T> work) {
    return CommitException.answered(
        () -> runner.alone(device, what + " of " + device, PATIENCE, work));
  }

  private void append(Entry entry) {
    try {
      commitLog.append(entry);
    } catch (StoreException e) {
      throw new CommitException(
          Kind.STORE, "it is saved, and that is not durable: " + e.getMessage(), e);
    }
  }
}
