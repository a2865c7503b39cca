package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Identity.Fact;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behind a known name stands another box, card or host. */
class OtherDeviceTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId ETH1 = PortId.parse("leaf1:Eth1");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId GPU01 = new DeviceId("gpu01");
  private static final Target HOST = new Target.Device(GPU01);
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));
  private static final String OLD = "serial FDO1";
  private static final String SAYS =
      "leaf1 is another one: the state folder has serial FDO1, found serial FDO2; if it was"
          + " replaced, 'losslessd accept leaf1 --reason ...'";

  @TempDir private Path folder;
  private final FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1");
  private Rig rig;

  @BeforeEach
  void start() {
    leaf.holds = false;
    rig = new Rig(folder, null, START, List.of(), leaf);
    is("FDO1");
    nic(ENS1, "0c:42:a1:00:00:01");
    nic(ENS2, "0c:42:a1:00:00:02");
    host("4f1d");
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private void is(String serial) {
    leaf.box.identities.put(new Target.Device(LEAF), Identity.of(Fact.SERIAL, serial));
  }

  private void nic(PortId port, String mac) {
    rig.nic.identities.put(Target.port(port), Identity.of(Fact.MAC, mac));
  }

  private void host(String id) {
    rig.nic.identities.put(HOST, Identity.of(Fact.MACHINE_ID, id));
  }

  private static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }

  private static Request set(PortId... ports) {
    TreeMap<Key, Setting> all = new TreeMap<>();
    List.of(ports).forEach(port -> all.put(pfc(port), ON3));
    return Requests.of(all);
  }

  private Commit open(PortId... ports) throws InterruptedException {
    rig.commitEngine.submit(set(ports));
    Commit now = rig.settled();
    assertThat(now.state()).isEqualTo("awaiting-confirm");
    return now;
  }

  /** Confirmed, so that the journal knows what it was written to. */
  private void known(PortId... ports) throws InterruptedException {
    assertThat(rig.commitEngine.confirm(open(ports).id(), "uid:0").state()).isEqualTo("confirmed");
    rig.told.clear();
  }

  private String state(String id) {
    return rig.commitEngine.commit(id).orElseThrow().state();
  }

  private void restart() {
    FakeNic keep = rig.nic;
    rig.close();
    rig = new Rig(folder, keep, rig.now, List.of(), leaf);
    rig.nic.identities.putAll(keep.identities);
  }

  @Test
  void nothingIsKnownBeforeTheFirstCommitAndNothingIsRefusedThen() throws Exception {
    assertThat(rig.commitEngine.preview(set(ETH1)).refused()).isFalse();
    assertThat(rig.commitEngine.identities().known().isNone()).isTrue();

    known(ETH1, ENS1);

    assertThat(rig.commitEngine.identities().known().texts())
        .containsExactly(
            "gpu01: machine-id 4f1d", "gpu01:ens1f0np0: mac 0c:42:a1:00:00:01", "leaf1: " + OLD);
  }

  @Test
  void everyPlanForAnotherBoxIsRefusedAlsoAfterARestartAndACompaction() throws Exception {
    known(ETH1);
    rig.commitEngine.prune(new Retention(1, Duration.ofDays(1), 10_000, Duration.ofHours(24)));
    restart();
    is("FDO2");

    Plan plan = rig.commitEngine.preview(Request.repair(Set.of(pfc(ETH1)), "drift", Set.of()));

    assertThat(plan.refusals())
        .singleElement()
        .satisfies(no -> assertThat(no.rule()).isEqualTo("other-device"))
        .satisfies(no -> assertThat(no.reason()).startsWith(SAYS));
    assertThatThrownBy(() -> rig.commitEngine.submit(Request.one(pfc(ETH1), Pfc.OFF, "u", "")))
        .hasMessageContaining(SAYS);
    assertThat(rig.commitEngine.observe(Target.port(ETH1)).reading(SettingKind.PFC).standing())
        .contains(ON3);
  }

  @Test
  void anotherBoxIsNotSaved() throws Exception {
    known(ETH1);
    is("FDO2");

    assertThatThrownBy(() -> rig.commitEngine.saves().save(LEAF, "uid:0", true))
        .hasMessageContaining(SAYS);
    assertThat(leaf.calls).doesNotContain("save");
  }

  @Test
  void oneThatTellsNothingAnyMoreIsNotRefused() throws Exception {
    known(ETH1);
    leaf.box.identities.clear();

    rig.commitEngine.submit(Request.one(pfc(ETH1), Pfc.OFF, "uid:0", ""));

    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    is("FDO2");
    assertThat(rig.commitEngine.preview(set(ETH1)).refused()).as("it is not forgotten").isTrue();
  }

  @Test
  void aPlanThatWasSeenForOneBoxIsStaleOnAnother() {
    Plan seen = rig.commitEngine.preview(set(ETH1));
    assertThat(seen.identities().texts()).containsExactly("leaf1: " + OLD);
    is("FDO2");

    assertThatThrownBy(
            () -> rig.commitEngine.submit(set(ETH1).expecting(Optional.of(seen.digest()))))
        .isInstanceOfSatisfying(
            CommitException.class,
            no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.STALE));
  }

  @Test
  void theUndoOfAReplacedCardIsStuckAndOthersAreUndone() throws Exception {
    String id = open(ENS1, ENS2).id();
    nic(ENS1, "0c:42:a1:00:00:99");

    rig.pass(Duration.ofSeconds(601));

    assertThat(state(id)).isEqualTo("stuck");
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    assertThat(rig.nic.value(ENS2, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    assertThat(rig.commitEngine.commit(id).orElseThrow().toString())
        .contains("gpu01:ens1f0np0 is not the one that c-000001 has written: that had mac ")
        .contains("'losslessd abandon c-000001 --reason ...'");
    nic(ENS1, "0c:42:a1:00:00:01");
    assertThat(rig.commitEngine.retry(id, false, false, "uid:0").state()).isEqualTo("rolled-back");
  }

  @Test
  void anOpenUndoIsNotForcedOnTheBoxThatTookItsPlaceAndWasAccepted() throws Exception {
    String id = open(ETH1).id();
    is("FDO2");
    leaf.box.set(ETH1, SettingKind.PFC, ON3);

    assertThat(rig.commitEngine.identities().accept(LEAF, "uid:0", "RMA 4711").open())
        .containsExactly(id);
    assertThatThrownBy(() -> rig.commitEngine.confirm(id, "uid:0"))
        .hasMessageContaining("not confirmed, the window stays open")
        .hasMessageContaining("leaf1 is not the one that c-000001 has written");
    assertThat(rig.commitEngine.cancel(id, "RMA", "uid:0").state()).isEqualTo("stuck");
    assertThat(rig.commitEngine.retry(id, true, true, "uid:0").state()).isEqualTo("stuck");
    assertThat(leaf.box.value(ETH1, SettingKind.PFC)).isEqualTo(ON3);
    restart();
    rig.commitEngine.recover();
    assertThat(rig.commitEngine.retry(id, true, true, "uid:0").state()).isEqualTo("stuck");

    assertThat(rig.commitEngine.abandon(id, "uid:0", "RMA").state()).isEqualTo("abandoned");
    assertThat(rig.commitEngine.preview(set(ETH1)).refused()).isFalse();
  }

  /** It shows by chance what was there before: that is no undo. */
  @Test
  void aNewBoxAsItCameFromTheFactoryIsNotToldAsUndone() throws Exception {
    String id = open(ETH1).id();
    is("FDO2");
    leaf.box.set(ETH1, SettingKind.PFC, Pfc.OFF);

    rig.pass(Duration.ofSeconds(601));

    assertThat(state(id)).isEqualTo("stuck");
  }

  @Test
  void aBoxThatIsSwappedWhileItIsWrittenGetsNothingMore() throws Exception {
    known(ETH1);
    rig.atSync = () -> is("FDO2"); // after the plan, before the first write

    rig.commitEngine.submit(Request.one(pfc(ETH1), Pfc.OFF, "uid:0", ""));

    assertThat(rig.settled().state()).isEqualTo("stuck");
    assertThat(leaf.box.value(ETH1, SettingKind.PFC)).isEqualTo(ON3);
  }

  @Test
  void acceptedIsDurableAndToldToTheAudit() throws Exception {
    known(ETH1);
    is("FDO2");

    assertThat(rig.commitEngine.identities().accept(LEAF, "uid:0", "RMA 4711").now().texts())
        .containsExactly("leaf1: serial FDO2");

    assertThat(rig.witness.lines)
        .contains("uid:0 accepts [leaf1: serial FDO2] for [leaf1: " + OLD + "]");
    restart();
    assertThat(rig.commitEngine.preview(set(ETH1)).refused()).isFalse();
    is("FDO1");
    assertThat(rig.commitEngine.preview(set(ETH1)).refused()).as("the old one is back").isTrue();
  }

  @Test
  void acceptingOneNewCardKeepsTheIdentityOfACardThatIsAway() throws Exception {
    known(ENS1, ENS2);
    nic(ENS1, "0c:42:a1:00:00:91");
    var away = rig.nic.values.remove(Target.port(ENS2));
    rig.nic.identities.remove(Target.port(ENS2));

    DeviceIdentities.Accepted accepted =
        rig.commitEngine.identities().accept(GPU01, "uid:0", "new card in slot 1");
    rig.nic.values.put(Target.port(ENS2), away);
    nic(ENS2, "0c:42:a1:00:00:92");

    assertThat(accepted.before().texts())
        .containsExactly("gpu01: machine-id 4f1d", ENS1 + ": mac 0c:42:a1:00:00:01");
    assertThat(accepted.now().texts())
        .containsExactly("gpu01: machine-id 4f1d", ENS1 + ": mac 0c:42:a1:00:00:91");
    assertThat(rig.commitEngine.preview(set(ENS1)).refused()).isFalse();
    assertThat(rig.commitEngine.preview(set(ENS2)).refusals())
        .singleElement()
        .satisfies(no ->
            assertThat(no.reason()).contains("mac 0c:42:a1:00:00:02, found mac 0c:42:a1:00:00:92"));
    nic(ENS2, "0c:42:a1:00:00:02");
    assertThat(rig.commitEngine.preview(set(ENS2)).refused()).as("the old one is back").isFalse();
  }

  @Test
  void acceptingARenamedHostTakesThePortsThatAreAwayAlong() throws Exception {
    known(ENS1, ENS2);
    DeviceId name = new DeviceId("gpu02");
    Identities found =
        Identities.of(new Target.Device(name), Identity.of(Fact.MACHINE_ID, "4f1d"))
            .with(Identities.of(port(name, ENS1), Identity.of(Fact.MAC, "0c:42:a1:00:00:91")));

    assertThat(rig.commitEngine.identities().known().replacing(name, found).texts())
        .containsExactly(
            "gpu02: machine-id 4f1d",
            "gpu02:ens1f0np0: mac 0c:42:a1:00:00:91",
            "gpu02:ens2f0np0: mac 0c:42:a1:00:00:02");
  }

  @Test
  void anotherHostUnderAnotherNameInheritsNoPorts() throws Exception {
    known(ENS1);
    DeviceId name = new DeviceId("gpu02");
    Identities found = Identities.of(new Target.Device(name), Identity.of(Fact.MACHINE_ID, "9c02"));

    assertThat(rig.commitEngine.identities().known().replacing(name, found).texts())
        .containsExactly("gpu02: machine-id 9c02");
  }

  private static Target port(DeviceId device, PortId of) {
    return Target.port(new PortId(device, of.name()));
  }

  @Test
  void thereIsNothingToAcceptWhereNothingIsAnother() throws Exception {
    known(ETH1);

    assertThatThrownBy(() -> rig.commitEngine.identities().accept(LEAF, "uid:0", "why not"))
        .isInstanceOfSatisfying(
            CommitException.class,
            no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.STATE))
        .hasMessage("leaf1 is what the state folder has: leaf1: serial FDO1");
    leaf.silent = true;
    assertThatThrownBy(() -> rig.commitEngine.identities().accept(LEAF, "uid:0", "why not"))
        .isInstanceOfSatisfying(
            CommitException.class,
            no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.DEVICE));
  }

  @Test
  void aHostThatWasInstalledAnewIsRefusedUntilItIsAcceptedAndUndoesItsOwnThen() throws Exception {
    String id = open(ENS1).id();
    host("9c02");

    rig.pass(Duration.ofSeconds(601));
    assertThat(state(id)).isEqualTo("stuck");
    assertThat(rig.commitEngine.commit(id).orElseThrow().toString())
        .contains(
            "gpu01 is another one: the state folder has machine-id 4f1d, found machine-id 9c02")
        .contains("copied from another host");

    assertThat(rig.commitEngine.identities().accept(GPU01, "uid:0", "imaged anew").open())
        .containsExactly(id);
    assertThat(rig.commitEngine.retry(id, false, false, "uid:0").state()).isEqualTo("rolled-back");
  }

  @Test
  void aStackIsTheSameAsLongAsOneOfItsBoxesIs() {
    Identity stack = Identity.serials(List.of("B2", "A1"));

    assertThat(stack.text()).isEqualTo("serial A1+B2");
    assertThat(stack.isOther(Identity.serials(List.of("B2", "C3")))).isFalse();
    assertThat(stack.isOther(Identity.serials(List.of("C3", "D4")))).isTrue();
  }

  @Test
  void whatStandsForNothingIsNoIdentity() {
    for (String nothing : List.of("", "N/A", "unknown", "00:00:00:00:00:00", "0000", "two words")) {
      assertThat(Identity.of(Fact.SERIAL, nothing)).as(nothing).isEqualTo(Identity.NONE);
    }
  }

  @Test
  void anotherHostNameWithTheSameStateIsNamed() throws Exception {
    known(ENS1);
    Identity same = Identity.of(Fact.MACHINE_ID, "4f1d");
    var found = Identities.of(new Target.Device(new DeviceId("gpu02")), same);

    assertThat(rig.commitEngine.identities().others(found))
        .singleElement()
        .satisfies(one ->
            assertThat(one.text())
                .startsWith(
                    "gpu02 is another one: the state folder has host gpu01 with machine-id 4f1d,"
                        + " found host gpu02 with machine-id 4f1d; if the host was renamed,"
                        + " 'losslessd accept gpu02 --reason ...'"));
    assertThat(
            rig.commitEngine.identities().known().replacing(new DeviceId("gpu02"), found).texts())
        .containsExactly("gpu02: machine-id 4f1d", "gpu02:ens1f0np0: mac 0c:42:a1:00:00:01");
  }
}
