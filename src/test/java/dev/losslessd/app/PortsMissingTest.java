package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that has lost a NIC does not look healthy. */
@SystemGroup
class PortsMissingTest {
  @TempDir private Path folder;

  @Test
  void aPortThatGoesIsMissedWithinADiscovery() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe", NicMake.MLX5)) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config).replace("{ include:", "{ expect: 2, include:"));
      fixture.start();
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(fixture.type("status").text()).contains("nothing is wanted", "2 of 2 found");

      fixture.tell("vanish gpu01:ens2f0np0");

      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[ports-missing]"), "nobody misses it");
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(503);
      assertThat(fixture.get("/readyz").body()).contains("1 of 2 RDMA ports found: ens1f0np0");
      assertThat(fixture.get("/metrics").body())
          .contains("roce_ports_found{device=\"gpu01\"} 1\n")
          .contains("roce_ports_expected{device=\"gpu01\"} 2\n");
    }
  }
}
