package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.OtherDevice;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which boxes, cards and host the names of this agent stand for, as its journal has it. */
public record DeviceIdentities(
    EngineDependencies dependencies, Runner runner, CommitLog commitLog, Identities self) {
  /** Identities in the journal. None is known of a device before its first commit begins. */
  public Identities known() {
    return commitLog.read(History::identities);
  }

  /** Devices whose identity differs from the one in the journal. */
  public List<OtherDevice> others(Identities found) {
    return known().others(found);
  }

  /**
   * An identity that a person accepted for a device.
   *
   * @param before what the journal had of the targets that were found
   * @param now what it has of them from now on; ports that are absent keep what they had
   * @param open commits that were made for what was there before, perhaps: an undo stays there
   */
  public record Accepted(DeviceId device, Identities before, Identities now, List<String> open) {}

  /**
   * A person takes what is there now for what the name stands for. Durable when this returns;
   * nothing is written to the device, so that it works while writing is frozen too.
   *
   * @throws CommitException STATE if it is what the journal has, or tells nothing; DEVICE if it
   *     does not answer; IN_PROGRESS while a commit is being written there; STORE
   */
  public Accepted accept(DeviceId device, String actor, String reason) {
    Identities found = observe(device);
    Identities before = known();
    if (found.isNone()) {
      throw new CommitException(
          Kind.STATE, device + " does not tell what it is, so no other one is refused there");
    }
    if (before.others(found).isEmpty() && before.lacking(found).isNone()) {
      throw new CommitException(
          Kind.STATE,
          device + " is what the state folder has: " + String.join("; ", found.texts()));
    }
    Instant now = dependencies.time().now();
    Entry.Accepted entry = new Entry.Accepted(device, found, actor, reason, now);
    commitLog.accept(entry);
    Identities was = before.at(found);
    dependencies.auditListener().accepted(entry, was);
    return new Accepted(device, was, found, commitLog.open(device));
  }

  private Identities observe(DeviceId device) {
    Set<Target> targets = new TreeSet<>(dependencies.devices().targets());
    targets.removeIf(target -> !target.device().equals(device));
    Target box = new Target.Device(device);
    targets.add(box);
    return CommitException.answered(() -> runner.identities(box, targets))
        .with(self.ofDevice(device));
  }
}
