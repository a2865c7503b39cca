package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Ledger.Entry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lines of ledgers by their parts, and the words of an inverse. */
class LedgerTest {
  private static final Map<String, String> PARTS = Map.of("PORT", "et-\\d", "N", "(?<n>\\d+)");

  @Test
  void aLineHasItsPartsInPlaceAndNoPartIsLeftOut() {
    assertThat(Entry.filled(PARTS, "set <PORT> mtu <N>$")).isEqualTo("set et-\\d mtu (?<n>\\d+)$");
    assertThatThrownBy(() -> Entry.filled(PARTS, "set <UNIT>")).hasMessageContaining("set <UNIT>");
  }

  @Test
  void theFirstOfSomeEntriesIsFoundInTheOrderOfTheLedger() {
    Ledger ledger =
        new Ledger(
            List.of(
                Entry.read("a", "x", "s"), Entry.read("b", "x|y", "s"), Entry.read("c", "y", "s")));

    assertThat(ledger.find("y", List.of("c", "b"))).map(Entry::id).contains("b");
    assertThat(ledger.find("y", List.of("a"))).isEmpty();
  }

  @Test
  void wordsOfAnInverseComeBackAsLines() {
    assertThat(InverseWords.of(List.of("mtu 9000", "b", "mtu 9000"))).isEqualTo("b; mtu 9000");
    assertThat(InverseWords.parse("b; mtu 9000")).containsExactly("b", "mtu 9000");
    assertThat(InverseWords.parse(InverseWords.of(List.of()))).isEmpty();
  }
}
