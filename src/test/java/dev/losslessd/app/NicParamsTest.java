package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DcqcnParameter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NicParamsTest {
  private static String printed(String format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(Command.run(Path.of("none"), print, "nic", "params", "-o", format)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyParameterHasUnitRangeDefaultNamesAndSources() {
    JsonNode items = JsonMapper.builder().build().readTree(printed("json")).at("/items");

    assertThat(items.size()).isEqualTo(DcqcnParameter.values().length);
    for (JsonNode item : items) {
      assertThat(item.at("/unit").asString()).isNotBlank();
      assertThat(item.at("/default").asLong())
          .isBetween(item.at("/min").asLong(), item.at("/max").asLong());
      assertThat(item.at("/source").asString()).isNotBlank();
      assertThat(item.at("/names").size()).isGreaterThanOrEqualTo(3);
      for (JsonNode name : item.at("/names")) {
        assertThat(name.at("/source").asString()).isNotBlank();
      }
    }
  }

  @Test
  void theTableTellsWhatADriverCallsIt() {
    assertThat(printed("table").lines().map(line -> line.replaceAll(" +", " ").strip()))
        .contains(
            "minTimeBetweenCnps us 0..131071 4 1..50; 0 floods, large leaves it to PFC",
            "alphaKeep mlx5 debugfs rp_dce_tcp_g",
            "cnpPriority mlx5 mlxconfig CNP_802P_PRIO_P1/_P2",
            "cnpDscp bnxt configfs cnp_dscp");
  }
}
