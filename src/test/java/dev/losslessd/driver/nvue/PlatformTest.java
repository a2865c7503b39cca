package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the parser of {@code nv show platform -o json}. */
class PlatformTest {
  private static final String COMMAND = "nv show platform -o json";
  private static final String TEXT =
      "{\"manufacturer\": \"Mellanox\", \"product-name\": \"MSN4700\", \"serial-number\":"
          + " \"MT2344X00001\"}";

  @Test
  void theSerialNumberWhereItIsThere() {
    assertThat(serials(TEXT)).containsExactly("MT2344X00001");
    assertThat(serials("{\"hardware\": {}}")).isEmpty();
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(TEXT, PlatformTest::serials)).isPositive();
  }

  private static List<String> serials(String text) {
    return NvCli.serials(COMMAND, text);
  }
}
