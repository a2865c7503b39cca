package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.CommitException;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One plan over two switches and four NICs, with something going wrong at each of its steps. {@code
 * -Dcrash=all} for every one; {@code bin/test --long} runs it.
 */
@SystemGroup
class FaultMatrixTest {
  private static final int ATTEMPTS = 10;
  private static final boolean ALL = "all".equals(System.getProperty("crash"));
  private static final int LANES = Integer.getInteger("crash.lanes", 2);
  private static final int SAMPLE = 3;

  @TempDir private Path folder;

  private final Matrix matrix;

  FaultMatrixTest() throws IOException {
    matrix = new Matrix(Path.of("target/fault-matrix.csv"));
  }

  /** Steps and outcome of the first run, in which all goes well. */
  private record Known(List<Points.Point> points, CrashOutcome crashOutcome) {}

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void allDevicesTogetherAreAsBeforeOrAsAfterWhateverGoesWrong() throws Exception {
    Known known = known();
    List<Lanes.Work> work = new ArrayList<>();
    for (Fault one : Fault.values()) {
      for (int number : chosen(known.points(), one)) {
        work.add(stage -> fault(stage, known, number, one));
      }
    }
    for (int number : fsyncs(known.points())) {
      work.add(stage -> fullDisk(stage, known, number));
    }
    Collections.shuffle(work, new Random(5));
    Lanes.run(folder, LANES, Fault.DEADLINE, work);

    matrix.sort();
    System.out.println(matrix.size() + " faults, " + matrix.wrong().size() + " wrong");
    assertThat(matrix.wrong()).isEmpty();
  }

  private Known known() throws Exception {
    List<Points.Point> points = Collections.synchronizedList(new ArrayList<>());
    Points all =
        new Points((point, phase) -> {
          if (phase == Points.Phase.BEFORE) {
            points.add(point);
          }
        });
    Path first = Files.createDirectories(folder.resolve("first"));
    try (CrashStage stage = new CrashStage(first)) {
      stage.reset();
      Map<String, List<String>> before = stage.settled();
      try (CrashStage.Engaged engine = stage.engage(all.testHooks())) {
        engine.commitEngine.confirm(engine.apply().id(), "uid:0");
      }
      return new Known(List.copyOf(points), new CrashOutcome(before, stage.settled()));
    }
  }

  /** Steps of each device, so that a sample has all kinds. */
  private static List<Integer> chosen(List<Points.Point> points, Fault one) {
    List<Integer> possible = new ArrayList<>();
    for (int number = 1; number <= points.size(); number++) {
      if (!one.orders(points.get(number - 1).what()).isEmpty()) {
        possible.add(number);
      }
    }
    if (!ALL) {
      Collections.shuffle(possible, new Random(one.ordinal()));
      return possible.subList(0, Math.min(SAMPLE, possible.size()));
    }
    return possible;
  }

  private static List<Integer> fsyncs(List<Points.Point> points) {
    List<Integer> all = new ArrayList<>();
    for (int number = 1; number <= points.size(); number++) {
      // the first three make the journal and the audit: without them there is no daemon
      if (points.get(number - 1).what().startsWith("fsync") && number > 3) {
        all.add(number);
      }
    }
    return all;
  }

  private void fault(CrashStage stage, Known known, int number, Fault one) {
    Points.Point point = known.points().get(number - 1);
    String what = point.what();
    List<String> order = one.orders(what);
    matrix.run(
        point.name(),
        one.name().toLowerCase(Locale.ROOT),
        () -> struck(stage, known, point, exempt(what, one), () -> order.forEach(stage::tell)));
  }

  /** A device that is gone takes no undo; nothing else may be left. */
  private static Optional<String> exempt(String what, Fault one) {
    return one == Fault.VANISHES ? Optional.of(Fault.device(what)) : Optional.empty();
  }

  private void fullDisk(CrashStage stage, Known known, int number) {
    Points.Point point = known.points().get(number - 1);
    matrix.run(
        point.name(),
        "disk full",
        () ->
            struck(
                stage,
                known,
                point,
                Optional.empty(),
                () -> {
                  throw new IOException("No space left on device");
                }));
  }

  private interface Blow {
    void strike() throws IOException;
  }

  /** One run, in which that happens just before a step; it must come to that step. */
  private static String struck(
      CrashStage stage, Known known, Points.Point point, Optional<String> exempt, Blow blow)
      throws IOException {
    AtomicBoolean reached = new AtomicBoolean();
    Points points =
        new Points((at, phase) -> {
          if (at.isThat(point) && phase == Points.Phase.BEFORE) {
            reached.set(true);
            blow.strike();
          }
        });
    String outcome = run(stage, known.crashOutcome(), points.testHooks(), exempt);
    assertThat(reached).as("the step was reached").isTrue();
    return outcome;
  }

