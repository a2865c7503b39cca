package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One plan over two switches and four NICs, with the daemon killed just before and just after each
 * durable or outward step. {@code -Dcrash=all} for every one; {@code bin/test --long} runs it.
 */
@SystemGroup
class CrashMatrixTest {
  private static final boolean ALL = "all".equals(System.getProperty("crash"));

  /** In parts, each of which ends within 40 minutes: apply, reboot, undo; all where it is empty. */
  private static final String PART = System.getProperty("crash.part", "");

  private static final int LANES = Integer.getInteger("crash.lanes", 2);
  private static final Points.Phase[] PHASES = Points.Phase.values();

  @TempDir private Path folder;

  private final Matrix matrix;
  private final List<Lanes.Work> work = new ArrayList<>();

  CrashMatrixTest() throws IOException {
    matrix = new Matrix(Path.of("target/crash-matrix.csv"));
  }

  /** Steps and devices' states of the first run, in which no process dies. */
  private record Known(
      List<Points.Point> points,
      List<Points.Point> recovery,
      List<Points.Point> cancel,
      List<Points.Point> save,
      CrashOutcome crashOutcome) {
    int all() {
      return points.size() + recovery.size() + cancel.size() + save.size();
    }

    List<Points.Point> of(String verb) {
      return switch (verb) {
        case "recover" -> recovery;
        case "cancel" -> cancel;
        default -> save;
      };
    }
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void allDevicesTogetherAreAsBeforeOrAsAfterWhereverTheDaemonIsKilled() throws Exception {
    Victims victims = new Victims(folder.resolve("victims"));
    Known known = known(victims);
    System.out.println(known.points().size() + " points");
    System.out.println(known.all() + " points with those of recovery, cancel and save");

    if (isAsked("apply")) {
      kills(victims, known, false, 5);
      cuts(known);
    }
    if (isAsked("reboot")) {
      kills(victims, known, true, 2);
    }
    if (isAsked("undo")) {
      afterwards(victims, known);
    }
    Collections.shuffle(work, new Random(4));
    Lanes.run(folder, LANES, "10s", work);

    matrix.sort();
    System.out.println(matrix.size() + " crashes, " + matrix.wrong().size() + " wrong");
    assertThat(matrix.wrong()).isEmpty();
    assertThat(known.points()).hasSizeGreaterThanOrEqualTo(200);
  }

  private static boolean isAsked(String part) {
    return PART.isEmpty() || PART.equals(part);
  }

  private void afterwards(Victims victims, Known known) {
    later(victims, known, "recover", CrashMatrixTest::interrupted, known.crashOutcome()::check);
    later(victims, known, "cancel", CrashMatrixTest::applied, known.crashOutcome()::check);
    later(victims, known, "save", CrashMatrixTest::confirmed, stage -> saved(stage, known));
  }

  private void cuts(Known known) {
    work.add(stage -> cutPlan(stage, known.crashOutcome()));
    work.add(stage -> cutApplied(stage, known.crashOutcome()));
    work.add(stage -> cutOutcome(stage, known.crashOutcome(), true));
    work.add(stage -> cutOutcome(stage, known.crashOutcome(), false));
  }

  private Known known(Victims victims) throws Exception {
    Path first = Files.createDirectories(folder.resolve("first"));
    try (CrashStage stage = new CrashStage(first)) {
      stage.reset();
      CrashOutcome before = new CrashOutcome(stage.settled(), stage.settled());
      List<Points.Point> points = victims.list(stage);
      CrashOutcome crashOutcome = new CrashOutcome(before.before(), stage.settled());
      interrupted(stage);
      List<Points.Point> recovery = victims.listUndo(stage, "recover");
      crashOutcome.require(stage, crashOutcome.before());
      applied(stage);
      List<Points.Point> cancel = victims.listUndo(stage, "cancel");
      crashOutcome.require(stage, crashOutcome.before());
      confirmed(stage);
      List<Points.Point> save = victims.listUndo(stage, "save");
      crashOutcome.require(stage, crashOutcome.after());
      return new Known(points, recovery, cancel, save, crashOutcome);
    }
  }

  /** All changes are made, and the process dies before it can say so. */
  private static void interrupted(CrashStage stage) throws IOException {
    applied(stage);
    CrashOutcome.breakOff(stage.journal(), CrashOutcome.lastRecord(stage.journal()));
  }

  /** The window is open, and the process is gone. */
  private static void applied(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      assertThat(engine.apply()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  /** It is kept for good, and no switch has saved it yet. */
  private static void confirmed(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      assertThat(engine.commitEngine.confirm(engine.apply().id(), "uid:0").state())
          .isEqualTo("confirmed");
    }
  }

  /** A save that died is done once more, and then nothing is left to be saved. */
  private static String saved(CrashStage stage, Known known) throws IOException {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.recover();
      for (String leaf : List.of("leaf1", "leaf2")) {
        DeviceId id = new DeviceId(leaf);
        var _ = engine.commitEngine.saves().save(id, "uid:0", true);
        assertThat(engine.commitEngine.saves().check(id).isNothing()).as(leaf).isTrue();
      }
    }
    known.crashOutcome().require(stage, known.crashOutcome().after());
    return "after: saved";
  }

  /** Brings about the state in which a process is killed. */
  @FunctionalInterface
  private interface Situation {
    void bring(CrashStage stage) throws IOException;
  }

  /** Checks the state afterwards; returns the word for the table. */
  @FunctionalInterface
  private interface Outcome {
    String check(CrashStage stage) throws Exception;
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
            return known.crashOutcome().checkAfterReboot(stage);
          }
          return known.crashOutcome().check(stage);
        });
  }

  private void later(
      Victims victims, Known known, String verb, Situation situation, Outcome outcome) {
    List<Points.Point> points = known.of(verb);
    for (int number : chosen(points.size(), 2, 3)) {
      for (Points.Phase phase : phases(number, false)) {
        work.add(stage ->
            matrix.run(
                points.get(number - 1).name(),
                word(phase) + ", during " + verb,
                () -> {
                  situation.bring(stage);
                  victims.undoUntil(stage, verb, points.get(number - 1), phase);
                  return outcome.check(stage);
                }));
      }
    }
  }

  /** The plan itself is torn: nothing had begun. */
  private void cutPlan(CrashStage stage, CrashOutcome crashOutcome) throws IOException {
    interrupted(stage);
    byte[] whole = Files.readAllBytes(stage.journal());
    int start = (int) CrashOutcome.lastRecord(stage.journal());
    stage.reset();
    Files.createDirectories(stage.state());
    int step = ALL ? 1 : 997;
    for (int size = start; size < whole.length; size += step) {
      Files.write(stage.journal(), Arrays.copyOf(whole, size));
      CrashOutcome.breakOff(stage.journal(), size);
      int cut = size;
      matrix.run(
          "plan, cut at byte %06d".formatted(size - start),
          "cut",
          () -> {
            boolean look = cut == start || cut % 997 == 0;
            return look ? crashOutcome.check(stage) : unread(stage);
          });
    }
  }

  private static String unread(CrashStage stage) {
    assertThat(CrashOutcome.records(stage.journal()))
        .as("what the devices are, and no plan")
        .isOne();
    return "before: not begun";
  }

  /** The window is torn: undone at the next start. */
  private void cutApplied(CrashStage stage, CrashOutcome crashOutcome) throws IOException {
    for (int bytes : sizes(stage, crashOutcome)) {
      matrix.run(
          "applied, cut at byte %06d".formatted(bytes),
          "cut",
          () -> {
            applied(stage);
            CrashOutcome.breakOff(
                stage.journal(), CrashOutcome.lastRecord(stage.journal()) + bytes);
            return crashOutcome.check(stage);
          });
    }
  }

  private List<Integer> sizes(CrashStage stage, CrashOutcome crashOutcome) throws IOException {
    applied(stage);
    int length = (int) (Files.size(stage.journal()) - CrashOutcome.lastRecord(stage.journal()));
    crashOutcome.require(stage, crashOutcome.after());
    return ALL ? chosen(length, length, 0).stream().map(n -> n - 1).toList() : List.of(length / 2);
  }

  /** The last word is torn: a confirm leaves the window open, a rollback is done once more. */
  private void cutOutcome(CrashStage stage, CrashOutcome crashOutcome, boolean confirm)
      throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      String id = engine.apply().id();
      Commit last =
          confirm
              ? engine.commitEngine.confirm(id, "uid:0")
              : engine.commitEngine.cancel(id, "matrix", "uid:0");
      assertThat(last.state()).isEqualTo(confirm ? "confirmed" : "rolled-back");
    }
    byte[] whole = Files.readAllBytes(stage.journal());
    int start = (int) CrashOutcome.lastRecord(stage.journal());
    for (int size = start; size < whole.length; size += ALL ? 1 : 17) {
      Files.write(stage.journal(), Arrays.copyOf(whole, size));
      CrashOutcome.breakOff(stage.journal(), size);
      matrix.run(
          "%s, cut at byte %06d".formatted(confirm ? "confirmed" : "rolled back", size - start),
          "cut",
          () -> {
            try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
              engine.commitEngine.recover();
              crashOutcome.require(stage, confirm ? crashOutcome.after() : crashOutcome.before());
              return engine.commitEngine.commits().iterator().next().state();
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
    return "killed " + phase.name().toLowerCase(Locale.ROOT);
  }
}
