package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** Labels of NIC ports by the globs of the config. */
class NicLabelsTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");

  @Test
  void theFirstGlobThatGivesALabelDoes() {
    SequencedMap<String, Map<String, String>> byGlob = new LinkedHashMap<>();
    byGlob.put("mlx5_0", Map.of("rail", "0"));
    byGlob.put("ens*np?", Map.of("rail", "none", "rack", "r12"));
    byGlob.put("mlx5_1", Map.of("rack", "r13"));

    assertThat(of(byGlob)).containsExactly(Map.entry(PORT, Map.of("rail", "0", "rack", "r12")));
  }

  @Test
  void aPortThatNoGlobFitsHasNoLabels() {
    assertThat(of(new LinkedHashMap<>(Map.of("mlx5_1*", Map.of("rail", "1"))))).isEmpty();
    assertThat(of(new LinkedHashMap<>(Map.of("mlx5_0", Map.of())))).isEmpty();
  }

  private static Map<PortId, Map<String, String>> of(
      SequencedMap<String, Map<String, String>> byGlob) {
    return new NicLabels(byGlob).of(List.of(Nics.full(PORT, Nic.Role.PHYSICAL)));
  }
}
