package dev.losslessd.fabric.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CcFileTest {
  @Test
  void numbersAreReadWithTheirBase() {
    assertThat(parse("rp_time_reset", "300\n")).hasValue(300);
    assertThat(parse("rp_time_reset", "010\n")).hasValue(8);
    assertThat(parse("rp_time_reset", "0x10")).hasValue(16);
    assertThat(parse("rp_time_reset", "0")).hasValue(0);
    assertThat(parse("rp_byte_reset", "4294967295\n")).hasValue(4_294_967_295L);
  }

  @Test
  void whatIsNoNumberOfThirtyTwoBitsIsRefused() {
    for (String text :
        new String[] {"", "\n", "ten", "-1", "08", "1 2", "4294967296", "0000000000001"}) {
      assertThat(parse("rp_time_reset", text)).as(text).isEmpty();
    }
  }

  @Test
  void valuesAreCutToTheWidthOfTheField() {
    assertThat(parse("np_cnp_dscp", "70")).hasValue(6);
    assertThat(parse("np_cnp_prio", "9")).hasValue(1);
    assertThat(parse("rp_clamp_tgt_rate", "2")).hasValue(0);
    assertThat(parse("rp_gd", "99")).hasValue(99);
  }

  private static OptionalLong parse(String name, String text) {
    CcFile file = CcFile.files().get(name);
    if (file == null) {
      throw new AssertionError("no file " + name);
    }
    return file.parse(text);
  }
}
