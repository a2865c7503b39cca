package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches the ports of a commit until it is decided. What it looks at is not the engine's business:
 * app adapts the rules of watch to it.
 */
@FunctionalInterface
public interface Guard {
  /** A guard that never reports a breach. */
  Guard NONE = _ -> new Watch() {};

  /**
   * Devices, ports and priorities that a guard watches.
   *
   * @param devices that the commit, or this wave of it, writes
   * @param ports every port that it touches
   * @param control ports that nothing was changed on, to compare with; may be empty
   * @param judged priorities that the commit makes lossless or lossy, by port: traffic may still be
   *     in those that it takes
   * @param wanted what is to be lossless after it, by port
   */
  record Scope(
      Set<DeviceId> devices,
      Set<PortId> ports,
      Set<PortId> control,
      Map<PortId, PrioritySet> judged,
      Map<PortId, PrioritySet> wanted) {
    public Scope {
      devices = Set.copyOf(devices);
      ports = Set.copyOf(ports);
      control = Set.copyOf(control);
      judged = Map.copyOf(judged);
      wanted = Map.copyOf(wanted);
    }

    /**
     * @param changes in the order of application
     */
    public static Scope of(List<Change> changes, Set<PortId> ports, Set<PortId> control) {
      Set<DeviceId> devices = new HashSet<>();
      Map<PortId, PrioritySet> judged = new HashMap<>();
      Map<PortId, PrioritySet> wanted = new HashMap<>();
      for (Change change : changes) {
        devices.add(change.device());
        if (change.target() instanceof Target.Port port
            && change.before() instanceof Pfc before
            && change.after() instanceof Pfc after) {
          judged.merge(port.id(), before.lossless().with(after.lossless()), PrioritySet::with);
          wanted.put(port.id(), after.lossless());
        }
      }
      judged.keySet().retainAll(ports);
      wanted.keySet().retainAll(ports);
      return new Scope(devices, ports, control, judged, wanted);
    }
  }

  /** Begins to watch. Called before the first write, to learn what is normal. */
  Watch begin(Scope scope);

  /**
   * Judges the same from a new baseline. What had not come back since the first write, a link or a
   * device, is still waited for.
   *
   * @param before of the same scope, which has ended
   */
  default Watch again(Watch before, Scope scope) {
    return begin(scope);
  }

  /** One commit under guard. Does no I/O; the calls come from any thread. */
  interface Watch {
    /** All changes were written and read back: the settle time runs from now. */
    default void applied() {}

    /** One sentence on what went wrong; it is asked every second while the window is open. */
    default Optional<String> breach() {
      return Optional.empty();
    }

    /**
     * Faults that the control group shows as well, so that the change is not to blame. They are no
     * breach, but the rollout does not go on meanwhile.
     */
    default Optional<String> shared() {
      return Optional.empty();
    }

    /** Why there is no judgement yet: settling, or nothing was swept. */
    default Optional<String> undecided() {
      return Optional.empty();
    }

    /** Why a judgement rests on no traffic; empty where there is some. */
    default Optional<String> idle() {
      return Optional.empty();
    }

    /**
     * The control group is being changed too from now on: no more comparing.
     *
     * @param ports that another watch looks after from now on
     */
    default void handOver(Set<PortId> ports) {}

    /** The commit is decided. May be called more than once. */
    default void end() {}
  }
}
