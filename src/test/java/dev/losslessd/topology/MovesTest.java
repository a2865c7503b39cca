package dev.losslessd.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MovesTest {
  private final Moves moves = new Moves();
  private Instant now = Instant.parse("2031-05-06T10:00:00Z");

  @Test
  void aFarEndThatChangesIsToldWithBothPlaces() {
    assertThat(round("gpu01:a leaf1:e1", "gpu01:b leaf1:e2")).isEmpty();

    List<String> told = round("gpu01:a leaf1:e7", "gpu01:b leaf1:e2");

    assertThat(told).containsExactly("gpu01:a was wired to leaf1:e1 and is now wired to leaf1:e7");
    assertThat(round("gpu01:a leaf1:e7", "gpu01:b leaf1:e2")).isEqualTo(told);
  }

  @Test
  void silenceIsNoMove() {
    round("gpu01:a leaf1:e1");
    assertThat(round()).isEmpty();
    assertThat(round("gpu01:a leaf1:e1")).isEmpty();
  }

  @Test
  void aCableThatIsBackIsForgotten() {
    round("gpu01:a leaf1:e1");
    round("gpu01:a leaf1:e7");
    assertThat(round("gpu01:a leaf1:e8"))
        .as("twice moved, from where it was at first")
        .containsExactly("gpu01:a was wired to leaf1:e1 and is now wired to leaf1:e8");
    assertThat(round("gpu01:a leaf1:e1")).isEmpty();
  }

  @Test
  void itIsToldForADay() {
    round("gpu01:a leaf1:e1");
    round("gpu01:a leaf1:e7");
    now = now.plus(Duration.ofDays(1));
    assertThat(round("gpu01:a leaf1:e7")).hasSize(1);
    now = now.plusSeconds(1);
    assertThat(round("gpu01:a leaf1:e7")).isEmpty();
  }

  @Test
  void aNameInsteadOfAnAddressIsNoMove() {
    round("gpu02:b8:3f:d2:0a:1b:20 leaf1:e1");
    assertThat(round("gpu02:ens1f0np0 leaf1:e1")).isEmpty();
  }

  private List<String> round(String... cables) {
    List<Link> told =
        Stream.of(cables)
            .map(cable -> cable.split(" ", -1))
            .map(ends ->
                new Link(
                    PortId.parse(ends[0]),
                    PortId.parse(ends[1]),
                    OptionalInt.empty(),
                    Link.Source.LLDP))
            .toList();
    return moves.round(Links.of(List.of(), told), now).stream().map(Moves.Move::text).toList();
  }
}
