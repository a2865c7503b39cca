package dev.losslessd.app;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigChange;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import dev.losslessd.config.ReloadResult.Reason;
import dev.losslessd.http.ListenException;
import dev.losslessd.model.ReloadOutcome;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.text.Some;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the config file over without a restart. All that can be refused is found out before
 * anything is changed; a bug in between brings the former config back.
 */
final class Reloader implements ConfigReload {
  private static final Logger LOG = LoggerFactory.getLogger(Reloader.class);

  private final ConfigSource source;
  private final LiveParts parts;
  private final KeptConfig kept;
  private final AuditListener audit;
  private final InstantSource clock;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile State state;
  private volatile Optional<Unkept> unkept = Optional.empty();

  /** Why what is in force is not what a start with a broken file would have. */
  record Unkept(Path file, String why, Instant since) {}

  /**
   * @param success when a file was last taken, as Prometheus tells of its own
   */
  private record State(
      ConfigLoader.Loaded loaded,
      Instant since,
      boolean kept,
      Optional<ReloadResult> last,
      Instant success) {}

  /**
   * @param kept where the config in force is kept
   * @param audit has every attempt that is no dry run
   */
  Reloader(
      ConfigSource source,
      LiveParts parts,
      KeptConfig kept,
      AuditListener audit,
      InstantSource clock) {
    this.source = source;
    this.parts = parts;
    this.kept = kept;
    this.audit = audit;
    this.clock = clock;
    Instant now = clock.instant();
    boolean broken = !source.broken().isEmpty();
    this.state =
        new State(source.first(), now, broken, Optional.empty(), broken ? Instant.EPOCH : now);
    if (!broken) {
      keep(source.first());
    }
  }

  @Override
  public Status status() {
    State now = state;
    return new Status(source.file(), now.since(), now.loaded().effective(), now.kept(), now.last());
  }

  /** When a file was last taken; the epoch if none was. */
  Instant success() {
    return state.success();
  }

  /** Reads the file because a signal said so. */
  void signalled(ReloadNotice notice) {
    notice.begins().run();
    try {
      var _ = run(ReloadSignal.ACTOR, false, Optional.empty());
    } catch (RuntimeException | Error e) {
      LOG.error("config not reloaded", e);
    } finally {
      notice.ended().run();
    }
  }

  @Override
  public ReloadResult run(String actor, boolean dryRun, Optional<String> expected) {
    turn.lock();
    try {
      ReloadResult result = attempt(actor, dryRun, expected);
      if (!dryRun) {
        told(result);
      }
      return result;
    } finally {
      turn.unlock();
    }
  }

  private ReloadResult attempt(String actor, boolean dryRun, Optional<String> expected) {
    return switch (source.again().get()) {
      case ConfigLoader.Broken broken ->
          refused(
              actor,
              "",
              List.of(),
              broken.problems().stream()
                  .map(one ->
                      new Reason(
                          one.file() + ":" + one.line() + ":" + one.column(),
                          (one.key().isEmpty() ? "" : one.key() + ": ") + one.message()))
                  .toList());
      case ConfigLoader.Loaded next -> attempt(actor, dryRun, expected, next);
    };
  }

  private ReloadResult attempt(
      String actor, boolean dryRun, Optional<String> expected, ConfigLoader.Loaded next) {
    List<ConfigChange> changes = next.since(state.loaded());
    String digest = next.digest();
    List<Reason> reasons = new ArrayList<>();
    expected
        .filter(seen -> !seen.equals(digest))
        .ifPresent(_ -> reasons.add(new Reason("digest", CHANGED)));
    changes.stream()
        .filter(ConfigChange::needsRestart)
        .map(one -> new Reason(one.key(), "takes effect at a restart only, and so does all else"))
        .forEach(reasons::add);
    Config before = source.config(state.loaded());
    Config after = source.config(next);
    Runnable listeners = () -> {};
    if (reasons.isEmpty()) {
      parts.obstacles(before, after).forEach(why -> reasons.add(new Reason("", why)));
      try {
        listeners = parts.prepare(after);
      } catch (ListenException e) {
        reasons.add(new Reason("", String.valueOf(e.getMessage())));
      }
    }
    if (!reasons.isEmpty()) {
      return refused(actor, digest, changes, reasons);
    }
    ReloadOutcome outcome = changes.isEmpty() ? ReloadOutcome.UNCHANGED : ReloadOutcome.APPLIED;
    ReloadResult result =
        new ReloadResult(clock.instant(), actor, outcome, digest, changes, List.of());
    return dryRun ? result : take(next, result, before, after, listeners);
  }

