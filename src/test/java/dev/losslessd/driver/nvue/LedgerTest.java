package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that the driver ever says to a switch, against the fabric's fake over real SSH. */
class LedgerTest {
  private static final int CHANGES = 40;

  @TempDir Path folder;

  private record Wish(Target target, Setting setting) {}

  private static Wish wish(Leaf leaf, Random random) {
    Target port = leaf.port(1 + random.nextInt(4));
    return switch (random.nextInt(8)) {
      case 0 -> new Wish(leaf.box(), new Lossless(set(random)));
      case 1 -> new Wish(leaf.box(), shares(random));
      case 2 -> new Wish(leaf.box(), marks(random));
      case 3 ->
          new Wish(
              leaf.box(),
              DscpMap.of(Map.of(Dscp.of(random.nextInt(64)), Priority.of(random.nextInt(8)))));
      case 4 -> new Wish(port, new Mtu(1500 + random.nextInt(7700)));
      case 5 -> new Wish(port, new GlobalPause(random.nextBoolean(), random.nextBoolean()));
      case 6 -> new Wish(port, random.nextBoolean() ? Pfc.OFF : new Pfc(PrioritySet.of(4)));
      default ->
          new Wish(port, new Trust(random.nextBoolean() ? Trust.Field.DSCP : Trust.Field.PCP));
    };
  }

  private static PrioritySet set(Random random) {
    return random.nextBoolean()
        ? PrioritySet.of(4)
        : PrioritySet.of(1 + random.nextInt(3), 4 + random.nextInt(4));
  }

  private static Ets shares(Random random) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(7, Ets.Selection.STRICT);
    int share = 1 + random.nextInt(98);
    return new Ets(
        selection, List.of(share, 0, 0, 100 - share, 0, 0, 0, 0), List.of(0, 0, 0, 3, 0, 0, 0, 7));
  }

  private static Ecn marks(Random random) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    for (int n : List.of(0, 3)) {
      if (random.nextBoolean()) {
        long min = 1L + random.nextInt(1_000_000);
        marks.put(
            Priority.of(n),
            new Ecn.Marking(min, min + random.nextInt(1_000_000), 1 + random.nextInt(100)));
      }
    }
    return Ecn.of(marks);
  }

  @Test
  void whateverIsWishedOnlyLinesOfTheLedgerAreSentAndAllOfItComesBack() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", Leaf.SITE);
      List<String> before = leaf.state();
      SwitchSession session = leaf.session();
      Random random = new Random(7);
      List<Change> done = new ArrayList<>();
      for (int n = 0; n < CHANGES; n++) {
        Wish wish = wish(leaf, random);
        Reading is = session.read(wish.target()).reading(wish.setting().kind());
        if (is instanceof Reading.Value) {
          Change change = Leaf.change(session, wish.target(), wish.setting());
          if (applied(session, change)) {
            assertThat(session.read(change.target()).inForce(change.kind()))
                .as(change.text())
                .contains(change.after());
            done.add(change.inverse());
          }
        }
      }
      assertThat(done).hasSizeGreaterThan(CHANGES / 3);
      Collections.reverse(done);
      done.forEach(session::apply);

      assertThat(leaf.state()).isEqualTo(before);
      onlyTheLedger(leaf.sent());
    }
  }

  /** A refusal leaves everything as it was. */
  private static boolean applied(SwitchSession session, Change change) {
    try {
      session.apply(change);
      return true;
    } catch (DeviceException e) {
      assertThat(e.kind())
          .as(e.getMessage())
          .isIn(DeviceException.Kind.REFUSED, DeviceException.Kind.UNSUPPORTED);
      return false;
    }
  }

  private static void onlyTheLedger(List<String> sent) {
    Ledger ledger = NvueLedger.LEDGER;
    assertThat(sent).isNotEmpty().allMatch(line -> ledger.find(line).isPresent());
    assertThat(sent).noneMatch(line -> line.matches("nv (set|unset) qos .*(STORAGE|EDGE).*"));
  }

  @Test
  void holdingAndLookingStayInTheLedgerToo() throws Exception {
    try (Leaf leaf = Leaf.older(folder)) {
      SwitchSession session = leaf.session();
      Hold hold = new Hold("c-9", Duration.ofMinutes(3));
      assertThat(session.missingPermissions()).isEmpty();
      session.applyWithTimer(List.of(Leaf.change(session, leaf.port(1), new Mtu(1500))), hold);
      session.confirm(hold);
      session.applyWithTimer(List.of(Leaf.change(session, leaf.port(1), new Mtu(1501))), hold);
      session.revert(hold, List.of());
      session.cleanUp();
      session.save();
      assertThat(session.queues().sweep(List.of(new PortId(leaf.box().device(), "swp1")), 1, 1))
          .hasSize(1);
      onlyTheLedger(leaf.sent());
    }
  }

  @Test
  void everyEntryHasASourceAndNoneMeansMoreThanItself() {
    Ledger ledger = NvueLedger.LEDGER;
    assertThat(ledger.entries()).allSatisfy(entry -> assertThat(entry.source()).isNotBlank());
    for (String line :
        List.of(
            "nv set interface swp1 qos pfc profile x; reboot",
            "nv unset interface",
            "nv unset qos",
            "nv set interface eth0 link mtu 9000",
            "nv unset interface eth0",
            "nv config apply empty -y",
            "nv config apply -y",
            "nv config replace /tmp/x",
            "nv action reboot system",
            "nv set qos egress-scheduler default-global traffic-class 1 bw-percent 0",
            "sudo reboot")) {
      assertThat(ledger.find(line)).as(line).isEmpty();
      assertThatThrownBy(() -> NvueLedger.LEDGER.line(line)).hasMessageContaining("ledger");
    }
  }
}
