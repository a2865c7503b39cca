package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of settings that run beside those that are saved, on every system with both, over real SSH.
 */
class UnsavedTest {
  @TempDir private Path folder;

  /**
   * @param before what is set by hand, and saved, first
   * @param byHand somebody's change of the port that is not ours
   */
  @ParameterizedTest
  @CsvSource({
    "NXOS, Ethernet1/1, Ethernet1/2, '', interface Ethernet1/2 ; mtu 9001",
    "EOS, Ethernet1, Ethernet2, '', interface Ethernet2 ; mtu 9001",
    "SONIC, Ethernet0, Ethernet4, '', sudo config interface mtu Ethernet4 9001",
    "NVUE, swp1, swp2, set system config auto-save state disabled,"
        + " set interface swp2 link mtu 9001",
  })
  void whatRunsAndIsNotSavedIsToldByWhoseItIs(
      SwitchSystem system, String port, String other, String before, String byHand)
      throws Exception {
    try (FabricLeaf leaf = new FabricLeaf(folder.resolve("f"), system, Drivers.of(system));
        SwitchSession session = leaf.session("admin")) {
      if (!before.isEmpty()) {
        leaf.tell("foreign leaf1 " + before);
        session.save();
      }
      Target ours = Target.port(new PortId(FabricLeaf.ID, port));
      assertThat(session.unsaved(Set.of(ours)).isNothing()).isTrue();

      session.apply(change(session, ours, new Mtu(9050)));
      session.apply(change(session, ours, second(system)));
      Unsaved own = session.unsaved(Set.of(ours));
      assertThat(own.foreign()).isEmpty();
      assertThat(own.ours())
          .anyMatch(line -> line.contains(port) && line.contains("+ mtu 9050"))
          .hasSizeGreaterThan(1);

      leaf.tell("foreign leaf1 " + byHand);
      assertThat(session.unsaved(Set.of(ours)).foreign())
          .anyMatch(line -> line.contains(other) && line.endsWith("mtu ..."));

      session.save();
      assertThat(session.unsaved(Set.of(ours)).isNothing()).isTrue();
      session.apply(change(session, ours, new Mtu(9000)));
      assertThat(session.unsaved(Set.of(ours)).ours()).hasSize(2);
      assertThat(session.unsaved(Set.of()).ours()).isEmpty();
    }
  }

  /** Where the lossless set is the switch's own, PFC of a port alone is refused. */
  private static Setting second(SwitchSystem system) {
    return switch (system) {
      case NXOS -> new PfcWatchdog(true);
      case NVUE -> new GlobalPause(true, true);
      default -> new Pfc(PrioritySet.of(3));
    };
  }

  private static Change change(SwitchSession session, Target target, Setting wanted) {
    Reading is = session.read(target).reading(wanted.kind());
    Setting before = is.inForce().orElseThrow();
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), Set.of());
  }
}