  /** Reason of a file that is not the one that was shown. */
  static final String CHANGED = "the file is another one than was shown by now; look again";

  private ReloadResult take(
      ConfigLoader.Loaded next,
      ReloadResult result,
      Config before,
      Config after,
      Runnable listeners) {
    try {
      parts.follow(before, after, listeners);
    } catch (RuntimeException | Error e) {
      LOG.error("a bug of the daemon's own; the former config comes back", e);
      parts.follow(after, before, parts.prepare(before));
      return refused(
          result.actor(),
          result.digest(),
          result.changes(),
          List.of(new Reason("", "a bug of the daemon's own, which its log tells of: " + e)));
    }
    Instant now = result.at();
    boolean same = result.outcome() == ReloadOutcome.UNCHANGED;
    state = new State(next, same ? state.since() : now, false, Optional.empty(), now);
    keep(next);
    return result;
  }

  private ReloadResult refused(
      String actor, String digest, List<ConfigChange> changes, List<Reason> reasons) {
    return new ReloadResult(
        clock.instant(), actor, ReloadOutcome.REFUSED, digest, changes, reasons);
  }

  private void told(ReloadResult result) {
    State now = state;
    state = new State(now.loaded(), now.since(), now.kept(), Optional.of(result), now.success());
    if (result.isRefused()) {
      result.reasons().forEach(one -> LOG.error("config not reloaded: {}", one.text()));
      LOG.error("config not reloaded: {}; nothing of it is in force", source.file());
    } else if (result.changes().isEmpty()) {
      LOG.info("config reloaded: {} says what is in force", source.file());
    } else {
      result.changes().forEach(one -> LOG.info("config reloaded: {}", one.text()));
    }
    Kind kind = result.isRefused() ? Kind.RELOAD_REFUSED : Kind.RELOADED;
    audit.noted(kind, "", result.actor(), what(result), result.at());
  }

  private static String what(ReloadResult result) {
    List<String> all =
        result.isRefused()
            ? result.reasons().stream().map(Reason::text).toList()
            : result.changes().stream().map(ConfigChange::key).toList();
    return all.isEmpty() ? "nothing is otherwise" : Some.texts(all, 20);
  }

  /** Why the config in force is not kept; empty where it is. */
  Optional<Unkept> unkept() {
    return unkept;
  }

  /** Keeps it once there is room; to be called again and again. */
  void keepAgain() {
    if (!turn.tryLock()) {
      return; // a reading is under way, and may take long
    }
    try {
      if (unkept.isPresent()) {
        keep(state.loaded());
      }
    } finally {
      turn.unlock();
    }
  }

  private void keep(ConfigLoader.Loaded loaded) {
    if (loaded.effective().isEmpty()) {
      return; // no file is behind it
    }
    try {
      kept.write(source.file(), loaded);
      unkept = Optional.empty();
    } catch (IOException e) {
      if (unkept.isEmpty()) {
        LOG.warn("the config in force is not kept at {}: {}", kept.file(), e.toString());
      }
      Instant since = unkept.map(Unkept::since).orElseGet(clock::instant);
      unkept = Optional.of(new Unkept(kept.file(), e.toString(), since));
    }
  }
}
