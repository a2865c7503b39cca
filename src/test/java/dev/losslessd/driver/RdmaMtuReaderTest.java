package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.RdmaMtu;
import dev.losslessd.model.RdmaMtu.Source;
import org.junit.jupiter.api.Test;

class RdmaMtuReaderTest {
  private static final String TWO_PORTS =
      """
      hca_id:\tmlx4_0
      \ttransport:\t\t\tInfiniBand (0)
      \tphys_port_cnt:\t\t\t2
      \t\tport:\t1
      \t\t\tstate:\t\t\tPORT_ACTIVE (4)
      \t\t\tmax_mtu:\t\t4096 (5)
      \t\t\tactive_mtu:\t\t4096 (5)
      \t\t\tlink_layer:\t\tEthernet
      \t\tport:\t2
      \t\t\tstate:\t\t\tPORT_DOWN (1)
      \t\t\tmax_mtu:\t\t4096 (5)
      \t\t\tactive_mtu:\t\t1024 (3)
      """;

  @Test
  void eachPortHasItsActiveMtuWhichIsNotTheLargest() {
    assertThat(RdmaMtuReader.parse(TWO_PORTS, 1)).contains(new RdmaMtu(4096, Source.DEVICE));
    assertThat(RdmaMtuReader.parse(TWO_PORTS, 2)).contains(new RdmaMtu(1024, Source.DEVICE));
  }

  @Test
  void aPortThatIsNotThereOrATextOfAnErrorTellsNothing() {
    assertThat(RdmaMtuReader.parse(TWO_PORTS, 3)).isEmpty();
    assertThat(RdmaMtuReader.parse("No IB devices found\n", 1)).isEmpty();
  }
}
