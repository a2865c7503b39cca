package dev.losslessd.watch;

import dev.losslessd.model.Commit;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.PortId;
import dev.losslessd.model.UndoCause;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.store.FlightFolder;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a copy of the flight rings of every port on the fast clock when the guard has undone a
 * commit: it judges by sweeps, one a second, and the ring has what was between them.
 */
public final class FlightRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(FlightRecorder.class);

  /** Wait before the copy, so that it shows whether the undo helped; a ring keeps two minutes. */
  public static final Duration AFTER = Duration.ofSeconds(10);

  private final Duration after;

  private final FlightFolder folder;
  private final SystemScheduler systemScheduler;
  private final Supplier<List<PortId>> ports;
  private final Function<PortId, Optional<HighRateTrace>> flights;
  private final AtomicReference<Set<String>> kept = new AtomicReference<>(Set.of());

  /**
   * @param state folder that survives
   * @param after how long after the undoing
   */
  public FlightRecorder(
      Path state,
      Duration after,
      SystemScheduler systemScheduler,
      Supplier<List<PortId>> ports,
      Function<PortId, Optional<HighRateTrace>> flights) {
    this.folder = new FlightFolder(state.resolve("flights"));
    this.after = after;
    this.systemScheduler = systemScheduler;
    this.ports = ports;
    this.flights = flights;
  }

  /** A commit has come to a new state. */
  public void onCommit(Commit commit) {
    if (UndoCause.of(why(commit)) == UndoCause.GUARD && isNews(commit.id())) {
      var _ = systemScheduler.after(after, () -> keep(commit.id()));
    }
  }

  /** Why it was undone; empty if it was not. */
  private static String why(Commit commit) {
    return switch (commit) {
      case Commit.RolledBack back -> back.why();
      case Commit.Undoing undoing -> undoing.why();
      case Commit.Stuck stuck -> stuck.why();
      case Commit.Abandoned abandoned -> abandoned.why();
      case Commit.Staged _, Commit.Applying _, Commit.AwaitingConfirm _, Commit.Confirmed _ -> "";
    };
  }

  private boolean isNews(String id) {
    Set<String> before = kept.get();
    Set<String> now = new HashSet<>(before);
    return now.add(id) && kept.compareAndSet(before, Set.copyOf(now));
  }

  /** Writes what the rings have now. */
  void keep(String name) {
    for (PortId port : ports.get()) {
      try {
        Optional<Path> file = flights.apply(port).map(trace -> folder.keep(name, trace));
        file.ifPresent(path -> LOG.info("the flight of {} is kept in {}", port, path));
      } catch (StoreException e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }
}
