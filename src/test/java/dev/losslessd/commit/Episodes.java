package dev.losslessd.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Episodes one after another, and what they came to together. */
final class Episodes {
  private final Path folder;
  private final long seed;
  final Map<String, Integer> met = new TreeMap<>();
  final Map<String, Integer> pairs = new TreeMap<>();

  /** Violations, each with its story. */
  final List<String> wrong = new ArrayList<>();

  /** Number of episodes with a violation. */
  int broken;

  Episodes(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /**
   * As a process of its own: a folder, the end, the seed, and with which to begin. Says how many
   * were broken, and how the first was.
   */
  public static void main(String[] words) throws IOException {
    Episodes all = new Episodes(Path.of(words[0]), Long.parseLong(words[2]));
    int count = Integer.parseInt(words[1]);
    for (int n = words.length > 3 ? Integer.parseInt(words[3]) : 0; n < count; n++) {
      all.run(n);
    }
    all.wrong.stream().limit(1).forEach(System.out::println);
    all.wrong.forEach(text -> System.out.println(text.lines().findFirst().orElse("")));
    System.out.println(all.broken + " of the episodes to " + count + " are broken");
    Runtime.getRuntime().halt(0); // a mutant may have left something running
  }

  void run(int n) throws IOException {
    Path own = Files.createDirectories(folder.resolve("episode-" + n));
    Episode episode = new Episode(own, seed * 1_000_003 + n);
    Diary diary = episode.diary();
    try {
      episode.run();
    } catch (Exception | AssertionError e) {
      diary.wrong("ended in " + e + " at " + List.of(e.getStackTrace()).subList(0, 5));
    }
    diary.met().forEach((what, times) -> met.merge(what, times, Integer::sum));
    diary.pairs().forEach(pair -> pairs.merge(pair, 1, Integer::sum));
    String story = "\n    " + String.join("\n    ", diary.story());
    diary.wrong().forEach(text -> wrong.add("episode " + n + ": " + text + story));
    broken += diary.wrong().isEmpty() ? 0 : 1;
    forget(own);
  }

  private static void forget(Path own) throws IOException {
    try (Stream<Path> files = Files.walk(own)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