  private static String run(
      CrashStage stage, CrashOutcome crashOutcome, TestHooks testHooks, Optional<String> exempt)
      throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(testHooks)) {
      Commit commit = engine.apply();
      if (commit instanceof Commit.AwaitingConfirm open) {
        commit = confirmed(engine, open, exempt);
      }
      return judge(stage, crashOutcome, held(engine, commit, exempt), exempt);
    } catch (CommitException e) {
      crashOutcome.require(stage, without(crashOutcome.before(), exempt));
      return "before: not begun, " + e.kind();
    } catch (StoreException e) {
      String outcome = crashOutcome.check(stage);
      return outcome + "; the disk was full at the confirm";
    }
  }

  /** One that cannot be read leaves the window open: once more, or no where it is gone for good. */
  private static Commit confirmed(
      CrashStage.Engaged engine, Commit.AwaitingConfirm open, Optional<String> exempt) {
    for (int more = 0; ; more++) {
      try {
        return engine.commitEngine.confirm(open.id(), "uid:0");
      } catch (CommitException e) {
        if (e.kind() != CommitException.Kind.DEVICE || more == ATTEMPTS) {
          throw e;
        }
        if (exempt.isPresent()) {
          return engine.commitEngine.cancel(open.id(), e.getMessage(), "uid:0");
        }
      }
    }
  }

  /** A device that only was late has to be undone by a later attempt; here without the wait. */
  private static Commit held(CrashStage.Engaged engine, Commit commit, Optional<String> exempt) {
    Commit now = commit;
    for (int more = 0;
        more < ATTEMPTS && exempt.isEmpty() && now instanceof Commit.Undoing;
        more++) {
      now = engine.commitEngine.retry(commit.id(), false, false, "uid:0");
    }
    return now;
  }

  private static String judge(
      CrashStage stage, CrashOutcome crashOutcome, Commit commit, Optional<String> exempt) {
    return switch (commit) {
      case Commit.Staged c -> throw new AssertionError("nobody asked to wait");
      case Commit.RolledBack c -> {
        crashOutcome.require(stage, without(crashOutcome.before(), exempt));
        yield "before: " + c.why();
      }
      case Commit.Confirmed c -> {
        crashOutcome.require(stage, without(crashOutcome.after(), exempt));
        yield "after: confirmed";
      }
      case Commit.Undoing c -> {
        String gone = exempt.orElseThrow(() -> new AssertionError("undoing: " + c.waits()));
        List<Change> held = c.left().stream().filter(change -> waits(c, change)).toList();
        assertThat(c.left()).allMatch(change -> belongs(change, gone) || held.contains(change));
        Map<String, List<String>> others = without(crashOutcome.before(), exempt);
        held.forEach(change -> others.remove(change.target().device().name()));
        crashOutcome.require(stage, others);
        yield "undoing, " + gone + " is gone; left: " + left(c.left());
      }
      case Commit.Abandoned c -> throw new AssertionError("nobody gave it up");
      case Commit.Stuck c -> {
        String gone = exempt.orElseThrow(() -> new AssertionError("stuck: " + c.why()));
        assertThat(c.left()).allMatch(change -> belongs(change, gone));
        crashOutcome.require(stage, without(crashOutcome.before(), exempt));
        yield "stuck, " + gone + " is gone; left: " + left(c.left());
      }
      case Commit.Applying c -> throw new AssertionError("still applying");
      case Commit.AwaitingConfirm c -> throw new AssertionError("still awaiting confirm");
    };
  }

  /** A step on which the other end of a cable relies waits for it, and says so. */
  private static boolean waits(Commit.Undoing commit, Change change) {
    return commit.waits().contains(change.text() + " waits for the other end of its link");
  }

  private static boolean belongs(Change change, String gone) {
    return gone.contains(":")
        ? change.target().text().equals(gone)
        : change.target().device().name().equals(gone);
  }

  private static String left(List<Change> changes) {
    return changes.stream().map(Change::text).collect(Collectors.joining("; "));
  }

  private static Map<String, List<String>> without(
      Map<String, List<String>> devices, Optional<String> exempt) {
    Map<String, List<String>> some = new LinkedHashMap<>(devices);
    exempt.ifPresent(some::remove);
    return some;
  }
}
