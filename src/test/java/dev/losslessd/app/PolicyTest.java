package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole policy on factory-new NICs, and back. */
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
    try (Stage stage = new Stage(folder, "enforce", POLICY)) {
      stage.start();
      List<String> first = stage.tell("state gpu01:ens1f0np0");
      List<String> second = stage.tell("state gpu01:ens2f0np0");

      assertThat(stage.type("plan").text()).contains("pfc").contains("dscp").contains("ets");
      assertThat(stage.type("drift").code()).isEqualTo(1);
      Stage.Typed applied = stage.type("apply", "--yes", "--confirm");
      assertThat(applied.code()).as(applied.text()).isZero();

      for (String port : List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0")) {
        assertThat(stage.tell("state " + port))
            .contains("pfc 3", "trust dscp", "np_min_time_between_cnps 8")
            .anyMatch(line -> line.startsWith("app ") && line.contains("26:3"))
            .anyMatch(line -> line.equals("bandwidth [50, 0, 0, 50, 0, 0, 0, 0]"));
      }
      assertThat(stage.type("plan").text()).startsWith("No changes.");
      Stage.await(() -> stage.type("drift").code() == 0, "drift after apply");

      Stage.Typed back = stage.type("rollback", "0", "--confirm");
      assertThat(back.code()).as(back.text()).isZero();
      linksAreUp(stage);
      assertThat(stage.tell("state gpu01:ens1f0np0")).isEqualTo(first);
      assertThat(stage.tell("state gpu01:ens2f0np0")).isEqualTo(second);
    }
  }

  @Test
  void aNicThatIsPluggedInLaterFallsUnderThePolicyToo() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", POLICY)) {
      stage.tell("vanish gpu01:ens2f0np0");
      stage.start();
      assertThat(stage.get("/api/v1/intent").body()).doesNotContain("ens2f0np0");

      stage.tell("return gpu01:ens2f0np0");

      Stage.await(
          () -> stage.get("/api/v1/intent").body().contains("ens2f0np0"),
          "the new NIC is not under the policy");
      Stage.await(
          () -> stage.type("drift").text().contains("ens2f0np0"), "its settings are no drift");
    }
  }

  /** A change of the mask takes the link down for a moment, as on a real mlx5. */
  private static void linksAreUp(Stage stage) {
    for (String port : List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0")) {
      Stage.await(() -> stage.tell("state " + port).contains("link up"), port + " stays down");
    }
  }
}
