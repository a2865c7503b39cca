package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that the driver ever says to a switch, against the fabric's fake over real SSH. */
class LedgerTest {
  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final int CHANGES = 150;

  @TempDir private Path folder;

  private record Wish(Target target, Setting setting) {}

  private static Wish wish(Random random) {
    Target port = Target.port(new PortId(Leaf1.ID, "Ethernet1/" + (1 + random.nextInt(4))));
    return switch (random.nextInt(10)) {
      case 0 -> new Wish(BOX, new Lossless(set(random)));
      case 1 -> new Wish(BOX, shares(random));
      case 2 -> new Wish(BOX, marks(random));
      case 3 -> new Wish(BOX, dscps(random));
      case 4 -> new Wish(BOX, new PfcWatchdog(random.nextBoolean()));
      case 5 -> new Wish(port, new PfcWatchdog(random.nextBoolean()));
      case 6 -> new Wish(port, new Mtu(1500 + random.nextInt(7700)));
      case 7 -> new Wish(port, new GlobalPause(random.nextBoolean(), random.nextBoolean()));
      case 8 -> new Wish(port, random.nextBoolean() ? Pfc.OFF : new Pfc(PrioritySet.of(3)));
      default ->
          new Wish(port, new Trust(random.nextBoolean() ? Trust.Field.DSCP : Trust.Field.PCP));
    };
  }

  private static PrioritySet set(Random random) {
    PrioritySet set = PrioritySet.NONE;
    for (int n = random.nextInt(3); n > 0; n--) {
      set = set.with(Priority.of(1 + random.nextInt(7)));
    }
    return random.nextBoolean() ? PrioritySet.of(3) : set;
  }

  private static Ets shares(Random random) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(7, Ets.Selection.STRICT);
    int share = random.nextInt(101);
    return new Ets(
        selection, List.of(share, 0, 0, 100 - share, 0, 0, 0, 0), List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }

  private static Ecn marks(Random random) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      long min = 1L + random.nextInt(1_000_000);
      marks.put(
          Priority.of(random.nextInt(8)),
          new Ecn.Marking(min, min + random.nextInt(9_000_000), 1 + random.nextInt(100)));
    }
    return Ecn.of(marks);
  }

  private static DscpMap dscps(Random random) {
    Map<Dscp, Priority> map = new TreeMap<>();
    for (int n = random.nextInt(12); n > 0; n--) {
      map.put(Dscp.of(random.nextInt(64)), Priority.of(1 + random.nextInt(7)));
    }
    return DscpMap.of(map);
  }

  @Test
  void randomChangesReadBackTwiceIsOnceInversesRestoreAndAllIsInTheLedger() throws Exception {
    Set<SettingKind> done = EnumSet.noneOf(SettingKind.class);
    for (long seed = 1; seed <= 3; seed++) {
      try (Leaf1 leaf = new Leaf1(folder.resolve("f" + seed))) {
        if (seed != 2) {
          leaf.tell("foreign leaf1 " + Transcript.site(SwitchSystem.NXOS));
        }
        try (SwitchSession session = leaf.session("admin")) {
          wander(new Random(seed), leaf, session, done);
        }
        assertThat(leaf.sent())
            .isNotEmpty()
            .allSatisfy(line -> assertThat(NxosLedger.LEDGER.find(line)).as(line).isPresent());
      }
    }
    assertThat(done)
        .contains(
            SettingKind.LOSSLESS,
            SettingKind.ETS,
            SettingKind.ECN,
            SettingKind.DSCP_MAP,
            SettingKind.PFC_WATCHDOG,
            SettingKind.MTU,
            SettingKind.GLOBAL_PAUSE,
            SettingKind.PFC,
            SettingKind.TRUST);
  }

  private static void wander(
      Random random, Leaf1 leaf, SwitchSession session, Set<SettingKind> kinds) throws Exception {
    List<String> found = leaf.state();
    List<Change> back = new ArrayList<>();
    for (int n = 0; n < CHANGES / 3; n++) {
      Wish wish = wish(random);
      Reading is = session.read(wish.target).reading(wish.setting.kind());
      Setting before = is.standing().orElse(wish.setting);
      Change change =
          new Change(wish.target, before, wish.setting, is.words(), "", List.of(), Set.of());
      List<String> state = leaf.state();
      try {
        session.apply(change);
      } catch (DeviceException e) {
        // PFC beside pause, a policy that is not ours: the switch or the driver said no
        assertThat(leaf.state()).as(change.text() + ": " + e.getMessage()).isEqualTo(state);
        continue;
      }
      assertThat(session.read(wish.target).reading(wish.setting.kind()).standing())
          .as(change.text())
          .hasValueSatisfying(now -> assertThat(now).matches(wish.setting::isMetBy));
      List<String> once = leaf.state();
      session.apply(change);
      assertThat(leaf.state()).as(change.text() + " twice").isEqualTo(once);

      if (random.nextInt(3) == 0) {
        session.apply(change.inverse());
        assertThat(leaf.state()).as(change.text() + " and back").isEqualTo(state);
      } else {
        back.add(change.inverse());
        kinds.add(wish.setting.kind());
      }
    }
    Collections.reverse(back);
    for (Change change : back) {
      session.apply(change);
    }
    assertThat(leaf.state()).isEqualTo(found);
  }

  @Test
  void theFakeRefusesWhatIsNotInItsGrammar() throws Exception {
    try (Leaf1 leaf = new Leaf1(folder.resolve("g"));
        SwitchSession session = leaf.session("admin")) {
      assertThatThrownBy(() -> leaf.tell("foreign leaf1 interface ethernet 1/1 ; mtu 9216 jumbo"))
          .hasMessageContaining("Invalid command");
      leaf.tell("refuse leaf1 mtu");
      Target port = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));
      List<String> found = leaf.state();

      assertThatThrownBy(() ->
              session.apply(new Change(port, new Mtu(1500), new Mtu(9000), List.of(), Set.of())))
          .hasMessageContaining("mtu 9000");
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void everyEntryHasLinesASourceAndItsOwnName() {
    assertThat(NxosLedger.LEDGER.entries())
        .allSatisfy(entry -> {
          assertThat(entry.line()).as(entry.id()).isNotNull();
          assertThat(entry.source()).as(entry.id()).isNotBlank();
        })
        .extracting(Ledger.Entry::id)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatTheLedgerDoesNotHaveIsNotAsked() {
    Console console =
        new Console(
            new SwitchAccess(
                Leaf1.ID,
                () -> {
                  throw new AssertionError("connected");
                },
                Optional.empty(),
                Optional.empty(),
                () -> 0,
                "r12",
                DeviceNotes.none(),
                () -> 0),
            NxosConsole.DIALECT);

    for (String line : List.of("show tech-support", "end", "reload", "show running-config all")) {
      assertThatThrownBy(() -> console.ask(line)).hasMessageContaining("not in the ledger");
    }
  }
}
