package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@link CrashMatrixTest}, over two switches that hold what they are given under timers of their
 * own. {@code -Dcrash=all} for every point.
 */
@SystemGroup
class HeldCrashTest {
  private static final boolean ALL = "all".equals(System.getProperty("crash"));
  private static final int SAMPLE = 1;
  private static final int LANES = Integer.getInteger("crash.lanes", 2);

  @TempDir private Path folder;

  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void allDevicesTogetherAreAsBeforeOrAsAfterWhereverTheDaemonIsKilled() throws Exception {
    Matrix matrix = new Matrix(Path.of("target/held-crash-matrix.csv"));
    Victims victims = new Victims(folder.resolve("victims"));
    Lanes.Stages nvue = own -> new CrashStage(own, "20s", SwitchSystem.NVUE);
    List<Lanes.Work> work = new ArrayList<>();
    try (CrashStage first = nvue.in(Files.createDirectories(folder.resolve("stage")))) {
      first.reset();
      Map<String, List<String>> before = first.settled();
      List<Points.Point> points = victims.list(first);
      CrashOutcome crashOutcome = new CrashOutcome(before, first.settled());
      assertThat(points).anyMatch(point -> point.what().contains("--confirm-yes"));
      for (Points.Point point : chosen(points)) {
        for (Points.Phase phase : Points.Phase.values()) {
          work.add(stage ->
              matrix.run(
                  point.name(),
                  "killed " + phase.name().toLowerCase(Locale.ROOT),
                  () -> kill(victims, stage, crashOutcome, point, phase)));
        }
      }
    }
    Lanes.run(folder, LANES, nvue, work);
    matrix.sort();
    System.out.println(matrix.size() + " crashes with held changes, " + matrix.wrong() + " wrong");
    assertThat(matrix.wrong()).isEmpty();
  }

  private static String kill(
      Victims victims,
      CrashStage stage,
      CrashOutcome crashOutcome,
      Points.Point point,
      Points.Phase phase)
      throws Exception {
    stage.reset();
    victims.applyUntil(stage, point, phase);
    return crashOutcome.check(stage);
  }

  /** A keep is always among them: the switch has its word, and the journal not yet what follows. */
  private static List<Points.Point> chosen(List<Points.Point> points) throws IOException {
    if (ALL) {
      return points;
    }
    List<Points.Point> some = new ArrayList<>(points);
    Collections.shuffle(some, new Random(6));
    List<Points.Point> chosen = new ArrayList<>(some.subList(0, Math.min(SAMPLE, some.size())));
    chosen.add(
        points.stream()
            .filter(point -> point.what().contains("--confirm-yes"))
            .findFirst()
            .orElseThrow());
    return chosen;
  }
}
