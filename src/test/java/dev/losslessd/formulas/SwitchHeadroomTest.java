package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwitchHeadroomTest {
  private static final int[] SPEEDS = {10, 25, 40, 50, 100, 200, 400, 800};

  @ParameterizedTest
  @CsvSource({
    "10, 45056, 46080, 56320",
    "25, 48128, 52224, 76800",
    "40, 57344, 62464, 101376",
    "50, 63488, 69632, 118784",
    "100, 113664, 126976, 225280",
    "200, 131072, 157696, 355328",
    "400, 231424, 283648, 677888",
    "800, 257024, 362496, 1150976",
  })
  void spectrum4NeedsWhatItsVendorPublished(int gbps, long m5, long m40, long m300) {
    assertThat(bytes("spectrum4", gbps, 5, 9216)).hasValue(m5);
    assertThat(bytes("spectrum4", gbps, 40, 9216)).hasValue(m40);
    assertThat(bytes("spectrum4", gbps, 300, 9216)).hasValue(m300);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 21504, 21504, 25600",
    "25, 22528, 24576, 34816",
    "40, 26624, 28672, 45056",
    "50, 28672, 31744, 52224",
    "100, 49152, 55296, 95232",
    "200, 57344, 67584, 148480",
    "400, 98304, 119808, 281600",
    "800, 108544, 152576, 476160",
  })
  void halfSmallPacketsNeedLessAsInSonicsDefault(int gbps, long m5, long m40, long m300) {
    long[] expected = {m5, m40, m300};
    int[] metres = {5, 40, 300};
    for (int i = 0; i < 3; i++) {
      Span span = new Span(gbps * 1000L, metres[i], 9100);
      assertThat(SwitchHeadroom.need(asic("spectrum4"), span, LosslessTraffic.SONIC_DEFAULT, 0))
          .map(HeadroomNeed::bytes)
          .hasValue(expected[i]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10, 32768, 33792, 40960, 29696, 29696, 36864",
    "25, 32768, 35840, 54272, 29696, 31744, 48128",
    "40, 33792, 37888, 66560, 29696, 32768, 59392",
    "50, 33792, 38912, 75776, 29696, 33792, 66560",
    "100, 33792, 44032, 117760, 30720, 38912, 104448",
  })
  void olderSpectrumsNeedWhatTheirTablesSay(
      int gbps, long c5, long c40, long c300, long a5, long a40, long a300) {
    for (String name : List.of("spectrum2", "spectrum3")) {
      assertThat(bytes(name, gbps, 5, 9216)).hasValue(c5);
      assertThat(bytes(name, gbps, 40, 9216)).hasValue(c40);
      assertThat(bytes(name, gbps, 300, 9216)).hasValue(c300);
    }
    assertThat(bytes("spectrum1", gbps, 5, 9216)).hasValue(a5);
    assertThat(bytes("spectrum1", gbps, 40, 9216)).hasValue(a40);
    assertThat(bytes("spectrum1", gbps, 300, 9216)).hasValue(a300);
  }

  @Test
  void generationsAreNeverMixed() {
    assertThat(bytes("spectrum3", 400, 5, 9216)).hasValue(38_912L);
    assertThat(bytes("spectrum4", 400, 5, 9216)).hasValue(231_424L);
    assertThat(bytes("spectrum3", 200, 300, 9216)).hasValue(203_776L);
    assertThat(bytes("spectrum3", 400, 300, 9216)).hasValue(373_760L);
  }

  @ParameterizedTest
  @CsvSource({
    "tomahawk4, 25, 75438, 78740, 103378",
    "tomahawk4, 50, 91694, 98298, 147574",
    "tomahawk4, 100, 129032, 142240, 240538",
    "tomahawk4, 200, 214122, 240792, 437134",
    "tomahawk4, 400, 371348, 424434, 817372",
    "tomahawk, 25, 53248, 53248, 79040",
    "tomahawk, 50, 90272, 96096, 141856",
    "tomahawk, 100, 165568, 177632, 268736",
    "teralynx10, 800, 197536, 205520, 468640",
  })
  void aTableGivesItsPointsAndRoundsTheCableUp(
      String asic, int gbps, long m5, long m40, long m300) {
    assertThat(bytes(asic, gbps, 5, 9216)).hasValue(m5);
    assertThat(bytes(asic, gbps, 6, 9216)).hasValue(m40);
    assertThat(bytes(asic, gbps, 40, 9216)).hasValue(m40);
    assertThat(bytes(asic, gbps, 41, 9216)).hasValue(m300);
    assertThat(bytes(asic, gbps, 300, 9216)).hasValue(m300);
    assertThat(bytes(asic, gbps, 301, 9216)).isEmpty();
  }

  @Test
  void whatNobodyPublishedHasNoNumber() {
    assertThat(Asic.named("cloudscale")).isEmpty();
    assertThat(Asic.named("spectrum")).isEmpty();
    assertThat(Asic.named("Spectrum-4")).isPresent();
    assertThat(bytes("tomahawk5", 800, 5, 9216)).hasValue(724_662L);
    assertThat(bytes("tomahawk5", 800, 6, 9216)).isEmpty();
    assertThat(bytes("tomahawk5", 400, 5, 9216)).isEmpty();
    assertThat(bytes("tomahawk", 400, 5, 9216)).isEmpty();
    assertThat(SwitchHeadroom.need(asic("spectrum4"), new Span(123_000, 5, 9216))).isEmpty();
  }

  @Test
  void whatWasNotComparedWithATableSaysSo() {
    Span span = new Span(400_000, 5, 9216);
    assertThat(SwitchHeadroom.need(asic("spectrum4"), span).orElseThrow().verified()).isTrue();
    assertThat(SwitchHeadroom.need(asic("spectrum5"), span).orElseThrow().verified()).isFalse();
    assertThat(SwitchHeadroom.need(asic("spectrum6"), span).orElseThrow().verified()).isFalse();
  }

  @Test
  void theTextNamesEachTerm() {
    assertThat(SwitchHeadroom.need(asic("spectrum4"), new Span(100_000, 5, 9216)).orElseThrow())
        .extracting(HeadroomNeed::text)
        .isEqualTo(
            "113664 bytes (lossless MTU 1024 + port MTU 9216 + cable 631 + gearbox 0"
                + " + MAC and PHY 819 + peer response 25216 + tile 1500)");
  }

  @Test
  void aGearboxCountsTwice() {
    Span span = new Span(100_000, 5, 9216);
    HeadroomNeed need =
        SwitchHeadroom.need(asic("spectrum4"), span, LosslessTraffic.WORST, 10).orElseThrow();

    // 2 * 100000 * 10 / 8192 = 244.14 bytes, times three for cells of 192
    assertThat(need.terms()).extracting(HeadroomNeed.Term::name).contains("gearbox");
    assertThat(need.terms().get(3).bytes()).isCloseTo(244.14, within(0.01));
    assertThat(need.bytes()).isEqualTo(114_688);
  }

  @Test
  void theSlopeIsThatOfLight() {
    double slope =
        (bytes("spectrum4", 100, 300, 9216).orElseThrow()
                - bytes("spectrum4", 100, 5, 9216).orElseThrow())
            / 295.0;
    assertThat(slope).isCloseTo(378.4, within(0.05));
    assertThat(new Span(100_000, 1, 9216).roundTripBytes()).isCloseTo(126.26, within(0.01));
  }

  @Test
  void moreCableMtuOrSpeedNeverNeedsLess() {
    Random random = new Random(4711);
    for (int round = 0; round < 20_000; round++) {
      String name = Asic.names().get(random.nextInt(Asic.names().size()));
      int gbps = random.nextInt(SPEEDS.length);
      int metres = random.nextInt(400);
      int mtu = 1500 + random.nextInt(8000);
      Optional<Long> need = bytes(name, SPEEDS[gbps], metres, mtu);
      if (need.isEmpty()) {
        continue;
      }
      List<Optional<Long>> more = new ArrayList<>();
      more.add(bytes(name, SPEEDS[gbps], metres + random.nextInt(100), mtu));
      more.add(bytes(name, SPEEDS[gbps], metres, mtu + random.nextInt(1000)));
      if (!(asic(name).rule() instanceof HeadroomRule.Published)) {
        more.add(bytes(name, SPEEDS[Math.min(gbps + 1, SPEEDS.length - 1)], metres, mtu));
      }
      more.forEach(other ->
          other.ifPresent(bytes -> assertThat(bytes).as(name).isGreaterThanOrEqualTo(need.get())));
    }
  }

  @Test
  void moreSmallPacketsNeverNeedLess() {
    Random random = new Random(4712);
    for (int round = 0; round < 5_000; round++) {
      Span span =
          new Span(SPEEDS[random.nextInt(SPEEDS.length)] * 1000L, random.nextInt(400), 9216);
      int small = random.nextInt(100);
      long some = traffic(span, small);
      assertThat(traffic(span, Math.min(99, small + 1))).isGreaterThanOrEqualTo(some);
      assertThat(traffic(span, 100)).isGreaterThanOrEqualTo(some - 2048);
    }
  }

  @Test
  void nonsenseIsNamed() {
    assertThatThrownBy(() -> new Span(0, 5, 9216)).hasMessageContaining("0 Mb/s");
    assertThatThrownBy(() -> new Span(100_000, -1, 9216)).hasMessageContaining("-1 m");
    assertThatThrownBy(() -> new LosslessTraffic(1024, 101)).hasMessageContaining("101%");
  }

  private static long traffic(Span span, int smallPercent) {
    return SwitchHeadroom.need(asic("spectrum4"), span, new LosslessTraffic(1024, smallPercent), 0)
        .orElseThrow()
        .bytes();
  }

  private static Optional<Long> bytes(String asic, int gbps, int metres, int mtu) {
    return SwitchHeadroom.need(asic(asic), new Span(gbps * 1000L, metres, mtu))
        .map(HeadroomNeed::bytes);
  }

  private static Asic asic(String name) {
    return Asic.named(name).orElseThrow();
  }
}
