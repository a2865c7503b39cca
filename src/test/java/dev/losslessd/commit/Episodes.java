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
  /** Stories that are kept whole; of the others one line is left, so that memory suffices. */
  private static final int STORIES = 20;

  private final Path folder;
  private final long seed;
  final Map<String, Integer> met = new TreeMap<>();
  final Map<String, Integer> pairs = new TreeMap<>();

  /** Violations, the first of them each with its story. */
  final List<String> wrong = new ArrayList<>();

  /** Number of episodes with a violation. */
  int broken;

  Episodes(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /**
   * As a process of its own: a folder, the end, the seed, with which to begin, how many lanes there
   * are, and a file for what it came to. Says how many were broken, and how the first was.
   */
  public static void main(String[] words) throws IOException {
    Episodes all = new Episodes(Path.of(words[0]), Long.parseLong(words[2]));
    int count = Integer.parseInt(words[1]);
    int lanes = words.length > 4 ? Integer.parseInt(words[4]) : 1;
    for (int n = words.length > 3 ? Integer.parseInt(words[3]) : 0; n < count; n += lanes) {
      all.run(n);
    }
    all.wrong.stream().limit(1).forEach(System.out::println);
    all.wrong.forEach(text -> System.out.println(first(text)));
    System.out.println(all.broken + " of the episodes to " + count + " are broken");
    if (words.length > 5) {
      Files.write(Path.of(words[5]), all.results());
    }
    Runtime.getRuntime().halt(0); // a mutant may have left something running
  }

  private static String first(String text) {
    return text.lines().findFirst().orElse("");
  }

  private List<String> results() {
    List<String> lines = new ArrayList<>();
    lines.add("broken\t" + broken);
    met.forEach((what, times) -> lines.add("met\t" + times + "\t" + what));
    pairs.forEach((pair, times) -> lines.add("pair\t" + times + "\t" + pair));
    wrong.forEach(text -> lines.add("wrong\t" + text.replace("\n", "\t")));
    return lines;
  }

  /** Adds what another process came to. */
  void add(List<String> results) {
    for (String line : results) {
      String[] words = line.split("\t", 3);
      switch (words[0]) {
        case "broken" -> broken += Integer.parseInt(words[1]);
        case "met" -> met.merge(words[2], Integer.parseInt(words[1]), Integer::sum);
        case "pair" -> pairs.merge(words[2], Integer.parseInt(words[1]), Integer::sum);
        default -> wrong.add(line.substring(line.indexOf('\t') + 1).replace("\t", "\n"));
      }
    }
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
    String story = broken < STORIES ? "\n    " + String.join("\n    ", diary.story()) : "";
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
