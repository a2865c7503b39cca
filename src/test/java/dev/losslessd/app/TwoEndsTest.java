package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One policy on NICs and on the switch ports at the other end, by the running daemon. */
@SystemGroup
class TwoEndsTest {
  private static final List<String> DEVICES =
      List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0", "leaf1", "leaf2");

  @TempDir private Path folder;
  private DaemonFixture fixture;
  private List<List<String>> found;

  @BeforeEach
  void start() throws Exception {
    fixture = new DaemonFixture(folder, "enforce", DemoConfig.POLICY + "switches:\n");
    for (String leaf : List.of("leaf1", "leaf2")) {
      fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
      fixture.add(leaf, "lldp");
    }
    found = everything();
    fixture.start();
    // a leaf that was slow to tell of its neighbours is asked again
    DaemonFixture.await(
        () -> {
          String plan = fixture.type("plan").text();
          return plan.contains("leaf1:Ethernet1/1") && plan.contains("leaf2:Ethernet1/1");
        },
        "the cables are not known");
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  @Test
  void aPolicyLandsOnBothEndsAndIsTakenBack() {
    DaemonFixture.Typed apply = fixture.type("apply", "--yes", "--confirm");
    assertThat(apply.code()).as(apply.text()).isZero();
    assertThat(fixture.tell("state leaf1"))
        .contains("  priority-flow-control mode on")
        .contains("  service-policy type qos input losslessd-gpu01-qos-1");
    assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
    DaemonFixture.await(() -> fixture.type("contract").code() == 0, "the contract stays broken");
    assertThat(fixture.type("contract", "gpu01:ens1f0np0").text()).doesNotContain("broken");
    assertThat(fixture.type("plan").text()).contains("No changes");

    DaemonFixture.Typed back = fixture.type("rollback", "--yes", "0", "--confirm");

    assertThat(back.code()).as(back.text()).isZero();
    asFound();
  }

  @Test
  void whatIsOneSettingForAllHostsNeedsAcceptScope() {
    DaemonFixture.Typed refused =
        fixture.type("set", "leaf1", "ecn", "3=150000,1500000,10", "--yes");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.text()).contains("Ethernet1/2 (gpu02:", "store01:", "[scope]");
    asFound();

    DaemonFixture.Typed set =
        fixture.type(
            "set", "leaf1", "ecn", "3=150000,1500000,10", "--accept-scope", "--confirm", "--yes");
    assertThat(set.code()).as(set.text()).isZero();
    assertThat(set.text()).contains("also touches leaf1:Ethernet1/1");
    assertThat(String.join("\n", fixture.tell("state leaf1")))
        .contains("minimum-threshold 150 kbytes maximum-threshold 1500 kbytes");
    assertThat(fixture.type("get", "leaf1", "ecn").text()).contains("3=150KB,1500KB,10");

    DaemonFixture.Typed back =
        fixture.type("rollback", "--yes", "0", "--accept-scope", "--confirm");
    assertThat(back.code()).as(back.text()).isZero();
    asFound();
  }

  @Test
  void aSwitchThatLiesUndoesBothEnds() {
    fixture.tell("lie leaf2 pfc");

    DaemonFixture.Typed apply = fixture.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isEqualTo(1);
    assertThat(apply.text()).contains("rolled back", "leaf2:Ethernet1/1 pfc", "expected 3");
    fixture.tell("clear leaf2");
    asFound();
  }

  @Test
  void anAccountThatMayNotConfigureIsFoundBeforeAnythingIsChanged() {
    DaemonFixture.Typed allowed = fixture.type("apply", "--dry-run");
    assertThat(allowed.code()).as(allowed.text()).isZero();
    fixture.tell("forbid leaf2 configure terminal");
    DaemonFixture.Typed dry = fixture.type("apply", "--dry-run");
    assertThat(dry.code()).as(dry.text()).isEqualTo(1);
    assertThat(dry.text()).contains("leaf2", "[forbidden]");
    fixture.tell("log leaf1 clear");

    DaemonFixture.Typed apply = fixture.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isEqualTo(1);
    assertThat(apply.text()).contains("leaf2", "[forbidden]");
    assertThat(fixture.tell("log leaf1"))
        .noneMatch(line -> line.contains("priority-flow-control m"));
    asFound();
  }

