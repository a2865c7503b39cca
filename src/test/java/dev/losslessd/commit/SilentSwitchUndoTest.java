package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH1;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.topology.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A plan that takes protection away is undone while its switch is silent: a NIC does not send
 * lossless traffic to a port that has none. What does not rely on the switch is undone in time.
 */
class SilentSwitchUndoTest {
  private static final List<Link> LINKS =
      List.of(new Link(ENS1, ETH1, OptionalInt.empty(), Link.Source.values()[0]));

  @TempDir private Path folder;
  private final FakeLeaf leaf = Moves.leaf(false);
  private Rig rig;
  private Moves moves;
  private String id;

  @BeforeEach
  void takeAway() {
    leaf.box.set(ETH1, SettingKind.PFC, on(3));
    rig = new Rig(folder, null, START, LINKS, leaf);
    moves = new Moves(rig);
    rig.nic.set(ENS1, SettingKind.PFC, on(3));
    rig.nic.set(ENS2, SettingKind.PFC, on(3));
    TreeMap<Key, Setting> off = new TreeMap<>();
    List.of(NIC1, NIC2, LEAF1).forEach(key -> off.put(key, Pfc.OFF));
    id = moves.open(Requests.of(off));
    assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(Pfc.OFF);
    leaf.silent = true;
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void aStepThatReliesOnTheSilentSwitchWaitsForItAndSaysSo() {
    assertThat(moves.cancel(id))
        .isInstanceOfSatisfying(
            Commit.Undoing.class, undoing -> assertThat(undoing.waits()).contains("leaf1"));

    assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    assertThat(moves.pfc(ENS2)).as("wired to nothing that is silent").isEqualTo(on(3));
    moves.pass(Duration.ofHours(1), Duration.ofSeconds(10));
    assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    assertThat(moves.state(id)).isEqualTo("undoing");
  }

  @Test
  void itIsUndoneWholeWhenTheSwitchAnswers() {
    var _ = moves.cancel(id);
    moves.pass(Duration.ofHours(1), Duration.ofSeconds(10));
    leaf.silent = false;
    moves.seconds(61);

    assertThat(moves.state(id)).isEqualTo("rolled-back");
    assertThat(moves.pfc(ENS1)).isEqualTo(on(3));
    assertThat(moves.pfc(ENS2)).isEqualTo(on(3));
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(3));
  }

  @Test
  void atTheDeadlineTheSameHolds() {
    moves.pass(Duration.ofSeconds(605), Duration.ofSeconds(1));
    assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    assertThat(moves.pfc(ENS2)).isEqualTo(on(3));
  }

  @Test
  void afterARestartTheSameHolds() {
    var _ = moves.cancel(id);
    rig.close();
    Rig first = rig;
    rig = new Rig(folder, first.nic, first.now, LINKS, leaf);
    moves = new Moves(rig);
    rig.start();
    moves.seconds(120);
    assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    leaf.silent = false;
    moves.seconds(61);
    assertThat(moves.state(id)).isEqualTo("rolled-back");
    assertThat(moves.pfc(ENS1)).isEqualTo(on(3));
  }
}
