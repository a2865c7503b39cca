package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Planner;
import dev.losslessd.plan.Situation;
import dev.losslessd.topology.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lines that read as the value that is wanted, and make the switch act otherwise. */
class EosBesideTest extends OnEosLeaf {
  private static final String MARKS =
      "random-detect ecn minimum-threshold 150000 bytes maximum-threshold 1500500 bytes"
          + " max-mark-probability 10";

  @Test
  void aWeightOfTheQueueIsNotTheMarkThatIsTyped() throws IOException {
    replaced(
        PORT,
        Wishes.ecn(),
        "interface Ethernet1 ; tx-queue 3 ; " + MARKS + " weight 9",
        "tx-queue 3: " + MARKS + " weight 9");
  }

  @Test
  void whatIsGuaranteedIsAFloorAndNoShare() throws IOException {
    replaced(
        PORT,
        share(),
        "interface Ethernet1 ; tx-queue 3 ; no priority ; bandwidth guaranteed percent 100",
        "tx-queue 3: bandwidth guaranteed percent 100");
  }

  @Test
  void aStrictQueueWithAFloorIsNotOneWithout() throws IOException {
    String start = "interface Ethernet1 ; tx-queue 3 ; no priority ; bandwidth percent 100 ; ";
    replaced(
        PORT,
        share(),
        start + "tx-queue 5 ; bandwidth guaranteed percent 10",
        "tx-queue 5: bandwidth guaranteed percent 10");
    replaced(
        PORT,
        share(),
        start + "tx-queue 5 ; bandwidth percent 10",
        "tx-queue 5: bandwidth percent 10");
  }

  @Test
  void pfcThatIsOnForNoPriorityIsNotOff() throws IOException {
    replaced(
        PORT,
        Pfc.OFF,
        "interface Ethernet1 ; priority-flow-control on",
        "priority-flow-control on");
  }

  @Test
  void aWatchdogWithoutAnActionDisablesPorts() throws IOException {
    replaced(
        BOX,
        new PfcWatchdog(true, 50, 2000, null),
        "priority-flow-control pause watchdog default timeout 0.05 ; priority-flow-control pause"
            + " watchdog default recovery-time 2 ; priority-flow-control pause watchdog default"
            + " polling-interval 0.01",
        "no priority-flow-control pause watchdog action");
    replaced(
        BOX,
        new PfcWatchdog(false),
        "priority-flow-control pause watchdog action drop",
        "priority-flow-control pause watchdog action drop");
  }

  @Test
  void theSameBesideInAProfileOfOthersIsReplacedInACopyOfIt() throws IOException {
    replaced(
        PORT,
        Wishes.ecn(),
        "qos profile ROCE ; tx-queue 3 ; "
            + MARKS
            + " weight 9 ; interface Ethernet1 ;"
            + " service-profile ROCE",
        "tx-queue 3: " + MARKS + " weight 9");
  }

  /** Checks that a setting which reads as wanted is none the less planned, written and undone. */
  private void replaced(Target target, Setting wanted, String start, String beside)
      throws IOException {
    leaf.tell("reset leaf1");
    leaf.tell("foreign leaf1 " + start);
    List<String> before = leaf.state();
    assertThat(value(target, wanted)).matches(wanted::isMetBy, wanted.text());
    assertThat(reading(target, wanted.kind()).text())
        .isEqualTo(wanted.text() + " (but with '" + beside + "')");

    Plan plan = plan(target, wanted);
    assertThat(plan.refusals()).isEmpty();
    Change change = plan.changes().getFirst();
    assertThat(plan.changes()).hasSize(1);
    assertThat(change.text()).contains(wanted.text() + " ('", "') -> " + wanted.text());
    session.apply(change);

    Reading then = reading(target, wanted.kind());
    assertThat(then.isWhole()).as(then.text()).isTrue();
    assertThat(then.inForce().orElseThrow()).matches(wanted::isMetBy);
    assertThat(change.isMet(then)).isTrue();
    assertThat(plan(target, wanted).changes()).isEmpty();
    List<String> once = leaf.state();
    session.apply(change);
    assertThat(leaf.state()).isEqualTo(once).isNotEqualTo(before);
    session.apply(change.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void anotherSpellingOfTheSameIsMetAndNothingIsSent() throws IOException {
    leaf.tell(
        "foreign leaf1 interface Ethernet1 ; priority-flow-control priority 5 drop ; qos trust cos"
            + " ; tx-queue 3 ; random-detect ecn minimum-threshold 320 kbytes maximum-threshold"
            + " 1500 kbytes max-mark-probability 20");
    leaf.tell("log leaf1 clear");

    for (Setting wanted :
        List.of(
            Pfc.OFF,
            new Trust(Trust.Field.PCP),
            Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(320_000, 1_500_000, 20))))) {
      assertThat(plan(PORT, wanted).changes()).isEmpty();
      session.apply(change(PORT, wanted));
    }
    assertThat(leaf.sent()).allMatch(line -> line.matches("(show|terminal|enable).*"));
  }

  @Test
  void aPauseThatThePeerDecidesIsNotOnAndIsLeftToThoseWhoCanBringItBack() throws IOException {
    leaf.tell("foreign leaf1 interface Ethernet1 ; flowcontrol send desired");
    GlobalPause on = new GlobalPause(false, true);
    List<String> before = leaf.state();
    leaf.tell("log leaf1 clear");

    assertThat(reading(PORT, on.kind()).text())
        .isEqualTo("tx (but with 'flowcontrol send desired')");
    for (GlobalPause wanted : List.of(on, GlobalPause.OFF)) {
      assertThat(plan(PORT, wanted).refusals())
          .extracting(Refusal::text)
          .singleElement()
          .asString()
          .contains("'flowcontrol send desired' stands there", "set it by hand");
      assertThatThrownBy(() -> session.apply(change(PORT, wanted)))
          .hasMessageContaining("line 'flowcontrol send desired' is not in the ledger");
    }
    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent()).allMatch(line -> line.matches("(show|terminal|enable).*"));
  }

  private Plan plan(Target target, Setting wanted) {
    Situation situation =
        new Situation(
            Map.of(target, session.read(target)),
            Map.of(target, session.capabilities(target)),
            Neighbourhood.of(Set.of(target), Links.of(List.of(), List.of())),
            Set.of(),
            true,
            Map.of(),
            new Acceptance(false, true),
            new TreeMap<>());
    return Planner.plan(new TreeMap<>(Map.of(new Key(target, wanted.kind()), wanted)), situation);
  }

  /** Queue 3 has all that the others, which are strict, leave. */
  private static Ets share() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.STRICT));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(8, 0));
    selection.set(3, Ets.Selection.ETS);
    shares.set(3, 100);
    return new Ets(selection, shares, List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }
}
