package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.formulas.TrafficClass.EcnField;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "106, 26, ECT0",
    "104, 26, NOT_ECT",
    "105, 26, ECT1",
    "107, 26, CE",
    "192, 48, NOT_ECT",
    "96, 24, NOT_ECT",
    "0, 0, NOT_ECT",
    "255, 63, CE",
  })
  void aTrafficClassIsADscpAndTwoBits(int value, int dscp, EcnField ecn) {
    TrafficClass traffic = TrafficClass.of(value);
    assertThat(traffic.dscp()).isEqualTo(Dscp.of(dscp));
    assertThat(traffic.ecn()).isEqualTo(ecn);
    assertThat(TrafficClass.of(Dscp.of(dscp), ecn)).isEqualTo(traffic);
  }

  @Test
  void roceGoesOutAsEctZero() {
    assertThat(TrafficClass.forRoce(Dscp.of(26)).value()).isEqualTo(106);
    for (int dscp = 0; dscp < 64; dscp++) {
      assertThat(TrafficClass.forRoce(Dscp.of(dscp)).value()).isEqualTo(4 * dscp + 2);
    }
    assertThatThrownBy(() -> TrafficClass.of(256)).hasMessageContaining("0..255");
  }

  @Test
  void theNicsDefaultPriorityIsTheUpperThreeBits() {
    assertThat(TrafficClass.defaultPriority(Dscp.of(26))).isEqualTo(Priority.of(3));
    assertThat(TrafficClass.defaultPriority(Dscp.of(48))).isEqualTo(Priority.of(6));
    assertThat(TrafficClass.defaultPriority(TrafficClass.of(96).dscp())).isEqualTo(Priority.of(3));
  }

  @ParameterizedTest
  @CsvSource({
    "010, 8",
    "0x10, 16",
    "0X1f, 31",
    "26, 26",
    "0, 0",
    "00, 0",
    "+7, 7",
    "4294967295, 4294967295",
    "0xffffffff, 4294967295",
  })
  void theKernelReadsBaseZero(String text, long value) {
    assertThat(Numerals.base0(text)).hasValue(value);
  }

  @ParameterizedTest
  @CsvSource({"089", "''", "+", "0x", "12a", "-1", "4294967296", "' 5'", "99999999999999999999"})
  void whatTheKernelRefusesHasNoValue(String text) {
    assertThat(Numerals.base0(text)).isEmpty();
  }

  @Test
  void theSameDigitsAreAnotherNumberInHex() {
    assertThat(Numerals.hex("26")).hasValue(38);
    assertThat(Numerals.hex("0x26")).hasValue(38);
    assertThat(Numerals.hex("2g")).isEmpty();
  }

  @Test
  void thresholdsAreWholeCells() {
    assertThat(Thresholds.cells(150_000, 192)).isEqualTo(782);
    assertThat(Thresholds.wholeCells(150_000, 192)).isEqualTo(150_144);
    assertThat(Thresholds.wholeCells(0, 192)).isZero();
    Random random = new Random(4716);
    for (int round = 0; round < 10_000; round++) {
      int cell = 1 + random.nextInt(4096);
      long bytes = random.nextLong(1L << 40);
      long whole = Thresholds.wholeCells(bytes, cell);
      assertThat(whole % cell).isZero();
      assertThat(whole).isBetween(bytes, bytes + cell - 1);
    }
  }

  @Test
  void aRoundedThresholdIsNoOther() {
    assertThat(Thresholds.onlyRounded(150_000, 159_744, 12_288)).isTrue();
    assertThat(Thresholds.onlyRounded(150_000, 163_840, 12_288)).isFalse();
  }

  @Test
  void fillLevelsArePercentOfTheBuffer() {
    assertThat(Thresholds.fillBytes(1_000_000, 55)).isEqualTo(550_000);
    assertThat(Thresholds.fillBytes(1_000_001, 50)).isEqualTo(500_000);
    assertThat(Thresholds.fillPercent(550_000, 1_000_000)).isEqualTo(55);
    assertThatThrownBy(() -> Thresholds.fillBytes(1, 101)).hasMessageContaining("0..100");
    assertThatThrownBy(() -> Thresholds.fillPercent(2, 1)).hasMessageContaining("2 bytes");
  }
}
