package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Ends of confirm windows as they were promised, in true time: whatever the host's clock is set to,
 * a window ends neither before nor after.
 */
final class TrueWindows {
  private static final Duration EXACT = Duration.ofSeconds(1);

  private final Consumer<String> wrong;
  private final Map<String, Window> all = new ConcurrentHashMap<>();
  private final Set<String> late = new HashSet<>();

  /** Whether the clock was set while something ran: nobody can say what was promised then. */
  private volatile boolean unclear;

  /** The end of a window, and the boot that counts it. */
  private record Window(Instant end, String boot) {}

  TrueWindows(Consumer<String> wrong) {
    this.wrong = wrong;
  }

  /** The host's clock is set. */
  void set() {
    unclear = true;
  }

  /** The first time that a window is told. What is told again after a restart promises nothing. */
  void opened(Rig rig, Commit.AwaitingConfirm open) {
    if (unclear) {
      all.put(open.id(), new Window(Instant.MAX, ""));
    } else {
      Instant end = rig.real.plus(Duration.between(rig.now, open.deadline()));
      all.putIfAbsent(open.id(), new Window(end, rig.boot));
    }
  }

  /** A client was told that the window is longer. */
  void extended(Rig rig, String id, Duration by) {
    all.put(id, unclear ? new Window(Instant.MAX, "") : new Window(rig.real.plus(by), rig.boot));
  }

  /** Time until the promised end of a window, in true time. */
  Optional<Duration> left(Rig rig, String id) {
    return Optional.ofNullable(all.get(id))
        .filter(window -> window.boot().equals(rig.boot))
        .map(window -> Duration.between(rig.real, window.end()));
  }

  void undoing(Rig rig, Commit.Undoing undoing) {
    Window window = all.get(undoing.id());
    if (undoing.why().startsWith("not confirmed")
        && window != null
        && window.boot().equals(rig.boot)
        && rig.real.plus(EXACT).isBefore(window.end())) {
      wrong.accept(
          undoing.id()
              + " is undone "
              + Duration.between(rig.real, window.end())
              + " before the end of its window: "
              + undoing.why());
    }
  }

  /** Nothing runs: a window that was over one look ago must not be open. */
  void look(Rig rig) {
    unclear = false;
    Set<String> over = new HashSet<>();
    for (Commit commit : rig.commitEngine.commits()) {
      Window window = all.get(commit.id());
      if (commit instanceof Commit.AwaitingConfirm
          && !commit.repair()
          && window != null
          && window.boot().equals(rig.boot)
          && window.end().plus(EXACT).isBefore(rig.real)) {
        over.add(commit.id());
        if (late.contains(commit.id())) {
          wrong.accept(
              commit.id()
                  + " is open "
                  + Duration.between(window.end(), rig.real)
                  + " after the end of its window");
        }
      }
    }
    late.clear();
    late.addAll(over);
  }
}