  @Test
  void aLockHeldBySomebodyElseUndoesBothEnds() {
    fixture.tell("lock leaf2 on");

    DaemonFixture.Typed apply = fixture.type("apply", "--yes");

    assertThat(apply.code()).as(apply.text()).isNotZero();
    assertThat(apply.text()).contains("configuration lock");
    fixture.tell("clear leaf2");
    asFound();
  }

  @Test
  void aConfirmedChangeSurvivesARebootWhereTheConfigAsksForIt() throws Exception {
    fixture.end(false);
    Files.writeString(
        fixture.config,
        Files.readString(fixture.config).replace("manage: true", "manage: true\n    save: true"));
    fixture.start();
    bySomebodyElse();

    DaemonFixture.Typed set =
        fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9100", "--confirm", "--yes");

    assertThat(set.code()).as(set.text()).isZero();
    DaemonFixture.await(
        () -> fixture.tell("log leaf1").stream().anyMatch(l -> l.contains("copy running-config s")),
        "the switch was not asked to save: " + fixture.type("findings").text());
    assertThat(fixture.tell("log leaf2")).noneMatch(line -> line.contains("copy running-config s"));

    fixture.tell("refuse leaf1 copy");
    assertThat(fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm", "--yes").code())
        .isZero();
    DaemonFixture.await(
        () -> fixture.type("findings").text().contains("[not-saved]"),
        "nobody says it is not saved");
  }

  @Test
  void whatOthersHaveNotSavedIsSavedWhenAPersonAgrees() throws Exception {
    bySomebodyElse();
    fixture.tell("foreign leaf1 interface Ethernet1/2 ; description mine");
    DaemonFixture.Typed set = fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9100", "--yes");
    assertThat(set.code()).as(set.text()).isZero();
    assertThat(fixture.type("save", "leaf1", "--yes").text()).contains("is not saved while commit");
    assertThat(fixture.type("confirm", "--yes").code()).isZero();

    DaemonFixture.Typed look = fixture.type("save", "leaf1", "--dry-run");
    assertThat(look.code()).isEqualTo(1);
    assertThat(look.text())
        .contains("interface Ethernet1/1: + mtu 9100", "interface Ethernet1/2: + description ...");
    assertThat(fixture.type("save", "leaf1", "--yes").text())
        .contains("not ours: 'interface Ethernet1/2: + description ...'", "--with-foreign");
    assertThat(fixture.tell("log leaf1")).noneMatch(line -> line.contains("copy running-config s"));

    DaemonFixture.Typed saved = fixture.type("save", "leaf1", "--with-foreign", "--yes");
    assertThat(saved.code()).as(saved.text()).isZero();
    assertThat(fixture.type("save", "leaf1", "--yes").text()).contains("leaf1 is saved");
    assertThat(AuditText.of(fixture.folder.resolve("state")))
        .contains("\"event\":\"saved\"", "interface Ethernet1/2");
    assertThat(fixture.type("save", "leaf9", "--yes").text()).contains("no switch 'leaf9'");
  }

  /** Saves settings that were there before and had not been saved. */
  private void bySomebodyElse() {
    assertThat(fixture.type("save", "leaf1", "--with-foreign", "--yes").code()).isZero();
    fixture.tell("log leaf1 clear");
  }

  private List<List<String>> everything() {
    return DEVICES.stream().map(device -> fixture.tell("state " + device)).toList();
  }

  private void asFound() {
    DaemonFixture.await(() -> everything().equals(found), "not as it was found: " + everything());
  }
}
