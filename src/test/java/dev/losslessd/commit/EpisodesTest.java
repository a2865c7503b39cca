package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
@SystemGroup
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

  private Episodes inLanes() throws IOException, InterruptedException {
    Episodes all = new Episodes(folder, SEED);
    new Lanes(folder, SHIPPED ? Lanes.SHIPPED : Lanes.USUAL, Episodes.class)
        .run(LANES, String.valueOf(EPISODES), String.valueOf(SEED))
        .forEach(all::add);
    return all;
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
