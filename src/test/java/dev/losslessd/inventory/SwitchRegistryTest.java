package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import org.junit.jupiter.api.Test;

/** Tests of the mark by which two daemons are known on a switch. */
class SwitchRegistryTest {
  private static String mark(String host) {
    return AgentMark.of(new DeviceId(host));
  }

  @Test
  void aDaemonIsKnownByItsHost() {
    assertThat(mark("gpu-01")).isEqualTo("gpu-01");
    assertThat(mark("gpu01.pod2.example")).isEqualTo("gpu01_pod2_example");
  }

  @Test
  void longNamesThatBeginAlikeStayTwo() {
    String same = "gpu01-in-the-very-long-row-of-racks-of-a-hall";

    assertThat(mark(same + "1"))
        .matches("gpu01-in[A-Za-z0-9_-]{32}")
        .isNotEqualTo(mark(same + "2"));
  }
}
