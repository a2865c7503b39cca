package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.DeviceId;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A walk of Cumulus with LLDP-MIB, which those of public collections lack. */
class NvueWalkTest {
  private static final Path WALK =
      Path.of("src/test/resources/dev/losslessd/driver/nvue/cumulus-5.6-lldp.snmprec");

  @Test
  void neighboursOfFrontPortsComeByTheirNames() throws Exception {
    try (SnmpWalk walk = new SnmpWalk(WALK)) {
      assertThat(
              LldpMib.read(
                  new DeviceId("leaf3"),
                  walk.client(),
                  UnaryOperator.identity(),
                  Ports::isPhysical))
          .extracting(
              one -> one.localPort().name() + " " + one.remoteSystem() + " " + one.remotePort())
          .containsExactlyInAnyOrder(
              "swp1 gpu07 b8:3f:d2:11:22:01",
              "swp2 b8:3f:d2:11:22:02 b8:3f:d2:11:22:03", // it has no name
              "swp3s0 spine02 swp31");
    }
  }
}
