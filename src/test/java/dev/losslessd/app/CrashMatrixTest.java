package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One plan over two switches and four NICs, with the daemon killed just before and just after each
 * durable or outward step. {@code -Dcrash=all} for every one; {@code bin/test --long} runs it.
 */
class CrashMatrixTest {
  private static final boolean ALL = "all".equals(System.getProperty("crash"));
  private static final int LANES = Integer.getInteger("crash.lanes", 2);
  private static final Points.Phase[] PHASES = Points.Phase.values();

  @TempDir private Path folder;

  private final Matrix matrix;
  private final List<Lanes.Work> work = new ArrayList<>();

  CrashMatrixTest() throws IOException {
    matrix = new Matrix(Path.of("target/crash-matrix.csv"));
  }

  /** What the first, whole run tells. */
  private record Known(
      List<Points.Point> points,
      List<Points.Point> recovery,
      List<Points.Point> cancel,
      Ending ending) {
    int all() {
      return points.size() + recovery.size() + cancel.size();
    }
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void allDevicesTogetherAreAsBeforeOrAsAfterWhereverTheDaemonIsKilled() throws Exception {
    Victims victims = new Victims(folder.resolve("victims"));
    Known known = known(victims);
    System.out.println(known.points().size() + " points");
    System.out.println(known.all() + " points with those of recovery and cancel");

    kills(victims, known, false, 5);
    kills(victims, known, true, 2);
    undos(victims, known, "recover", 2);
    undos(victims, known, "cancel", 2);
    work.add(stage -> cutPlan(stage, known.ending()));
    work.add(stage -> cutApplied(stage, known.ending()));
    work.add(stage -> cutOutcome(stage, known.ending(), true));
    work.add(stage -> cutOutcome(stage, known.ending(), false));
    Collections.shuffle(work, new Random(4));
    Lanes.run(folder, LANES, "10s", work);

    matrix.sort();
    System.out.println(matrix.size() + " crashes, " + matrix.wrong().size() + " wrong");
    assertThat(matrix.wrong()).isEmpty();
    assertThat(known.points()).hasSizeGreaterThanOrEqualTo(200);
  }

  private Known known(Victims victims) throws Exception {
    Path first = Files.createDirectories(folder.resolve("first"));
    try (CrashStage stage = new CrashStage(first)) {
      stage.reset();
      Ending before = new Ending(stage.settled(), stage.settled());
      List<Points.Point> points = victims.list(stage);
      Ending ending = new Ending(before.before(), stage.settled());
      interrupted(stage);
      List<Points.Point> recovery = victims.listUndo(stage, "recover");
      ending.require(stage, ending.before());
      applied(stage);
      List<Points.Point> cancel = victims.listUndo(stage, "cancel");
      ending.require(stage, ending.before());
      return new Known(points, recovery, cancel, ending);
    }
  }

  /** All changes are made, and the process dies before it can say so. */
  private static void interrupted(CrashStage stage) throws IOException {
    applied(stage);
    Ending.cut(stage.journal(), Ending.lastRecord(stage.journal()));
  }

  /** The window is open, and the process is gone. */
  private static void applied(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(Seams.NONE)) {
      assertThat(engine.apply()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  private void kills(Victims victims, Known known, boolean reboot, int sample) {
    for (int number : chosen(known.points().size(), sample, reboot ? 1 : 2)) {
      for (Points.Phase phase : phases(number, reboot)) {
        work.add(stage -> kill(victims, known, stage, number, phase, reboot));
      }
    }
  }

  private void kill(
      Victims victims,
      Known known,
      CrashStage stage,
      int number,
      Points.Phase phase,
      boolean reboot) {
    matrix.run(
        known.points().get(number - 1).name(),
        word(phase) + (reboot ? ", then the host reboots" : ""),
        () -> {
          stage.reset();
          victims.applyUntil(stage, known.points().get(number - 1), phase);
          if (reboot) {
            stage.reboot();
            return known.ending().checkAfterReboot(stage);
          }
          return known.ending().check(stage);
        });
  }

  private void undos(Victims victims, Known known, String verb, int sample) {
    boolean recover = verb.equals("recover");
    List<Points.Point> points = recover ? known.recovery() : known.cancel();
    for (int number : chosen(points.size(), sample, 3)) {
      for (Points.Phase phase : phases(number, false)) {
        work.add(stage ->
            matrix.run(
                points.get(number - 1).name(),
                word(phase) + ", during " + verb,
                () -> {
                  if (recover) {
                    interrupted(stage);
                  } else {
                    applied(stage);
                  }
                  victims.undoUntil(stage, verb, points.get(number - 1), phase);
                  return known.ending().check(stage);
                }));
      }
    }
  }

  /** The plan itself is torn: nothing had begun. */
  private void cutPlan(CrashStage stage, Ending ending) throws IOException {
    interrupted(stage);
    byte[] whole = Files.readAllBytes(stage.journal());
    int start = (int) Ending.lastRecord(stage.journal());
    stage.reset();
    Files.createDirectories(stage.state());
    int step = ALL ? 1 : 997;
    for (int size = start; size < whole.length; size += step) {
      Files.write(stage.journal(), java.util.Arrays.copyOf(whole, size));
      int cut = size;
      matrix.run(
          "plan, cut at byte %06d".formatted(size - start),
          "cut",
          () -> {
            boolean look = cut == start || cut % 997 == 0;
            return look ? ending.check(stage) : unread(stage);
          });
    }
  }

  private static String unread(CrashStage stage) {
    assertThat(Ending.records(stage.journal())).isZero();
    return "before: not begun";
  }

  /** The window is torn: undone at the next start. */
  private void cutApplied(CrashStage stage, Ending ending) throws IOException {
    for (int bytes : sizes(stage, ending)) {
      matrix.run(
          "applied, cut at byte %06d".formatted(bytes),
          "cut",
          () -> {
            applied(stage);
            Ending.cut(stage.journal(), Ending.lastRecord(stage.journal()) + bytes);
            return ending.check(stage);
          });
    }
  }

  private List<Integer> sizes(CrashStage stage, Ending ending) throws IOException {
    applied(stage);
    int length = (int) (Files.size(stage.journal()) - Ending.lastRecord(stage.journal()));
    ending.require(stage, ending.after());
    return ALL ? chosen(length, length, 0).stream().map(n -> n - 1).toList() : List.of(length / 2);
  }

  /** The last word is torn: a confirm leaves the window open, a rollback is done once more. */
  private void cutOutcome(CrashStage stage, Ending ending, boolean confirm) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(Seams.NONE)) {
      String id = engine.apply().id();
      Commit last =
          confirm ? engine.transactions.confirm(id) : engine.transactions.cancel(id, "matrix");
      assertThat(last.state()).isEqualTo(confirm ? "confirmed" : "rolled-back");
    }
    byte[] whole = Files.readAllBytes(stage.journal());
    int start = (int) Ending.lastRecord(stage.journal());
    for (int size = start; size < whole.length; size += ALL ? 1 : 17) {
      Files.write(stage.journal(), java.util.Arrays.copyOf(whole, size));
      matrix.run(
          "%s, cut at byte %06d".formatted(confirm ? "confirmed" : "rolled back", size - start),
          "cut",
          () -> {
            try (CrashStage.Engaged engine = stage.engage(Seams.NONE)) {
              engine.transactions.recover();
              ending.require(stage, confirm ? ending.after() : ending.before());
              return engine.transactions.commits().iterator().next().state();
            }
          });
    }
  }

  private static List<Integer> chosen(int count, int sample, long seed) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      numbers.add(number);
    }
    if (ALL) {
      return numbers;
    }
    Collections.shuffle(numbers, new Random(seed));
    return numbers.subList(0, Math.min(sample, count));
  }

  /** A reboot right after a step is one right before the next. */
  private static List<Points.Phase> phases(int number, boolean one) {
    return ALL && !one ? List.of(PHASES) : List.of(PHASES[number % PHASES.length]);
  }

  private static String word(Points.Phase phase) {
    return "killed " + phase.name().toLowerCase(java.util.Locale.ROOT);
  }
}
