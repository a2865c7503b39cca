package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy with a mark on a host that does not have rdma_cm, and then does. */
@SystemGroup
class RdmaCmEndTest {
  private static final String POLICY = DemoConfig.POLICY.replace("pfc: on,", "pfc: on, mark: on,");

  @TempDir private Path folder;

  @Test
  void whatNeedsTheModuleWaitsForItAndTheRestIsApplied() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", NicMake.BNXT, POLICY)) {
      Path module =
          fixture.fabric.hostDir(new DeviceId("gpu01")).resolve("root/sys/kernel/config/rdma_cm");
      Path away = folder.resolve("rdma_cm");
      Files.move(module, away);
      fixture.start();

      DaemonFixture.Typed plan = fixture.type("plan");
      assertThat(plan.text()).contains("pfc").doesNotContain("roce-tos").doesNotContain("Refused");
      DaemonFixture.Typed applied = fixture.type("apply", "--yes", "--confirm");
      assertThat(applied.code()).as(applied.text()).isZero();
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("modprobe rdma_cm"), "nothing is told");

      Files.move(away, module);
      DaemonFixture.await(
          () -> fixture.type("plan").text().contains("roce-tos"), "the module is not seen");
      assertThat(fixture.type("apply", "--yes", "--confirm").code()).isZero();
      assertThat(fixture.tell("state gpu01:ens1f0np0")).contains("roce-tos 106");
      DaemonFixture.await(
          () -> !fixture.type("findings").text().contains("modprobe"), "the finding stays");
    }
  }
}
