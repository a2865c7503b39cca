package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Identity.Fact;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Release.How;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent leaves a device: what was found is back, or all stays; and nothing is wanted there. */
class ReleasesTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId GPU01 = new DeviceId("gpu01");
  private static final PortId ETH1 = PortId.parse("leaf1:Eth1");
  private static final Key LEAF_PFC = new Key(Target.port(ETH1), SettingKind.PFC);
  private static final Target ETH2 = Target.port(PortId.parse("leaf1:Eth2"));
  private static final Key GONE_PFC = new Key(ETH2, SettingKind.PFC);
  private static final Key NIC_PFC = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Setting FOUND = new Pfc(PrioritySet.of(5));
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting ON4 = new Pfc(PrioritySet.of(4));
  private static final Setting THEIRS = new Pfc(PrioritySet.of(6));

  @TempDir private Path folder;
  private final FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1", "Eth2");
  private Rig rig;

  @BeforeEach
  void start() {
    leaf.holds = false;
    leaf.box.set(ETH1, SettingKind.PFC, FOUND);
    rig = new Rig(folder, null, START, List.of(), leaf);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private Commit set(Key key, Setting value) throws InterruptedException {
    Commit open = submit(Request.one(key, value, "uid:0", ""));
    Commit done = rig.commitEngine.confirm(open.id(), "uid:0");
    rig.told.clear();
    return done;
  }

  private Commit submit(Request request) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(request);
    return rig.settled();
  }

  private Releases.Restoring restoring(DeviceId device, boolean overwrite) {
    Request style = Request.everything("uid:0", "sold");
    return rig.commitEngine.releases().restoring(Set.of(device), overwrite, style);
  }

  private void restore(DeviceId device) throws InterruptedException {
    Commit open = submit(restoring(device, false).request());
    rig.commitEngine.confirm(open.id(), "uid:0");
    rig.quiet();
  }

  private void restart() {
    FakeNic keep = rig.nic;
    rig.close();
    rig = new Rig(folder, keep, rig.now, List.of(), leaf);
  }

  private Setting now() {
    return leaf.box.value(ETH1, SettingKind.PFC);
  }

  private List<Refusal> refusals(Key key, Setting value) {
    return rig.commitEngine.preview(Request.one(key, value, "uid:0", "")).refusals();
  }

  @Test
  void whatWasFoundBeforeTheFirstWriteIsBackAndNothingIsWantedThereAnyMore() throws Exception {
    set(LEAF_PFC, ON3);
    set(LEAF_PFC, ON4);
    set(NIC_PFC, ON3);
    leaf.ownNames.addAll(List.of("checkpoint losslessd-gpu01-r2", "policy-map in force"));
    assertThat(rig.commitEngine.releases().changed()).hasSize(2).containsEntry(LEAF, 2);

    restore(LEAF);

    assertThat(now()).isEqualTo(FOUND);
    assertThat(rig.commitEngine.intent().effective().keySet()).containsExactly(NIC_PFC);
    assertThat(rig.commitEngine.releases().changed()).containsOnlyKeys(GPU01);
    assertThat(rig.commitEngine.releases().all())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.how()).isEqualTo(How.RESTORED);
          assertThat(one.reason()).isEqualTo("sold");
          assertThat(one.names()).containsExactly("policy-map in force");
        });
    assertThat(refusals(LEAF_PFC, ON3))
        .singleElement()
        .satisfies(no -> assertThat(no.text()).contains("leaf1 is released since", "--undo"));
    assertThatThrownBy(() -> rig.commitEngine.submit(Request.one(LEAF_PFC, ON3, "uid:0", "")))
        .hasMessageContaining("released");
  }

  @Test
  void itOutlivesARestartACheckpointAndACompaction() throws Exception {
    set(LEAF_PFC, ON3);
    set(NIC_PFC, ON3);
    restore(LEAF);
    for (int n = 0; n < 40; n++) {
      set(NIC_PFC, n % 2 == 0 ? ON4 : ON3);
    }
    rig.commitEngine.prune(new Retention(2, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
    assertThat(Files.exists(folder.resolve("journal.checkpoint"))).isTrue();
    restart();
    Files.delete(folder.resolve("journal.checkpoint"));
    restart();

    assertThat(rig.commitEngine.releases().all()).hasSize(1);
    assertThat(rig.commitEngine.intent().effective().keySet()).containsExactly(NIC_PFC);
    restore(GPU01);
    assertThat(rig.nic.value(ENS1, SettingKind.PFC))
        .as("what was found before a history that is dropped")
        .isEqualTo(Pfc.OFF);
  }

  @Test
  void whatSomebodyElseSetSinceIsToldAndLeftUnlessThatIsWaived() throws Exception {
    set(LEAF_PFC, ON3);
    leaf.box.set(ETH1, SettingKind.PFC, THEIRS);

    assertThat(restoring(LEAF, false).untouched())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.key()).isEqualTo(LEAF_PFC);
          assertThat(one.why()).isEqualTo("somebody else set it since; it was 3");
        });
    assertThat(restoring(LEAF, false).request().goal().delta()).doesNotContainKey(LEAF_PFC);
    Releases.Restoring all = restoring(LEAF, true);
    assertThat(all.untouched()).isEmpty();
    assertThat(all.request().goal().delta()).containsEntry(LEAF_PFC, FOUND);

    restore(LEAF);
    assertThat(now()).isEqualTo(THEIRS);
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  @Test
  void aPortThatWasBrokenOutIsLeftOutOfTheWayBackOfTheOthers() throws Exception {
    set(LEAF_PFC, ON3);
    set(GONE_PFC, ON3);
    Request style = Request.everything("uid:0", "");
    leaf.box.values.remove(ETH2);

    Set<Key> gone = Set.of(GONE_PFC, new Key(ETH2, SettingKind.GLOBAL_PAUSE));
    assertThat(restoring(LEAF, false).untouched())
        .allMatch(one -> one.why().equals("the device does not have this port any more"))
        .extracting(Releases.Untouched::key)
        .containsExactlyInAnyOrderElementsOf(gone);
    Request back = rig.commitEngine.backTo(0, style);
    assertThat(rig.commitEngine.preview(back).refusals())
        .anyMatch(no -> no.isBy(PlanRule.UNKNOWN_TARGET));
    Request rest = rig.commitEngine.releases().leaving(back, gone).request();
    assertThat(rig.commitEngine.preview(rest).changes())
        .extracting(Change::target)
        .containsOnly(LEAF_PFC.target());

    restore(LEAF);
    assertThat(now()).isEqualTo(FOUND);
    assertThat(rig.commitEngine.intent().effective()).isEmpty();
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  @Test
  void aReleaseThatIsTakenBackInItsWindowLeavesTheDeviceManaged() throws Exception {
    set(LEAF_PFC, ON3);
    Commit open = submit(restoring(LEAF, false).request());
    assertThat(rig.commitEngine.releases().begun()).containsEntry(LEAF, open.id());

    rig.commitEngine.cancel(open.id(), "no", "uid:0");

    assertThat(now()).isEqualTo(ON3);
    assertThat(rig.commitEngine.releases().all()).isEmpty();
    assertThat(rig.commitEngine.releases().begun()).isEmpty();
    assertThat(rig.commitEngine.intent().rest()).containsEntry(LEAF_PFC, ON3);
  }

  @Test
  void aCrashInItsWindowIsGoneOnWithAndOneWhileItIsWrittenIsUndone() throws Exception {
    set(LEAF_PFC, ON3);
    Commit open = submit(restoring(LEAF, false).request());
    restart();
    rig.commitEngine.recover();
    assertThat(rig.commitEngine.releases().begun()).containsEntry(LEAF, open.id());
    assertThatThrownBy(() -> rig.commitEngine.releases().keep(LEAF, "uid:0", ""))
        .as("its targets are held over the restart")
        .hasMessageContaining("held by commit " + open.id());

    rig.commitEngine.confirm(open.id(), "uid:0");
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  @Test
  void whileACommitIsOpenOrStagedThereItIsRefusedAndSaysWhichOne() throws Exception {
    Commit open = submit(Request.one(LEAF_PFC, ON3, "uid:0", ""));
    for (Runnable leave :
        List.<Runnable>of(
            () -> rig.commitEngine.submit(restoring(LEAF, false).request()),
            () -> rig.commitEngine.releases().keep(LEAF, "uid:0", ""))) {
      assertThatThrownBy(leave::run)
          .isInstanceOfSatisfying(
              CommitException.class, no -> assertThat(no.kind()).isEqualTo(Kind.IN_PROGRESS))
          .hasMessageContaining(open.id());
    }
    rig.commitEngine.cancel(open.id(), "", "uid:0");
    rig.busy.add(ENS1);
    Commit staged = submit(Request.one(NIC_PFC, ON3, "uid:0", "").whenIdle(true));
    assertThatThrownBy(() -> rig.commitEngine.releases().keep(GPU01, "uid:0", ""))
        .hasMessage("commit " + staged.id() + " is staged for gpu01; cancel it first");
    assertThat(rig.commitEngine.releases().all()).isEmpty();
  }

  @Test
  void aBusyLinkIsNotBounced() throws Exception {
    set(NIC_PFC, ON3);
    rig.busy.add(ENS1);

    assertThat(rig.commitEngine.preview(restoring(GPU01, false).request()).refusals())
        .extracting(Refusal::rule)
        .containsExactly("busy");
    assertThatThrownBy(() -> rig.commitEngine.submit(restoring(GPU01, false).request()))
        .isInstanceOf(CommitException.class);
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    assertThat(rig.commitEngine.releases().all()).isEmpty();
  }

  @Test
  void keptValuesStayAndOnlyNamesInForceAreLeft() throws Exception {
    set(LEAF_PFC, ON3);
    leaf.ownNames.addAll(List.of("session losslessd-gpu01-r1-c-000001", "policy-map in force"));

    assertThat(rig.commitEngine.releases().keep(LEAF, "uid:0", "sold").names())
        .containsExactly("policy-map in force");

    assertThat(now()).isEqualTo(ON3);
    assertThat(rig.commitEngine.intent().effective()).isEmpty();
    assertThat(OnDevices.lines(rig.commitEngine.releases()))
        .containsExactly("leaf1: policy-map in force");
    restart();
    assertThat(rig.commitEngine.releases().all().getFirst().how()).isEqualTo(How.KEPT);
    leaf.ownNames.clear();
    assertThat(rig.commitEngine.releases().keep(LEAF, "uid:0", "").names())
        .as("looked at once more")
        .isEmpty();
    assertThat(OnDevices.lines(rig.commitEngine.releases())).isEmpty();
  }

  @Test
  void aDeviceThatIsAwayReplacedOrFrozenIsNotLeft() throws Exception {
    leaf.box.identities.put(new Target.Device(LEAF), Identity.of(Fact.SERIAL, "FDO1"));
    set(LEAF_PFC, ON3);

    leaf.silent = true;
    assertKept(Kind.DEVICE, "leaf1 does not answer");
    assertThatThrownBy(() -> restoring(LEAF, false)).hasMessageContaining("does not answer");
    leaf.silent = false;
    leaf.box.identities.put(new Target.Device(LEAF), Identity.of(Fact.SERIAL, "FDO2"));
    assertKept(Kind.DEVICE, "leaf1 is another one");
    assertThat(rig.commitEngine.preview(restoring(LEAF, false).request()).refusals())
        .extracting(Refusal::rule)
        .containsExactly("other-device");
    leaf.box.identities.put(new Target.Device(LEAF), Identity.of(Fact.SERIAL, "FDO1"));
    rig.commitEngine.freeze("uid:0");
    assertKept(Kind.FROZEN, "frozen");
    assertThat(rig.commitEngine.releases().all()).isEmpty();
    assertThat(leaf.calls).doesNotContain("leave");
  }

  private void assertKept(Kind kind, String why) {
    assertThatThrownBy(() -> rig.commitEngine.releases().keep(LEAF, "uid:0", ""))
        .isInstanceOfSatisfying(CommitException.class, no -> assertThat(no.kind()).isEqualTo(kind))
        .hasMessageContaining(why);
  }

  @Test
  void aDeviceWhoseNamesCouldNotBeTakenIsAskedAtTheNextStart() throws Exception {
    set(LEAF_PFC, ON3);
    leaf.ownNames.add("checkpoint losslessd-gpu01-r1");
    Commit open = submit(restoring(LEAF, false).request());
    rig.listener = commit -> leaf.silent |= commit instanceof Commit.Confirmed;
    rig.commitEngine.confirm(open.id(), "uid:0");
    rig.quiet();
    assertThat(rig.commitEngine.releases().all().getFirst().names().getFirst())
        .startsWith(Releases.NOT_ASKED);

    leaf.silent = false;
    restart();
    rig.commitEngine.recoverMeanwhile();
    rig.quiet();
    assertThat(rig.commitEngine.releases().all().getFirst().names()).isEmpty();
    assertThat(leaf.ownNames).isEmpty();
  }

  @Test
  void oneThatIsGivenBackIsManagedAgainAndNothingIsWritten() throws Exception {
    TreeMap<Key, Setting> file = new TreeMap<>();
    file.put(LEAF_PFC, ON4);
    rig.commitEngine.declare(file);
    submit(Request.everything("uid:0", ""));
    rig.commitEngine.confirm("c-000001", "uid:0");
    restore(LEAF);
    assertThat(rig.commitEngine.releases().wanted()).hasSize(1);
    assertThat(rig.commitEngine.intent().effective()).isEmpty();
    leaf.calls.clear();

    rig.commitEngine.releases().giveBack(LEAF, "uid:0");

    assertThat(leaf.calls).isEmpty();
    assertThat(now()).isEqualTo(FOUND);
    assertThat(rig.commitEngine.intent().wanted(LEAF_PFC)).contains(ON4);
    assertThat(refusals(LEAF_PFC, ON3)).isEmpty();
    assertThatThrownBy(() -> rig.commitEngine.releases().giveBack(LEAF, "uid:0"))
        .hasMessage("leaf1 is not released");
  }
}
