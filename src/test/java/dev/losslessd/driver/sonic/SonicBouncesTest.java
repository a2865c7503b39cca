package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that go down as a port's rows change, as SONiC's own updater has it. */
class SonicBouncesTest extends OnSonicLeaf {
  private static final List<String> ONE = List.of("Ethernet0 down", "Ethernet0 up");

  private static final List<SettingKind> BOUNCING =
      List.of(SettingKind.PFC, SettingKind.ETS, SettingKind.ECN, SettingKind.TRUST);

  /** What a port gets that had no watch: the values of {@code pfcwd start_default}. */
  private static final PfcWatchdog USUAL = new PfcWatchdog(true, 200, 400, PfcWatchdog.Action.DROP);

  private List<String> links() throws IOException {
    return leaf.tell("log leaf1 links");
  }

  private void forget() throws IOException {
    leaf.tell("log leaf1 clear");
  }

  /** A whole policy for one port, as it comes after each other in a plan. */
  private static List<Change> policy(SwitchSession session) {
    List<Change> all = new ArrayList<>();
    for (Setting wanted :
        List.of(
            SonicLeaf.THREE,
            new PfcWatchdog(true),
            SonicLeaf.shares(),
            Wishes.ecn(400_000, 1_600_000, 20),
            new Trust(Trust.Field.PCP))) {
      all.add(SonicLeaf.change(session, SonicLeaf.port(1), wanted));
    }
    return all;
  }

