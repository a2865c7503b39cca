package dev.losslessd.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Globs compared with the regexes that they replace, and against names that make a regex slow. */
class GlobTest {
  private static final String LONG = "a".repeat(10_000);

  @Test
  void aGlobFitsWhatItsRegexMatches() {
    Random random = new Random(20_270_101);
    int fitting = 0;
    for (int n = 0; n < 50_000; n++) {
      String glob = text(random, "aab.***?", 8);
      String name = text(random, "aaab.A*?", 10);

      boolean fits = new Glob(glob).fits(name);

      assertThat(fits)
          .as("'%s' and '%s'", glob, name)
          .isEqualTo(regex(glob).matcher(name).matches());
      fitting += fits ? 1 : 0;
    }
    assertThat(fitting).isBetween(5_000, 45_000);
  }

  @Test
  void aGlobIsOfTheWholeNameAndCaseCounts() {
    assertThat(new Glob("leaf?").fits("leaf1")).isTrue();
    assertThat(new Glob("leaf?").fits("leaf")).isFalse();
    assertThat(new Glob("leaf").fits("leaf1")).isFalse();
    assertThat(new Glob("eaf1").fits("leaf1")).isFalse();
    assertThat(new Glob("Leaf1").fits("leaf1")).isFalse();
    assertThat(new Glob("Ethernet1/*").fits("Ethernet1/7/1")).isTrue();
    assertThat(new Glob("*").fits("")).isTrue();
    assertThat(new Glob("").fits("")).isTrue();
    assertThat(new Glob("").fits("a")).isFalse();
  }

  /** With a regex this test would not end. */
  @ParameterizedTest
  @ValueSource(strings = {"*", "*a", "a*", "*?", "*a*?"})
  void manyStarsCostNoMoreThanTheirNumber(String part) {
    String glob = part.repeat(128);

    assertThat(new Glob(glob + "Z").fits(LONG)).isFalse();
    assertThat(new Glob(glob + "Z").fits(LONG + "Z")).isTrue();
  }

  private static String text(Random random, String of, int longest) {
    return random
        .ints(random.nextInt(longest + 1), 0, of.length())
        .mapToObj(at -> of.substring(at, at + 1))
        .collect(Collectors.joining());
  }

  private static Pattern regex(String glob) {
    return Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"));
  }
}
