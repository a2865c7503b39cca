package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Consistency;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ends of a link before and after a plan, and what the plan says of it. */
class OneEndTest extends TwoPortFixture {
  private static final int[][] SETS = {{}, {3}, {4}, {3, 4}};
  private static final DscpMap IN3 = map(3);

  /** A switch whose ports each have a mask of their own. */
  @BeforeEach
  void eachPortByItself() {
    is.remove(new Key(LEAF, SettingKind.LOSSLESS));
  }

  /** Which ends carry a class. */
  private enum Carried {
    BY_NONE,
    BY_SWITCH,
    BY_NIC,
    BY_BOTH;

    static Carried by(boolean nic, boolean leaf) {
      return nic ? (leaf ? BY_BOTH : BY_NIC) : (leaf ? BY_SWITCH : BY_NONE);
    }

    /** A mismatch that was none; a switch may be first to get a class, but not to keep one. */
    boolean isWorseThan(Carried before) {
      return switch (this) {
        case BY_NONE, BY_BOTH -> false;
        case BY_SWITCH -> before == BY_BOTH;
        case BY_NIC -> before != BY_NIC;
      };
    }
  }

  @Test
  void everyPairOfMasksBeforeAndAfterIsRefusedExactlyWhereItIsWorse() {
    int refused = 0;
    for (int[] nic : SETS) {
      for (int[] leaf : SETS) {
        for (int[] nicAfter : SETS) {
          for (int[] leafAfter : SETS) {
            set(NIC, pfc(nic));
            set(PORT, pfc(leaf));
            List<String> worse = new ArrayList<>();
            for (Priority priority : PrioritySet.of(3, 4).priorities()) {
              Carried before = Carried.by(has(nic, priority), has(leaf, priority));
              if (Carried.by(has(nicAfter, priority), has(leafAfter, priority))
                  .isWorseThan(before)) {
                worse.add("lossless priority " + priority);
              }
            }
            Plan plan = both(pfc(nicAfter), pfc(leafAfter));
            assertThat(plan.refusals().stream().filter(one -> one.rule().equals("one-end")))
                .as("%s", plan.withheld())
                .extracting(one -> one.reason().substring(0, 19))
                .containsExactlyElementsOf(worse);
            refused += worse.isEmpty() ? 0 : 1;
          }
        }
      }
    }
    assertThat(refused).isEqualTo(112);
  }

  @Test
  void everyPairOfDscpMapsBeforeAndAfterIsRefusedWhereItIsWorse() {
    set(NIC, pfc(3));
    set(PORT, pfc(3));
    exact = true;
    List<DscpMap> maps = List.of(DscpMap.EMPTY, IN3, map(4));
    int worse = 0;
    for (DscpMap nic : maps) {
      for (DscpMap leaf : maps) {
        for (DscpMap nicAfter : maps) {
          for (DscpMap leafAfter : maps) {
            set(NIC, nic);
            set(LEAF, leaf);
            boolean isWorse =
                Carried.by(nicAfter.equals(IN3), leafAfter.equals(IN3))
                    .isWorseThan(Carried.by(nic.equals(IN3), leaf.equals(IN3)));
            boolean isWayBack =
                leafAfter.equals(IN3) || (!nic.equals(nicAfter) && !leaf.equals(leafAfter));
            List<String> rules = judgedBy(both(LEAF, nicAfter, leafAfter));
            if (isWorse && !isWayBack) {
              worse++;
              assertThat(rules).containsAnyOf("one-end", "dscp-elsewhere");
              assertThat(both(LEAF, nicAfter, leafAfter).refused()).isTrue();
            } else {
              assertThat(rules).doesNotContain("one-end");
            }
          }
        }
      }
    }
    assertThat(worse).isEqualTo(6);
  }

  /** By a refusal, or by one that does not hold because it is put back. */
  private static List<String> judgedBy(Plan plan) {
    List<String> rules = new ArrayList<>(plan.refusals().stream().map(Refusal::rule).toList());
    plan.waived().forEach(one -> rules.add(one.refusal().rule()));
    return rules;
  }

  @Test
  void aNicAheadOfItsSwitchIsRefusedWithBothEndsAndTheWayOn() {
    assertThat(refusals(NIC, ON3))
        .containsExactly(
            new Refusal(
                "one-end",
                "gpu01:ens1f0np0 pfc",
                "lossless priority 3 would be at this end alone, and leaf1:Ethernet1/7 drops its"
                    + " packets. Change leaf1:Ethernet1/7 first, or both ends in one plan"));
    waived.put("one-end", "the switch follows by hand");
    assertThat(plan(NIC, ON3).changes()).hasSize(1);
  }