  private static List<Change> back(List<Change> changes) {
    return changes.reversed().stream().map(Change::inverse).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"202205", "202405", "202411", "202505", "202511", "HEAD"})
  void aWholePolicyOfAPortIsOneBounceAndSoIsItsWayBack(String release) throws Exception {
    leaf.foreign("echo " + release + " > release");
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      List<Change> policy = policy(session);
      forget();

      session.applyTogether(policy);

      assertThat(links()).isEqualTo(ONE);
      assertThat(policy)
          .allSatisfy(change ->
              assertThat(change.isMet(session.read(change.target()).reading(change.kind())))
                  .as(change.text())
                  .isTrue());
      forget();
      session.applyTogether(back(policy));
      assertThat(links()).isEqualTo(ONE);
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"202205", "202411", "HEAD"})
  void noPriorityIsNoFieldOnEveryRelease(String release) throws Exception {
    leaf.foreign("echo " + release + " > release");
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      Change off = SonicLeaf.change(session, SonicLeaf.port(1), Pfc.OFF);
      session.apply(off);
      assertThat(leaf.cells("PORT_QOS_MAP|Ethernet0 pfc")).allMatch(cell -> cell.contains("_to_"));
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
      session.apply(off.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void anEmptyListOfPrioritiesIsReadAsNone() throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|Ethernet0' pfc_enable ''");
    try (SwitchSession session = leaf.session()) {
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE));
      assertThat(leaf.cells("PORT_QOS_MAP|Ethernet0 pfc_enable"))
          .containsExactly("PORT_QOS_MAP|Ethernet0 pfc_enable=3");
    }
  }

  @Test
  void whatBouncesSaysSoAndWhatDoesNotDoesNot() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Capabilities up = session.capabilities(SonicLeaf.port(1));
      assertThat(BOUNCING)
          .allSatisfy(kind -> assertThat(up.of(kind).risks()).contains(Risk.LINK_BOUNCE));
      assertThat(up.of(SettingKind.MTU).risks()).isEmpty();
      assertThat(up.of(SettingKind.PFC_WATCHDOG).risks()).isEmpty();
      assertThat(session.capabilities(SonicLeaf.box()).of(SettingKind.DSCP_MAP).risks())
          .doesNotContain(Risk.LINK_BOUNCE);
      forget();
      session.apply(SonicLeaf.change(session, SonicLeaf.box(), Wishes.map(Map.of(26, 3))));
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
      assertThat(links()).isEmpty();
      leaf.foreign("sudo sonic-db-cli CONFIG_DB hdel 'PORT_QOS_MAP|Ethernet0' pfcwd_sw_enable");
      assertThat(session.capabilities(SonicLeaf.port(1)).of(SettingKind.PFC_WATCHDOG).risks())
          .contains(Risk.LINK_BOUNCE);
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
      assertThat(links()).isEqualTo(ONE);
    }
  }

  @Test
  void aPortThatIsDownAlreadyStaysSoAndNeedsNoRisk() throws Exception {
    leaf.foreign("sudo config interface shutdown Ethernet0");
    try (SwitchSession session = leaf.session()) {
      Capabilities down = session.capabilities(SonicLeaf.port(1));
      assertThat(BOUNCING).allSatisfy(kind -> assertThat(down.of(kind).risks()).isEmpty());
      List<String> found = leaf.state();
      List<Change> policy = policy(session);
      forget();
      session.applyTogether(policy);
      session.applyTogether(back(policy));
      assertThat(links()).isEmpty();
      assertThat(session.leftShut()).isEmpty();
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void rowsOfOursGoInAPatchOfTheirOwnAfterTheirUsersHaveGoneOver() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Change shares = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.shares());
      session.apply(shares);
      forget();
      session.apply(shares.inverse());
      List<String> patches = leaf.sent().stream().filter(line -> line.startsWith("echo ")).toList();
      assertThat(patches).filteredOn(line -> line.endsWith("' > losslessd-r12.json")).hasSize(2);
      int removal = indexOf(patches, "\"remove\",\"path\":\"/SCHEDULER/losslessd");
      assertThat(removal).isGreaterThan(indexOf(patches, "/QUEUE/Ethernet0|0/scheduler"));
      assertThat(patches.get(removal)).doesNotContain("/QUEUE/");
      assertThat(links()).isEqualTo(ONE);
    }
  }

  private static int indexOf(List<String> lines, String part) {
    for (int n = 0; n < lines.size(); n++) {
      if (lines.get(n).contains(part)) {
        return n;
      }
    }
    throw new AssertionError(part + " in " + lines);
  }

  @Test
  void mellanoxWithTraditionalBuffersIsHeldOnReleasesThatWouldLeaveThePortShut() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'DEVICE_METADATA|localhost' platform"
            + " x86_64-mlnx_msn2700-r0");
    for (String release : List.of("202205", "202505", "HEAD")) {
      assertThat(held(release)).as(release).isTrue();
    }
    for (String release : List.of("202111", "202511")) {
      assertThat(held(release)).as(release).isFalse();
    }
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'DEVICE_METADATA|localhost' buffer_model dynamic");
    assertThat(held("202505")).isFalse();
  }

  private boolean held(String release) throws IOException {
    leaf.foreign("echo " + release + " > release");
    try (SwitchSession session = leaf.session()) {
      Capability pfc = session.capabilities(SonicLeaf.port(1)).of(SettingKind.PFC);
      if (pfc.access() == Capability.Access.WRITE) {
        return false;
      }
      assertThat(pfc.rule()).isEqualTo(PlanRule.LEFT_SHUT);
      assertThat(pfc.why()).contains("issue 23403", "traditional buffers on Mellanox");
      assertThat(PlanRule.LEFT_SHUT.waivable()).isTrue();
      return true;
    }
  }

  @Test
  void aWaivedPatchThatDiesThereEndsWithThePortUp() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'DEVICE_METADATA|localhost' platform"
            + " x86_64-mlnx_msn2700-r0");
    try (SwitchSession session = leaf.session()) {
      Change change = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE);
      assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("non-existent object");
      assertThat(leaf.cells("PORT|Ethernet0 admin"))
          .containsExactly("PORT|Ethernet0 admin_status=up");
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), Pfc.OFF))
          .isEqualTo(new Pfc(PrioritySet.of(3, 4)));
    }
  }

  @Test
  void otherPrioritiesRestartTheWatchdogWhichKeepsItsRow() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
      List<String> row = leaf.cells("PFC_WD|Ethernet0 ");
      forget();
      Change change = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE);
      session.apply(change);
      List<String> sent = leaf.sent();
      int patched = indexOf(sent, "apply-patch");
      int stopped = indexOf(sent, "pfcwd stop Ethernet0");
      assertThat(stopped).isGreaterThan(patched);
      assertThat(indexOf(sent, "hset 'PFC_WD|Ethernet0'")).isGreaterThan(stopped);
      assertThat(leaf.cells("PFC_WD|Ethernet0 ")).isEqualTo(row);
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), PfcWatchdog.OFF)).isEqualTo(USUAL);
      session.apply(change.inverse());
      assertThat(leaf.cells("PFC_WD|Ethernet0 ")).isEqualTo(row);
      forget();
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), Wishes.ecn(4000, 16000, 20)));
      assertThat(leaf.sent()).noneMatch(line -> line.contains("pfcwd"));
    }
  }

  @Test
  void aWatchdogWhoseQueuesAreNotNamedIsOffWhereItGoesByThem() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
    }
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hdel 'PORT_QOS_MAP|Ethernet0' pfcwd_sw_enable");
    assertThat(watchdog("202505")).isEqualTo(PfcWatchdog.OFF);
    assertThat(watchdog("HEAD")).isEqualTo(PfcWatchdog.OFF);
    assertThat(watchdog("202111")).isEqualTo(USUAL);
  }

  private Setting watchdog(String release) throws IOException {
    leaf.foreign("echo " + release + " > release");
    try (SwitchSession session = leaf.session()) {
      assertThat(session.targets()).isNotEmpty();
      return SonicLeaf.value(session, SonicLeaf.port(1), PfcWatchdog.OFF);
    }
  }

  @Test
  void oneForeignRowThatBreaksAModelIsFoundBeforeAnythingIsChanged() throws Exception {
    try (SwitchSession session = leaf.session()) {
      assertThat(session.missingPermissions()).isEmpty();
    }
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|Ethernet8' pfc_enable 3-4");
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      assertThat(session.missingPermissions())
          .singleElement()
          .asString()
          .contains("an empty patch is refused", "PORT_QOS_MAP|Ethernet8", "3-4");
      assertThat(leaf.state()).isEqualTo(found);
    }
  }
}
