package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commits under faults that nobody chose: devices that are silent, refuse, lie or are replaced,
 * crashes, reboots, full disks, freezes, maintenance, clocks that are set, exceptions of our own,
 * other writers and agents and hasty people, in an order that a seed makes. When all faults end,
 * every device must be as the journal's last word says, and can be left as it was found.
 *
 * <p>{@code -Depisodes=50000} for the campaign, in two processes; {@code -Dshipped=true} with the
 * heap and the options of the package. {@code bin/test --long episodes} runs it.
 */
class EpisodesTest {
  private static final int EPISODES = Integer.getInteger("episodes", 120);
  private static final long SEED = Long.getLong("seed", 17);
  private static final boolean SHIPPED = Boolean.getBoolean("shipped");

  /** From so many on each verb and each pair of faults must be there so often. */
  private static final int WHOLE = 5000;

  private static final int LANES =
      Integer.getInteger("lanes", EPISODES >= WHOLE ? 2 : SHIPPED ? 1 : 0);

  /** Violations that are told with their stories. */
  private static final int MOST = 3;

  private static final int EACH = 200;
  private static final int EACH_PAIR = 20;
  private static final List<String> VERBS =
      List.of(
          "undoing",
          "FREEZE",
          "CLOCK",
          "OWN",
          "OBSERVE",
          "retry",
          "abandon",
          "save",
          "stage",
          "wave",
          "unset",
          "rollback",
          "apply",
          "repair",
          "maintenance",
          "crowd",
          "recover",
          "restart",
          "prune",
          "reload",
          "enforce",
          "release",
          "release --keep",
          "give back",
          "replace",
          "accept",
          "absent PT1S",
          "absent PT1M",
          "absent PT1H",
          "absent PT24H");

  @TempDir private Path folder;

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void whateverHappensDevicesAreAsTheJournalSays() throws Exception {
    Instant begun = Instant.now();
    Episodes all = LANES == 0 ? here() : inLanes();
    print(all, Duration.between(begun, Instant.now()));
    assertThat(all.wrong.stream().limit(MOST).toList()).isEmpty();
    assertThat(VERBS)
        .allSatisfy(verb -> assertThat(all.met).hasEntrySatisfying(verb, EpisodesTest::often));
    int kinds = Fault.values().length;
    if (EPISODES >= WHOLE) {
      assertThat(all.pairs).hasSize(kinds * (kinds + 1) / 2);
      assertThat(all.pairs.values()).allMatch(times -> times >= EACH_PAIR);
    }
  }

  private Episodes here() throws IOException {
    Episodes all = new Episodes(folder, SEED);
    for (int n = 0; n < EPISODES; n++) {
      all.run(n);
    }
    return all;
  }

  /** Processes side by side, each with every n-th episode. */
  private Episodes inLanes() throws IOException, InterruptedException {
    List<Process> lanes = new ArrayList<>();
    Episodes all = new Episodes(folder, SEED);
    try {
      for (int lane = 0; lane < LANES; lane++) {
        lanes.add(lane(lane));
      }
      for (int lane = 0; lane < LANES; lane++) {
        int rc = lanes.get(lane).waitFor();
        assertThat(rc).as("lane %d: %s", lane, Files.readString(out(lane))).isZero();
        all.add(Files.readAllLines(results(lane)));
      }
    } finally {
      lanes.forEach(Process::destroyForcibly);
    }
    return all;
  }

  private Process lane(int lane) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        SHIPPED
            ? List.of("@bin/jvm.options")
            : List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
    command.addAll(
        List.of(
            "-Dlosslessd.log=error",
            "-cp",
            System.getProperty("java.class.path"),
            Episodes.class.getName(),
            Files.createDirectories(folder.resolve("lane-" + lane)).toString(),
            String.valueOf(EPISODES),
            String.valueOf(SEED),
            String.valueOf(lane),
            String.valueOf(LANES),
            results(lane).toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(out(lane).toFile())
        .start();
  }

  private Path out(int lane) {
    return folder.resolve("lane-" + lane + ".txt");
  }

  private Path results(int lane) {
    return folder.resolve("lane-" + lane + ".results");
  }

  private static void often(int times) {
    assertThat(times).isGreaterThanOrEqualTo(EPISODES < WHOLE ? 1 : EACH);
  }

  private static void print(Episodes all, Duration took) {
    System.out.printf(
        "%d episodes, seed %d, %d wrong, %d s, %.0f a second%s%n",
        EPISODES,
        SEED,
        all.broken,
        took.toSeconds(),
        EPISODES * 1000.0 / Math.max(1, took.toMillis()),
        SHIPPED ? ", with the options of the package" : "");
    all.met.forEach((what, times) ->
        System.out.printf("%-18s | %6d%s%n", what, times, VERBS.contains(what) ? " | verb" : ""));
    all.wrong.stream()
        .limit(100)
        .forEach(text -> System.out.println(text.lines().findFirst().orElse("")));
    int rarest = all.pairs.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    System.out.println(all.pairs.size() + " pairs of faults, the rarest " + rarest + " times");
  }
}
