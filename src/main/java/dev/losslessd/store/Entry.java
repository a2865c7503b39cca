package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * One record of the journal. The journal is the only memory of the daemon: all else is a fold of
 * it.
 */
public sealed interface Entry {
  /** Id of the commit that it is about; empty for none. */
  default String commit() {
    return "";
  }

  /**
   * Who decided it, as REST names callers: {@code uid:0}, {@code token:grafana}; {@code daemon} for
   * the daemon itself.
   */
  default String actor() {
    return AuditEvent.DAEMON;
  }

  /** When it was written, by the wall clock. */
  Instant at();

  /** One line of JSON, as in the journal, without number, hash and line break. */
  default String text() {
    return new String(EntryLine.object(this), StandardCharsets.US_ASCII);
  }

  /**
   * Asked for, and not begun before its ports are idle. Nothing was written.
   *
   * @param plan what would be done
   * @param wish everything that planning it anew needs
   * @param key that the client gave, so that the same request begins nothing a second time
   */
  record Staged(
      String commit,
      Plan plan,
      StagedWish wish,
      String actor,
      String reason,
      Instant at,
      Optional<IdempotencyKey> key)
      implements Entry {}

  /**
   * Durable before the first byte is written to a device. The inverse is in the plan: every change
   * has both values whole.
   *
   * @param commit id of the commit
   * @param delta what it changes in the intent, once confirmed
   * @param boot the host's boot id: after a reboot the NICs are factory new
   * @param acceptIdle its waves go on without traffic, as the actor wanted
   * @param key that the client gave, so that the same request begins nothing a second time
   * @param leaves devices that this agent leaves, once it is confirmed
   * @param incarnations starts of the devices and ports that it writes, where they report them
   */
  record Begun(
      String commit,
      Plan plan,
      SortedMap<Key, Setting> delta,
      String actor,
      String reason,
      String boot,
      Instant at,
      boolean acceptIdle,
      Optional<IdempotencyKey> key,
      List<DeviceId> leaves,
      Map<Target, Incarnation> incarnations)
      implements Entry {
    public Begun {
      leaves = List.copyOf(leaves);
      incarnations = Map.copyOf(incarnations);
    }

    /** Resources of the intent that it changes, once confirmed: set, or no longer overridden. */
    public Set<Key> resources() {
      Set<Key> all = new TreeSet<>(delta.keySet());
      plan.unset().forEach(one -> all.add(one.key()));
      return all;
    }
  }

  /**
   * Durable before the first byte of a wave is written. What is undone after a crash is the part of
   * the plan that was begun.
   *
   * @param wave from 1
   * @param of so many waves
   * @param begun changes from the start of the plan, those of this wave included
   */
  record Wave(String commit, int wave, int of, int begun, Instant at) implements Entry {}

  /**
   * Durable before a device is given a batch to hold: until then it takes that back by itself,
   * unless it is told to keep it. Written again when its timer was started anew.
   *
   * @param until when the last of their timers has run out
   * @param anew whether this is the timer of all that they hold, not of one more batch
   */
  record Held(String commit, List<DeviceId> devices, Due until, boolean anew, Instant at)
      implements Entry {
    public Held {
      devices = List.copyOf(devices);
    }
  }

  /** After the confirm: no device holds anything of this commit any more. */
  record Kept(String commit, Instant at) implements Entry {}

  /**
   * All changes were written and read back; the confirm window runs. Written again when the window
   * is extended.
   *
   * @param actor who extended it; the daemon for the first
   */
  record Applied(String commit, Due deadline, String actor, Instant at) implements Entry {}

  /** The window ended with a yes. */
  record Confirmed(String commit, long revision, String actor, Instant at) implements Entry {}

  /**
   * Durable before the first byte of an undo is written: whoever comes after a crash goes on with
   * it at once, and says the same.
   *
   * @param begun what is taken back, in the order in which it was applied
   * @param since when it was due
   */
  record Undoing(String commit, String why, List<Change> begun, Due since, String actor, Instant at)
      implements Entry {
    public Undoing {
      begun = List.copyOf(begun);
    }
  }

  /** Undone and read back. */
  record RolledBack(String commit, String why, String actor, Instant at) implements Entry {}

  /** Could not be undone; earlier releases gave its targets free then. */
  record Stuck(String commit, String why, List<Change> left, String actor, Instant at)
      implements Entry {
    public Stuck {
      left = List.copyOf(left);
    }
  }

  /**
   * A person gave its undo up.
   *
   * @param left steps that were not run
   */
  record Abandoned(String commit, String actor, String why, List<Change> left, Instant at)
      implements Entry {
    public Abandoned {
      left = List.copyOf(left);
    }
  }

  /**
   * Whatever ran on a device then survives its reboot.
   *
   * @param foreign lines by others that were saved too, as a person had agreed
   */
  record Saved(DeviceId device, String actor, List<String> foreign, Instant at) implements Entry {
    public Saved {
      foreign = List.copyOf(foreign);
    }
  }

  /**
   * All writing stops or goes on.
   *
   * @param why of a freeze by the daemon itself; empty where an operator wants it
   */
  record Frozen(boolean frozen, String actor, String why, Instant at) implements Entry {}

  /** People work on a device or port from now on, or for longer or shorter than was said before. */
  record MaintenanceBegun(Maintenance maintenance) implements Entry {
    @Override
    public String actor() {
      return maintenance.actor();
    }

    @Override
    public Instant at() {
      return maintenance.since();
    }
  }

  /** Maintenance is over, by its time or by a person. */
  record MaintenanceEnded(Target target, String actor, Instant at) implements Entry {}

  /**
   * What devices and ports say that they are, and was not known; written before a commit begins.
   */
  record Identified(Identities found, Instant at) implements Entry {}

  /**
   * A device is left as it is, or what it still carries of this agent was found out.
   *
   * @param actor who left it; the daemon where it found out about names
   */
  record Released(Release release, String actor, Instant at) implements Entry {}

  /** A person gives a device back to this agent. */
  record Returned(DeviceId device, String actor, Instant at) implements Entry {}

  /**
   * A person takes another box behind a name for the one that it stands for from now on.
   *
   * @param found takes the place of all that was known of the device and its ports
   */
  record Accepted(DeviceId device, Identities found, String actor, String reason, Instant at)
      implements Entry {}
}