  @Test
  void aClassThatTheOtherEndReliesOnIsNotTakenAway() {
    set(NIC, ON3);
    set(PORT, ON3);

    assertThat(refusals(PORT, Pfc.OFF))
        .containsExactly(
            new Refusal(
                "one-end",
                "leaf1:Ethernet1/7 pfc",
                "lossless priority 3 would be removed here, but gpu01:ens1f0np0 relies on it."
                    + " Change gpu01:ens1f0np0 first, or both ends in one plan"));
    assertThat(refusals(NIC, Pfc.OFF))
        .extracting(Refusal::text)
        .containsExactly(
            "gpu01:ens1f0np0 pfc: lossless priority 3 would be removed here, but leaf1:Ethernet1/7"
                + " relies on it. Change both ends in one plan; where that cannot be, waive this"
                + " here and change leaf1:Ethernet1/7 next [one-end]");
    assertThat(both(Pfc.OFF, Pfc.OFF).refusals()).isEmpty();
  }

  @Test
  void theWayBackIsHostsFirstAndBothEndsMayGoBackToALinkThatWasBroken() {
    set(NIC, ON3);
    set(PORT, ON3);
    exact = true;

    assertThat(rules(NIC, Pfc.OFF)).as("the switch is left prepared").isEmpty();
    assertThat(after(NIC, Pfc.OFF))
        .extracting(PlannedLink::verdict)
        .containsExactly(Consistency.MISMATCH);
    assertThat(rules(PORT, Pfc.OFF)).as("its host relies on it").containsExactly("one-end");
    assertThat(both(Pfc.OFF, Pfc.OFF).refusals()).isEmpty();
    assertThat(both(pfc(4), Pfc.OFF).refusals()).as("as both were found").isEmpty();
  }

  @Test
  void aMapThatMissesTheClassIsRefusedAtTheNicAndPreparedAtTheSwitch() {
    set(NIC, ON3);
    set(PORT, ON3);

    assertThat(rules(LEAF, IN3)).as("the switch first").isEmpty();
    assertThat(refusals(NIC, IN3))
        .extracting(Refusal::text)
        .containsExactly(
            "gpu01:ens1f0np0 dscp: DSCP 26 in lossless priority 3 would be at this end alone, and"
                + " leaf1:Ethernet1/7 drops its packets. Change leaf1:Ethernet1/7 first, or both"
                + " ends in one plan [one-end]");
    set(LEAF, IN3);
    assertThat(rules(NIC, IN3)).isEmpty();
  }

  /** {@code mlnx_qos --trust dscp} writes all 64 entries, of which the policy uses one. */
  @Test
  void ofAMapWithAllCodePointsOnlyThoseThatAreIntendedCount() {
    Map<Dscp, Priority> all = new HashMap<>();
    for (int dscp = 0; dscp < 64; dscp++) {
      all.put(Dscp.of(dscp), Priority.of(dscp / 8));
    }
    set(NIC, DscpMap.of(all));
    set(LEAF, IN3);
    want(LEAF, IN3);

    assertThat(both(ON3, ON3).refusals().stream().filter(one -> one.rule().equals("one-end")))
        .isEmpty();
    set(LEAF, DscpMap.EMPTY);
    assertThat(both(ON3, ON3).refusals()).extracting(Refusal::rule).contains("one-end");
  }

  @Test
  void aSwitchPortThatTrustsThePcpHasNoUseForItsMap() {
    set(NIC, ON3);
    set(PORT, ON3);
    set(NIC, IN3);
    set(LEAF, IN3);
    set(PORT, new Trust(Trust.Field.DSCP));

    assertThat(rules(PORT, new Trust(Trust.Field.PCP))).containsExactly("one-end");
    set(PORT, new Trust(Trust.Field.PCP));
    assertThat(rules(PORT, new Trust(Trust.Field.DSCP))).isEmpty();
  }

  /** NX-OS shows the switch's one map at each port, empty where the port trusts the PCP. */
  @Test
  void aPortThatShowsTheMapOfItsSwitchFollowsTheSwitch() {
    set(NIC, ON3);
    set(PORT, ON3);
    set(LEAF, IN3);
    set(PORT, DscpMap.EMPTY);
    set(PORT, new Trust(Trust.Field.PCP));

    assertThat(rules(NIC, IN3)).containsExactly("one-end");
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    wanted.put(new Key(NIC, SettingKind.DSCP_MAP), IN3);
    wanted.put(new Key(PORT, SettingKind.TRUST), new Trust(Trust.Field.DSCP));
    assertThat(Planner.plan(wanted, situation()).refusals()).isEmpty();
    set(LEAF, DscpMap.EMPTY);
    set(PORT, new Trust(Trust.Field.DSCP));
    assertThat(both(LEAF, IN3, IN3).refusals()).isEmpty();
  }

  /** A NIC trusts DSCP with its first entry, whatever it showed before. */
  @Test
  void theTrustOfANicFollowsItsMap() {
    set(NIC, ON3);
    set(PORT, ON3);
    set(NIC, new Trust(Trust.Field.PCP));

    assertThat(rules(NIC, IN3)).containsExactly("one-end");
  }

