package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole policy on factory-new NICs, and back. */
@SystemGroup
class PolicyTest {
  private static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50% }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
        dcqcn: { minTimeBetweenCnps: 8us, cnpDscp: 48 }
      """;

  @TempDir private Path folder;

  @Test
  void aPolicyLandsOnEveryNicAndRollbackLeavesThemAsFound() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", POLICY)) {
      fixture.start();
      List<String> first = fixture.tell("state gpu01:ens1f0np0");
      List<String> second = fixture.tell("state gpu01:ens2f0np0");

      assertThat(fixture.type("plan").text()).contains("pfc").contains("dscp").contains("ets");
      assertThat(fixture.type("drift").code()).isEqualTo(1);
      DaemonFixture.Typed applied = fixture.type("apply", "--yes", "--confirm");
      assertThat(applied.code()).as(applied.text()).isZero();

      for (String port : List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0")) {
        assertThat(fixture.tell("state " + port))
            .contains("pfc 3", "trust dscp", "np_min_time_between_cnps 8")
            .anyMatch(line -> line.startsWith("app ") && line.contains("26:3"))
            .anyMatch(line -> line.equals("bandwidth [50, 0, 0, 50, 0, 0, 0, 0]"));
      }
      assertThat(fixture.type("plan").text()).startsWith("No changes.");
      DaemonFixture.await(() -> fixture.type("drift").code() == 0, "drift after apply");

      DaemonFixture.Typed back = fixture.type("rollback", "0", "--yes", "--confirm");
      assertThat(back.code()).as(back.text()).isZero();
      linksAreUp(fixture);
      assertThat(fixture.tell("state gpu01:ens1f0np0")).isEqualTo(first);
      assertThat(fixture.tell("state gpu01:ens2f0np0")).isEqualTo(second);
    }
  }

  @Test
  void aNicThatIsPluggedInLaterFallsUnderThePolicyToo() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", POLICY)) {
      fixture.tell("vanish gpu01:ens2f0np0");
      fixture.start();
      assertThat(fixture.get("/api/v1/intent").body()).doesNotContain("ens2f0np0");

      fixture.tell("return gpu01:ens2f0np0");

      DaemonFixture.await(
          () -> fixture.get("/api/v1/intent").body().contains("ens2f0np0"),
          "the new NIC is not under the policy");
      DaemonFixture.await(
          () -> fixture.type("drift").text().contains("ens2f0np0"), "its settings are no drift");
    }
  }

  /** A change of the mask takes the link down for a moment, as on a real mlx5. */
  private static void linksAreUp(DaemonFixture fixture) {
    for (String port : List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0")) {
      DaemonFixture.await(
          () -> fixture.tell("state " + port).contains("link up"), port + " stays down");
    }
  }
}
