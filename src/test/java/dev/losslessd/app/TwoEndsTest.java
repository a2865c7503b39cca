package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One policy on NICs and on the switch ports at the other end, by the running daemon. */
class TwoEndsTest {
  private static final List<String> DEVICES =
      List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0", "leaf1", "leaf2");

  @TempDir private Path folder;
  private Stage stage;
  private List<List<String>> found;

  @BeforeEach
  void start() throws Exception {
    stage = new Stage(folder, "enforce", DemoConfig.POLICY + "switches:\n");
    for (String leaf : List.of("leaf1", "leaf2")) {
      stage.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
      stage.add(leaf, "lldp");
    }
    found = everything();
    stage.start();
    // a leaf that was slow to tell of its neighbours is asked again
    Stage.await(
        () -> {
          String plan = stage.type("plan").text();
          return plan.contains("leaf1:Ethernet1/1") && plan.contains("leaf2:Ethernet1/1");
        },
        "the cables are not known");
  }

  @AfterEach
  void stop() throws Exception {
    stage.close();
  }

  @Test
  void aPolicyLandsOnBothEndsAndIsTakenBack() {
    Stage.Typed apply = stage.type("apply", "--yes", "--confirm");
    assertThat(apply.code()).as(apply.text()).isZero();
    assertThat(stage.tell("state leaf1"))
        .contains("  priority-flow-control mode on")
        .contains("  service-policy type qos input losslessd-gpu01-qos-1");
    assertThat(stage.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
    Stage.await(() -> stage.type("contract").code() == 0, "the contract stays broken");
    assertThat(stage.type("contract", "gpu01:ens1f0np0").text()).doesNotContain("broken");
    assertThat(stage.type("plan").text()).contains("No changes");

    Stage.Typed back = stage.type("rollback", "0", "--confirm");

    assertThat(back.code()).as(back.text()).isZero();
    asFound();
  }

  @Test
  void whatIsOneSettingForAllHostsNeedsAcceptScope() {
    Stage.Typed refused = stage.type("set", "leaf1", "ecn", "3=150000,1500000,10");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.text()).contains("Ethernet1/2 (gpu02:", "store01:", "[scope]");
    asFound();

    Stage.Typed set =
        stage.type("set", "leaf1", "ecn", "3=150000,1500000,10", "--accept-scope", "--confirm");
    assertThat(set.code()).as(set.text()).isZero();
    assertThat(set.text()).contains("also touches leaf1:Ethernet1/1");
    assertThat(String.join("\n", stage.tell("state leaf1")))
        .contains("minimum-threshold 150 kbytes maximum-threshold 1500 kbytes");
    assertThat(stage.type("get", "leaf1", "ecn").text()).contains("3=150000,1500000,10");

    Stage.Typed back = stage.type("rollback", "0", "--accept-scope", "--confirm");
    assertThat(back.code()).as(back.text()).isZero();
    asFound();
  }

  @Test
  void aSwitchThatLiesUndoesBothEnds() {
    stage.tell("lie leaf2 pfc");

    Stage.Typed apply = stage.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isEqualTo(1);
    assertThat(apply.text()).contains("rolled back", "leaf2:Ethernet1/1 pfc", "expected 3");
    stage.tell("clear leaf2");
    asFound();
  }

  @Test
  void anAccountThatMayNotConfigureIsFoundBeforeAnythingIsChanged() {
    stage.tell("forbid leaf2 configure terminal");
    stage.tell("log leaf1 clear");

    Stage.Typed apply = stage.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isEqualTo(1);
    assertThat(apply.text()).contains("leaf2", "[forbidden]");
    assertThat(stage.tell("log leaf1")).noneMatch(line -> line.contains("priority-flow-control m"));
    asFound();
  }

  @Test
  void aLockHeldBySomebodyElseUndoesBothEnds() {
    stage.tell("lock leaf2 on");

    Stage.Typed apply = stage.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isNotZero();
    assertThat(apply.text()).contains("configuration lock");
    stage.tell("clear leaf2");
    asFound();
  }

  @Test
  void aConfirmedChangeSurvivesARebootWhereTheConfigAsksForIt() throws Exception {
    stage.end(false);
    Files.writeString(
        stage.config,
        Files.readString(stage.config).replace("manage: true", "manage: true\n    save: true"));
    stage.start();
    bySomebodyElse();

    Stage.Typed set = stage.type("set", "leaf1:Ethernet1/1", "mtu", "9100", "--confirm");

    assertThat(set.code()).as(set.text()).isZero();
    Stage.await(
        () -> stage.tell("log leaf1").stream().anyMatch(l -> l.contains("copy running-config s")),
        "the switch was not asked to save: " + stage.type("findings").text());
    assertThat(stage.tell("log leaf2")).noneMatch(line -> line.contains("copy running-config s"));

    stage.tell("refuse leaf1 copy");
    assertThat(stage.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm").code()).isZero();
    Stage.await(
        () -> stage.type("findings").text().contains("[not-saved]"), "nobody says it is not saved");
  }

  @Test
  void whatOthersHaveNotSavedIsSavedWhenAPersonAgrees() throws Exception {
    bySomebodyElse();
    stage.tell("foreign leaf1 interface Ethernet1/2 ; description mine");
    Stage.Typed set = stage.type("set", "leaf1:Ethernet1/1", "mtu", "9100", "--wait");
    assertThat(set.code()).as(set.text()).isZero();
    assertThat(stage.type("save", "leaf1").text()).contains("is not saved while commit");
    assertThat(stage.type("confirm").code()).isZero();

    Stage.Typed look = stage.type("save", "leaf1", "--dry-run");
    assertThat(look.code()).isEqualTo(1);
    assertThat(look.text())
        .contains("interface Ethernet1/1: + mtu 9100", "interface Ethernet1/2: + description ...");
    assertThat(stage.type("save", "leaf1").text())
        .contains("not ours: 'interface Ethernet1/2: + description ...'", "--with-foreign");
    assertThat(stage.tell("log leaf1")).noneMatch(line -> line.contains("copy running-config s"));

    Stage.Typed saved = stage.type("save", "leaf1", "--with-foreign");
    assertThat(saved.code()).as(saved.text()).isZero();
    assertThat(stage.type("save", "leaf1").text()).contains("leaf1 is saved");
    assertThat(Files.readString(stage.folder.resolve("state/audit.jsonl")))
        .contains("\"event\":\"saved\"", "interface Ethernet1/2");
    assertThat(stage.type("save", "leaf9").text()).contains("no switch 'leaf9'");
  }

  /** What stood there before, and had not been saved. */
  private void bySomebodyElse() {
    assertThat(stage.type("save", "leaf1", "--with-foreign").code()).isZero();
    stage.tell("log leaf1 clear");
  }

  private List<List<String>> everything() {
    return DEVICES.stream().map(device -> stage.tell("state " + device)).toList();
  }

  private void asFound() {
    Stage.await(() -> everything().equals(found), "not as it was found: " + everything());
  }
}
