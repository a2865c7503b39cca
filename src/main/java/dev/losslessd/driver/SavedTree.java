package dev.losslessd.driver;

import dev.losslessd.model.Unsaved;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a configuration that runs with one that was saved, both as lines below lines. The order
 * of lines in a block says nothing.
 */
public final class SavedTree {
  /** Words after which a line may hold a secret. */
  private static final Set<String> SECRET =
      Set.of("password", "secret", "key", "key-string", "community", "passphrase");

  private final Predicate<List<String>> isOurs;
  private final List<String> ours = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();

  private SavedTree(Predicate<List<String>> isOurs) {
    this.isOurs = isOurs;
  }

  /**
   * @param isOurs whether this agent sets a line; told with the blocks that it stands in before it
   */
  public static Unsaved compare(
      ConfigTree saved, ConfigTree running, Predicate<List<String>> isOurs) {
    SavedTree both = new SavedTree(isOurs);
    both.compare(List.of(), saved, running);
    return new Unsaved(both.ours, both.foreign);
  }

  private void compare(List<String> blocks, ConfigTree saved, ConfigTree running) {
    one(blocks, saved, running, "+ ", true);
    one(blocks, running, saved, "- ", false);
  }

  /**
   * @param both whether lines that both have are looked into
   */
  private void one(
      List<String> blocks, ConfigTree without, ConfigTree with, String mark, boolean both) {
    Map<String, ConfigTree> others = new HashMap<>();
    without.below().forEach(line -> others.putIfAbsent(line.line(), line));
    for (ConfigTree line : with.below()) {
      ConfigTree other = others.get(line.line());
      if (other == null) {
        tell(blocks, line, mark);
      } else if (both) {
        compare(with(blocks, line.line()), other, line);
      }
    }
  }

  /** Lists a block that only one side has, line by line: some of it may be this agent's. */
  private void tell(List<String> blocks, ConfigTree line, String mark) {
    List<String> path = with(blocks, line.line());
    if (!line.below().isEmpty()) {
      line.below().forEach(one -> tell(path, one, mark));
    } else if (isOurs.test(path)) {
      ours.add(text(blocks, mark + PrintableText.brief(line.line())));
    } else {
      foreign.add(text(blocks, mark + firstWords(line.line())));
    }
  }

  private static List<String> with(List<String> blocks, String line) {
    List<String> path = new ArrayList<>(blocks);
    path.add(line);
    return path;
  }

  private static String text(List<String> blocks, String line) {
    return Stream.concat(blocks.stream().map(PrintableText::brief), Stream.of(line))
        .collect(Collectors.joining(": "));
  }

  /** Never the last word, which is where secrets stand. */
  private static String firstWords(String line) {
    String[] words = line.split(" ", 3);
    if (words.length == 1) {
      return PrintableText.brief(line);
    }
    boolean two = words.length == 3 && !SECRET.contains(words[0]);
    return PrintableText.brief(two ? words[0] + " " + words[1] : words[0]) + " ...";
  }
}
