package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingSourcesTest {
  private static final Finding FIRST = FindingRule.UNREAD.at("leaf1", "silent");
  private static final Finding LAST = FindingRule.UNREAD.at("leaf2", "silent");

  private final FindingSources<Boolean> sources = new FindingSources<>();

  @Test
  void theSourcesAreAskedInTheOrderInWhichTheyCame() {
    sources.add("first", _ -> Stream.of(FIRST));
    sources.add("last", _ -> Stream.of(LAST));

    assertThat(sources.findings(true)).containsExactly(FIRST, LAST);
  }

  @Test
  void aSourceThatFailsKeepsWhatItFoundAndHidesNoOther() {
    sources.add("first", _ -> Stream.of(FIRST));
    sources.add("broken", works -> Stream.of(LAST).peek(_ -> require(works)));
    sources.add("last", _ -> Stream.of(FIRST));

    assertThat(sources.findings(true)).containsExactly(FIRST, LAST, FIRST);
    List<Finding> found = sources.findings(false);
    assertThat(found).contains(LAST).filteredOn(FIRST::equals).hasSize(2);
    assertThat(found)
        .filteredOn(one -> one.rule() == FindingRule.DAEMON_TASK)
        .singleElement()
        .satisfies(one ->
            assertThat(one.message()).contains("source of findings 'broken' failed", "a bug"));
    assertThat(sources.findings(true)).containsExactly(FIRST, LAST, FIRST);
  }

  private static void require(boolean works) {
    if (!works) {
      throw new IllegalStateException("a bug");
    }
  }
}
