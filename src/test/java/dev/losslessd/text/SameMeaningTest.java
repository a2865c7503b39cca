package dev.losslessd.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pattern matches what the JDK's own regular expressions match, with the same groups. */
class SameMeaningTest {
  private static final int SAMPLES = 12;
  private static final int LONGEST = 400;
  private static final int MOST_LINES = 4_000;
  private static final String ODD =
      "\n\u0085\u2028\t \u000b\u0001a0_-:/.,;\"'|#%\u00e9\ud83d\ude00";

  @Test
  void allPatternsMeanWhatTheyMeanInTheJdk() throws IOException {
    List<String> lines = captures();
    List<String> wrong = new ArrayList<>();
    PatternsInUse.collect()
        .forEach((regex, where) -> {
          Pattern ours = Pattern.compile(regex);
          Jdk theirs = new Jdk(regex);
          texts(regex, lines).stream()
              .map(text -> difference(ours, theirs, text))
              .filter(different -> !different.isEmpty())
              .limit(2)
              .forEach(different -> wrong.add(where + ": " + different));
        });
    assertThat(wrong).isEmpty();
  }

  /** Samples of what matches, the same with a character put in, lost or changed, and captures. */
  private static Set<String> texts(String regex, List<String> lines) {
    Random random = new Random(regex.hashCode());
    Expression.Node node = Expression.read(regex);
    Set<String> texts = new LinkedHashSet<>(List.of("", "\n"));
    for (int n = 0; n < SAMPLES; n++) {
      String sample = Expression.sample(node, random);
      texts.add(sample);
      texts.add(changed(sample, random));
      texts.add(changed(changed(sample, random), random));
      texts.add(changed(sample + ODD.charAt(n % ODD.length()) + sample, random));
      texts.add(sample + "\n" + changed(Expression.sample(node, random), random) + "\r");
    }
    for (int n = 0; n < SAMPLES * 2; n++) {
      texts.add(lines.get(random.nextInt(lines.size())));
    }
    texts.removeIf(text -> text.length() > LONGEST);
    return texts;
  }

  private static String changed(String text, Random random) {
    int at = random.nextInt(text.length() + 1);
    char odd = ODD.charAt(random.nextInt(ODD.length()));
    int end = Math.min(text.length(), at + random.nextInt(2));
    return random.nextBoolean()
        ? text.substring(0, at) + odd + text.substring(end)
        : text.substring(0, at) + text.substring(end);
  }

  private static String difference(Pattern pattern, Jdk jdk, String text) {
    String ours = ours(pattern, text);
    String theirs = jdk.all(text);
    return ours.equals(theirs)
        ? ""
        : pattern + " on '" + shown(text) + "'\n ours " + ours + "\n JDK  " + theirs;
  }

  private static String shown(String text) {
    StringBuilder all = new StringBuilder();
    text.chars().forEach(c -> all.append(c < ' ' || c > '~' ? "<%x>".formatted(c) : "" + (char) c));
    return all.toString();
  }

  private static String ours(Pattern pattern, String text) {
    StringBuilder all = new StringBuilder();
    Matcher matcher = pattern.matcher(text);
    all.append(matcher.matches() ? places(matcher) : "-");
    all.append(matcher.lookingAt() ? places(matcher) : "-");
    matcher.reset();
    while (matcher.find()) {
      all.append(places(matcher));
    }
    return all.append(Arrays.toString(pattern.split(text))).toString();
  }

  private static String places(MatchResult match) {
    StringBuilder all = new StringBuilder("(");
    for (int n = 0; n <= match.groupCount(); n++) {
      all.append(match.start(n)).append('-').append(match.end(n)).append(' ');
    }
    return all.append(")").toString();
  }

  /** Lines of the captures of devices: those of the tests, and the ones beside the repository. */
  private static List<String> captures() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String folder : List.of("src/test/resources", "../shared/data/switch")) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
          for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            text.lines()
                .filter(line -> line.length() < LONGEST)
                .limit(MOST_LINES)
                .forEach(lines::add);
          }
        }
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a)\\1",
        "a*+",
        "(?>a)b",
        "(?=ab)",
        "a(?!b)c",
        "(?<=ab)c",
        "(?<!a)b|c",
        "[a-z&&[^b]]",
        "[a[bc]]",
        "\\Gx",
        "\\Z",
        "\\v",
        "a$b",
        "(a$)*",
        "(?x) a",
        "\\p{Lu}",
        "x{1,1001}",
        "a(?i)b",
        "[\\s-z]",
        "\\u0041",
        "a)"
      })
  void refusesWhatIsNotLinearOrMeansSomethingElse(String regex) {
    assertThatThrownBy(() -> Pattern.compile(regex).matcher("").find())
        .isInstanceOfAny(IllegalArgumentException.class, RuntimeException.class);
  }
}
