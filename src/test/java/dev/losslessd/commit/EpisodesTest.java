package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commits under faults that nobody chose: devices that are silent, refuse or lie, crashes, reboots,
 * full disks, freezes, other writers and hasty people, in an order that a seed makes. When all
 * faults end, every device must be as the journal's last word says. {@code -Depisodes=5000} for the
 * campaign; {@code bin/test --long episodes} runs it.
 */
class EpisodesTest {
  private static final int EPISODES = Integer.getInteger("episodes", 150);
  private static final long SEED = Long.getLong("seed", 17);

  @TempDir private Path folder;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void whateverHappensDevicesAreAsTheJournalSays() throws Exception {
    Map<String, Integer> met = new TreeMap<>();
    Map<String, Integer> pairs = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (int n = 0; n < EPISODES; n++) {
      Path own = Files.createDirectories(folder.resolve("episode-" + n));
      Episode episode = new Episode(own, SEED * 1_000_003 + n);
      try {
        episode.run();
      } catch (Exception | AssertionError e) {
        episode.wrong("ended in " + e);
      }
      episode.met().forEach((what, times) -> met.merge(what, times, Integer::sum));
      episode.pairs().forEach(pair -> pairs.merge(pair, 1, Integer::sum));
      for (String text : episode.wrong()) {
        wrong.add("episode " + n + ": " + text + "\n    " + String.join("\n    ", episode.story()));
      }
    }
    System.out.println(EPISODES + " episodes, seed " + SEED + ", " + wrong.size() + " wrong");
    System.out.println("met: " + met);
    System.out.println(
        pairs.size()
            + " pairs of faults, the rarest "
            + pairs.values().stream().mapToInt(Integer::intValue).min().orElse(0)
            + " times");
    assertThat(wrong).isEmpty();
  }
}
