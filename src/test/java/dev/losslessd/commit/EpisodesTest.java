package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commits under faults that nobody chose: devices that are silent, refuse or lie, crashes, reboots,
 * full disks, freezes, maintenance, other writers and agents and hasty people, in an order that a
 * seed makes. When all faults end, every device must be as the journal's last word says. {@code
 * -Depisodes=5000} for the campaign; {@code bin/test --long episodes} runs it.
 */
class EpisodesTest {
  private static final int EPISODES = Integer.getInteger("episodes", 120);
  private static final long SEED = Long.getLong("seed", 17);

  /** From so many on each verb and each pair of faults must be there so often. */
  private static final int WHOLE = 5000;

  private static final int EACH = 200;
  private static final int EACH_PAIR = 20;
  private static final List<String> VERBS =
      List.of(
          "undoing",
          "FREEZE",
          "retry",
          "save",
          "wave",
          "unset",
          "rollback",
          "repair",
          "maintenance",
          "crowd",
          "recover",
          "absent PT1S",
          "absent PT1M",
          "absent PT1H",
          "absent PT24H");

  @TempDir private Path folder;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void whateverHappensDevicesAreAsTheJournalSays() throws Exception {
    Episodes all = new Episodes(folder, SEED);
    for (int n = 0; n < EPISODES; n++) {
      all.run(n);
    }
    print(all);
    assertThat(all.wrong).isEmpty();
    assertThat(VERBS)
        .allSatisfy(verb -> assertThat(all.met).hasEntrySatisfying(verb, EpisodesTest::often));
    int kinds = Fault.values().length;
    if (EPISODES >= WHOLE) {
      assertThat(all.pairs).hasSize(kinds * (kinds + 1) / 2);
      assertThat(all.pairs.values()).allMatch(times -> times >= EACH_PAIR);
    }
  }

  private static void often(int times) {
    assertThat(times).isGreaterThanOrEqualTo(EPISODES < WHOLE ? 1 : EACH);
  }

  private static void print(Episodes all) {
    System.out.println(EPISODES + " episodes, seed " + SEED + ", " + all.broken + " wrong");
    all.met.forEach((what, times) ->
        System.out.printf("%-18s | %6d%s%n", what, times, VERBS.contains(what) ? " | verb" : ""));
    int rarest = all.pairs.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    System.out.println(all.pairs.size() + " pairs of faults, the rarest " + rarest + " times");
  }
}
