package dev.losslessd.transport.ssh;

import dev.losslessd.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One command line, as a list of words.
 *
 * @param changes whether it may change the device's state, and so has to pass the write gate
 * @param expects questions that it asks
 * @param within its deadline, null for the target's
 */
public record Command(
    List<CliWord> words, boolean changes, List<Expect> expects, @Nullable Duration within) {
  /**
   * Longest line. Terminals are 511 columns wide here, the most NX-OS takes, and a line that wraps
   * would come back with an echo that is not what was sent.
   */
  private static final int LONGEST = 400;

  public Command {
    words = List.copyOf(words);
    expects = List.copyOf(expects);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("command without words");
    }
    int length = lineOf(words).length();
    if (length > LONGEST) {
      throw new IllegalArgumentException(
          "command %s has %s characters: expected at most %s"
              .formatted(PrintableText.quoted(lineOf(words)), length, LONGEST));
    }
  }

  /** A command that changes nothing: {@code Command.read("show", "interface").with(port)}. */
  public static Command read(String... literals) {
    return new Command(literals(literals), false, List.of(), null);
  }

  /** A command that may change the device; a mode change such as {@code configure} counts too. */
  public static Command write(String... literals) {
    return new Command(literals(literals), true, List.of(), null);
  }

  /** Goes on with words from outside. */
  public Command with(CliArgument... arguments) {
    return and(Arrays.asList(arguments));
  }

  public Command expecting(Expect... questions) {
    List<Expect> all = new ArrayList<>(expects);
    all.addAll(Arrays.asList(questions));
    return new Command(words, changes, all, within);
  }

  public Command within(Duration deadline) {
    return new Command(words, changes, expects, deadline);
  }

  /** The line without Enter. */
  public String line() {
    return lineOf(words);
  }

  @Override
  public String toString() {
    return line();
  }

  private Command and(List<? extends CliWord> more) {
    List<CliWord> all = new ArrayList<>(words);
    all.addAll(more);
    return new Command(all, changes, expects, within);
  }

  private static List<CliWord> literals(String... texts) {
    return Arrays.stream(texts).<CliWord>map(CliWord.Literal::new).toList();
  }

  private static String lineOf(List<CliWord> words) {
    return words.stream().map(CliWord::text).collect(Collectors.joining(" "));
  }
}