  @Test
  void aBrokenLinkMayBeLeftAsItIsAndMendedByHalves() {
    set(NIC, ON3);
    set(NIC, IN3);

    assertThat(rules(NIC, GlobalPause.OFF)).isEmpty();
    assertThat(rules(PORT, ON3)).as("its map still misses the class").isEmpty();
    assertThat(rules(LEAF, IN3)).isEmpty();
    assertThat(rules(NIC, Pfc.OFF)).isEmpty();
    assertThat(rules(NIC, pfc(3, 4))).containsExactly("one-end");
  }

  @Test
  void anEndThatIsNotKnownIsNotJudgedAndShownAsUnknown() {
    is.keySet().removeIf(key -> key.target().equals(PORT));

    assertThat(rules(NIC, ON3)).isEmpty();
    assertThat(after(NIC, ON3))
        .containsExactly(
            new PlannedLink(
                NIC_PORT,
                Optional.of(LEAF_PORT),
                Consistency.UNKNOWN,
                "far end of gpu01:ens1f0np0 is not known: leaf1:Ethernet1/7 does not report its"
                    + " PFC",
                Optional.of(LEAF_PORT)));
    set(NIC, ON3);
    assertThat(after(NIC, Pfc.OFF))
        .extracting(PlannedLink::first)
        .as("the switch is the last to lose a class")
        .containsExactly(Optional.of(NIC_PORT));
    set(PORT, new Trust(Trust.Field.DSCP));
    assertThat(rules(NIC, ON3)).as("it reports something else").isEmpty();
  }

  @Test
  void aFarEndThatWasReadButIsNotInThePlanIsJudgedByThat() {
    tell(PORT, Pfc.OFF);
    assertThat(rules(NIC, ON3)).containsExactly("one-end");
    tell(PORT, ON3);
    assertThat(rules(NIC, ON3)).isEmpty();
  }

  @Test
  void thePlanShowsWhatIsPreparedWhatFitsAndWhatDoesNot() {
    assertThat(after(PORT, ON3))
        .containsExactly(
            link(
                LEAF_PORT,
                Consistency.PREPARED,
                "leaf1:Ethernet1/7 is prepared: gpu01:ens1f0np0 has no lossless class yet"));
    set(NIC, pfc(4));
    set(PORT, pfc(4));
    assertThat(after(PORT, pfc(3, 4)))
        .containsExactly(
            link(
                LEAF_PORT,
                Consistency.PREPARED,
                "leaf1:Ethernet1/7 is prepared: gpu01:ens1f0np0 has PFC off for priority 3 yet"));
    assertThat(after(NIC, pfc(3, 4)))
        .containsExactly(
            link(NIC_PORT, Consistency.MISMATCH, "leaf1:Ethernet1/7 has PFC off for priority 3"));
    assertThat(after(NIC, Pfc.OFF))
        .as("the switch was not first to get it, but is last to have it")
        .containsExactly(
            link(NIC_PORT, Consistency.MISMATCH, "gpu01:ens1f0np0 has no lossless class"));
    set(PORT, ON3);
    assertThat(after(NIC, ON3)).containsExactly(link(NIC_PORT, Consistency.MATCH, ""));
    assertThat(after(NIC, GlobalPause.OFF)).as("no class changes").isEmpty();
  }

  /** What the view of a plan shows, from what was last read. */
  private List<PlannedLink> after(Target target, Setting value) {
    Situation now = situation();
    Facts facts = now.around().facts();
    Neighbourhood around =
        now.around().knowing(new Facts(facts.nics(), facts.switches(), now.observed()));
    waived.put("one-end", "shown all the same");
    List<PlannedLink> links = PlannedLinks.of(plan(target, value).changes(), around);
    waived.clear();
    return links;
  }

  private static PlannedLink link(PortId port, Consistency verdict, String reason) {
    PortId far = port.equals(NIC_PORT) ? LEAF_PORT : NIC_PORT;
    return new PlannedLink(port, Optional.of(far), verdict, reason);
  }

  private Plan both(Setting nic, Setting port) {
    return both(PORT, nic, port);
  }

  private Plan both(Target leaf, Setting nic, Setting port) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    wanted.put(new Key(NIC, nic.kind()), nic);
    wanted.put(new Key(leaf, port.kind()), port);
    return Planner.plan(wanted, situation());
  }

  private static Pfc pfc(int... priorities) {
    return new Pfc(PrioritySet.of(priorities));
  }

  private static boolean has(int[] priorities, Priority priority) {
    return PrioritySet.of(priorities).contains(priority);
  }

  private static DscpMap map(int priority) {
    return DscpMap.of(Map.of(Dscp.of(26), Priority.of(priority)));
  }
}
