package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Headroom without a switch ASIC: the peer's response, and mlx5's own buffer. */
class PlainHeadroomTest {
  @Test
  void thePeersResponseInBytes() {
    assertThat(PeerResponse.bytes(100_000)).hasValue(25_216);
    assertThat(PeerResponse.bytes(400_000)).hasValue(57_920);
    assertThat(PeerResponse.bytes(800_000)).hasValue(57_920);
    assertThat(PeerResponse.quanta(1_000)).hasValue(2);
    assertThat(PeerResponse.quanta(100)).hasValue(1);
    assertThat(PeerResponse.quanta(100_001)).isEmpty();
  }

  @Test
  void mlx5ReckonsAsItsDriverDoes() {
    Span span = new Span(100_000, 7, 1500);
    assertThat(NicHeadroom.xoffBytes(span)).isEqualTo(31_600 + 4_080);
    assertThat(NicHeadroom.leastBuffer(span, 9216, 128)).isEqualTo(45_024);
    assertThat(NicHeadroom.leastBuffer(span, 1500, 128)).isEqualTo(45_024);
    assertThat(NicHeadroom.xoffBytes(new Span(10_000, 7, 1500)))
        .as("slower than 40G is reckoned as 40G")
        .isEqualTo(NicHeadroom.xoffBytes(new Span(40_000, 7, 1500)));
  }

  @Test
  void mlx5NeverNeedsLessForMore() {
    Random random = new Random(4713);
    for (int round = 0; round < 20_000; round++) {
      int rate = 1 + random.nextInt(800_000);
      int metres = random.nextInt(1000);
      int mtu = 64 + random.nextInt(9000);
      long need = NicHeadroom.xoffBytes(new Span(rate, metres, mtu));
      int more = random.nextInt(500);
      assertThat(NicHeadroom.xoffBytes(new Span(rate, metres + more, mtu)))
          .isGreaterThanOrEqualTo(need);
      assertThat(NicHeadroom.xoffBytes(new Span(rate, metres, mtu + more)))
          .isGreaterThanOrEqualTo(need);
      assertThat(NicHeadroom.xoffBytes(new Span(rate + more, metres, mtu)))
          .isGreaterThanOrEqualTo(need);
    }
  }
}
