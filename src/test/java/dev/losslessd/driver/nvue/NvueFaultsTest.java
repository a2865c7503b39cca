package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a lying, refusing, hanging or foreign switch is reported, and nothing is left behind.
 */
class NvueFaultsTest {
  @TempDir Path folder;

  @Test
  void aSwitchThatLiesIsCaught() throws Exception {
    Map<String, Map.Entry<Boolean, Setting>> lies =
        Map.of(
            "ecn",
            Map.entry(
                true, Ecn.of(Map.of(Priority.of(0), new Ecn.Marking(300_000, 1_500_000, 100)))),
            "ets",
            Map.entry(true, Leaf.shares()),
            "mtu",
            Map.entry(false, new Mtu(2000)),
            "pause",
            Map.entry(false, new GlobalPause(true, true)),
            "watchdog",
            Map.entry(false, new PfcWatchdog(true)),
            "dscp",
            Map.entry(false, Wishes.dscp()));
    for (var lie : lies.entrySet()) {
      try (Leaf leaf = Leaf.newest(folder.resolve(lie.getKey()))) {
        if (lie.getKey().equals("watchdog")) {
          leaf.tell("foreign", "set qos pfc default-global switch-priority 3");
        }
        leaf.tell("lie", lie.getKey());
        SwitchSession session = leaf.session();
        Target target = lie.getValue().getKey() ? leaf.box() : leaf.port(2);
        Change change = Leaf.change(session, target, lie.getValue().getValue());
        session.apply(change);
        assertThat(session.read(target).inForce(change.kind()))
            .as(lie.getKey())
            .isNotEqualTo(Optional.of(change.after()));
      }
    }
  }

  @Test
  void aDraftThatIsNotWhatWasWrittenIsNotApplied() throws Exception {
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        leaf.tell("lie", "draft 1");
        SwitchSession session = leaf.session();
        List<String> before = leaf.state();
        Change change = Leaf.change(session, leaf.port(1), new Mtu(1500));
        assertThatThrownBy(() -> session.apply(change))
            .isInstanceOfSatisfying(
                DeviceException.class,
                e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.LIED));
        assertThat(leaf.state()).isEqualTo(before);
        session.apply(change);
        assertThat(Leaf.value(session, leaf.port(1), new Mtu(1500))).isEqualTo(new Mtu(1500));
      }
    }
  }

  @Test
  void aStateHasAnotherSpellingToTry() {
    assertThat(Switch.otherSpelling("enable")).contains("enabled");
    assertThat(Switch.otherSpelling("enabled")).contains("enable");
    assertThat(Switch.otherSpelling("strict")).isEmpty();
  }

  @Test
  void aRefusedLineIsToldAndItsDraftIsGone() throws Exception {
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        SwitchSession session = leaf.session();
        leaf.tell("refuse", "nv set qos egress-scheduler default-global traffic-class 6");
        List<String> before = leaf.state();
        Change change = Leaf.change(session, leaf.box(), Leaf.shares());
        assertThatThrownBy(() -> session.apply(change))
            .isInstanceOf(DeviceException.class)
            .hasMessageContaining("internal error");
        assertThat(leaf.state()).isEqualTo(before);
        leaf.tell("clear", "");
        session.apply(change);
        assertThat(Leaf.value(session, leaf.box(), Leaf.shares())).isEqualTo(Leaf.shares());
      }
    }
  }

  @Test
  void aSecondWriterIsRefusedByName() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("second"))) {
      SwitchSession session = leaf.session();
      Change change = Leaf.change(session, leaf.port(1), new Mtu(1500));
      leaf.tell("lock", "on");

      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("revision 9000 by alice")
          .hasMessageContaining("pending");
      assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv set"));
    }
  }

  @Test
  void aSwitchThatHangsOrIsGoneIsTold() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("hang"))) {
      SwitchSession session = leaf.session("admin", WriteGate.OPEN, Duration.ofMillis(300));
      leaf.tell("stall", "100000 1");
      assertThatThrownBy(() -> session.read(leaf.port(1)))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.TIMEOUT));
      leaf.tell("vanish", "");
      assertThatThrownBy(() -> session.read(leaf.port(1)))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE));
      leaf.tell("return", "");
      assertThat(Leaf.value(leaf.session(), leaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void anAccountThatMayNotIsToldBefore() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("account"))) {
      assertThat(leaf.session().missingPermissions()).isEmpty();
      assertThat(leaf.session("observer", WriteGate.OPEN).missingPermissions())
          .containsExactly(
              "configuration commands: account observer has role nvue-monitor, expected nvue-admin"
                  + " or system-admin");
      leaf.tell("forbid", "\"nv config revision\"");
      assertThat(leaf.session().missingPermissions())
          .singleElement()
          .asString()
          .contains("nv config revision", "permission");
    }
  }

  @Test
  void hostileNamesAreNeverSent() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("hostile"))) {
      SwitchSession session = leaf.session();
      Target hostile = Target.port(new PortId(leaf.box().device(), "swp1:reboot"));
      assertThatThrownBy(() -> session.read(hostile)).hasMessageContaining("no such port");
      Change worded =
          new Change(
              leaf.port(1),
              new Mtu(9216),
              new Mtu(1500),
              "",
              "interface swp1 link mtu=1500;reboot",
              List.of(),
              Set.of());
      assertThatThrownBy(() -> session.apply(worded)).hasMessageContaining("ledger");
      assertThat(leaf.sent()).noneMatch(line -> line.contains("reboot"));
    }
  }

  @Test
  void savingIsAStepOfItsOwnAndWaitsForNobody() throws Exception {
    try (Leaf leaf = Leaf.older(folder.resolve("save"))) {
      SwitchSession session = leaf.session();
      session.save();
      assertThat(leaf.sent()).contains("nv config save");
    }
  }
}
