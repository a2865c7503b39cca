package dev.losslessd.commit;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Rollout;
import dev.losslessd.plan.Wave;
import dev.losslessd.store.AuditEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of an unfinished commit beside its record. Nothing here needs to survive
 * the process: a start finds what matters in the record and on the devices. Changed only by the
 * holder of the lock, except where a field says otherwise.
 */
final class Live {
  /** One decision about a commit at a time. */
  final ReentrantLock lock = new ReentrantLock();

  /** Set while a look waits for the lock or holds it. */
  final AtomicBoolean looked = new AtomicBoolean();

  /** Whether this process applies it, or has taken it up. */
  volatile boolean ours;

  volatile @Nullable Due next;
  volatile @Nullable Due idleSince;
  volatile @Nullable Soak soak;
  volatile @Nullable Integer write;
  volatile String ordered = "";
  volatile @Nullable How how;

  /** The write that goes on; {@code cancel} stops it between two steps without the lock. */
  volatile @Nullable PlanExecution writing;

  /** Why the wave or the staged commit waits, as listeners know it. */
  String waitsFor = "";

  /** Attempts of the rollback so far. */
  int attempts;

  /** Whether a value that the commit cannot have left is somebody else's, and stays. */
  boolean looks;

  /** No step of the rollback is begun any more; set without the lock. */
  volatile boolean over;

  /** Who had it rolled back; the daemon where a later attempt does it. */
  String actor = AuditEvent.DAEMON;

  final Set<DeviceId> released = new HashSet<>();

  /** Devices that did not answer when they were asked to keep it, and why. */
  volatile Map<DeviceId, String> unkept = Map.of();

  /**
   * How a commit that this process began is applied.
   *
   * @param waves empty for a plan that goes all at once
   * @param window length of the confirm window
   */
  record How(List<Wave> waves, Optional<Rollout> rollout, Duration window) {
    Duration soak() {
      return rollout.map(Rollout::soak).orElse(Duration.ZERO);
    }
  }

  NextStep.Facts facts(boolean doubtful) {
    How known = how;
    return new NextStep.Facts(
        ours,
        Optional.ofNullable(write),
        Optional.ofNullable(soak),
        known == null ? 1 : Math.max(1, known.waves().size()),
        known == null ? Duration.ZERO : known.window(),
        Optional.ofNullable(next),
        Optional.ofNullable(idleSince),
        doubtful,
        ordered.isEmpty() ? Optional.empty() : Optional.of(ordered));
  }
}
