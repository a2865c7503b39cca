package dev.losslessd.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.text.Counted.Reads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Texts that make a backtracking matcher take for ever, made of each pattern that the program has:
 * a part that may come again comes again and again, and then something that does not fit.
 */
class LinearTimeTest {
  private static final int LENGTH = 1_500;

  /** As deep as the smallest threads of the program. */
  private static final int STACK = 512 << 10;

  /** A match reads the text, reads it for its groups, and looks at the characters beside it. */
  private static final int MOST_READS = 40;

  /** Expressions that are only matched with a whole text: many matches in it would be slow. */
  private static final Set<String> WHOLE =
      Set.of(
          "[{}]|.*\\{|--.*:|[^:]+:.*",
          "module_\\w+|phy_raw_errors_lane\\d+|\\w+_phy",
          "rdma|all|mine|!?[^!:\\s][^:\\s]*:\\S+");

  @Test
  void noPatternReadsACharacterMoreOftenTheLongerTheTextIs() throws Exception {
    SortedMap<String, String> patterns = PatternsInUse.collect();
    assertThat(patterns).hasSizeGreaterThan(400);

    List<String> slow = new ArrayList<>();
    onSmallStack(() ->
        patterns.forEach((regex, where) -> {
          double worst = worstReads(Pattern.compile(regex));
          if (System.getProperty("patterns") != null) {
            System.out.printf("%.1f %s %s%n", worst, where, regex);
          }
          if (worst > MOST_READS && !WHOLE.contains(regex)) {
            slow.add(where + " reads each character " + worst + " times: " + regex);
          }
        }));
    assertThat(slow).isEmpty();
  }

  /** The most reads of a character, of all texts that are made of a pattern. */
  private static double worstReads(Pattern pattern) {
    double worst = 0;
    for (Expression.Pump pump :
        Expression.pumps(Expression.read(pattern.pattern()), new Random(1))) {
      for (String end : List.of("", "\u0002", "!\n")) {
        String body = pump.body().repeat(Math.max(1, LENGTH / pump.body().length()));
        String text = pump.before() + body + end;
        worst = Math.max(worst, (double) reads(pattern, text) / text.length());
      }
    }
    return worst;
  }

  private static long reads(Pattern pattern, String text) {
    Reads whole = new Reads();
    pattern.matcher(new Counted(text, whole)).matches();
    Reads first = new Reads();
    Matcher matcher = pattern.matcher(new Counted(text, first));
    while (matcher.find()) {
      matcher.toMatchResult();
    }
    return Math.max(whole.count, first.count);
  }

  @Test
  void programsAreSmall() throws IOException {
    Map<Integer, String> sizes = new TreeMap<>();
    PatternsInUse.collect()
        .keySet()
        .forEach(regex -> sizes.put(Pattern.compile(regex).whole().re2().programSize(), regex));
    assertThat(sizes.keySet()).allMatch(size -> size < 6_000);
  }

  @Test
  void textThatIsTooLongIsAnErrorAndNoAnswer() {
    CharSequence text = "a".repeat(Pattern.LONGEST_TEXT + 1);

    assertThatThrownBy(() -> Pattern.compile("a+").matcher(text))
        .isInstanceOf(TextTooLongException.class)
        .hasMessage("8388609 characters of text: expected at most 8388608");
    assertThatThrownBy(() -> Pattern.compile("a".repeat(Pattern.LONGEST_PATTERN + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected at most 16384");
  }

  private static void onSmallStack(Runnable work) throws InterruptedException {
    AtomicReference<Throwable> failed = new AtomicReference<>();
    Thread thread = new Thread(null, work, "pump", STACK);
    thread.setUncaughtExceptionHandler((_, e) -> failed.set(e));
    thread.start();
    thread.join();
    assertThat(failed.get()).isNull();
  }
}
