package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.ClassLayout.Numbering;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One policy in the classes of each driver. */
class PolicyScheduleTest {
  private static final ClassLayout BNXT = new ClassLayout(Numbering.CONTIGUOUS, Selection.STRICT);
  private static final ClassLayout HNS = new ClassLayout(Numbering.CONTIGUOUS, Selection.ETS);
  private static final ClassLayout ICE = new ClassLayout(Numbering.DSCP_IS_CLASS, Selection.ETS);

  private static final Policy USUAL =
      policy(one(3, 50, false, List.of(Dscp.of(26))), one(6, 0, true, List.of(Dscp.of(48))));

  @Test
  void theUsualPolicyInEachDriversClasses() {
    assertThat(PolicySchedule.of(USUAL, ClassLayout.BY_PRIORITY).text())
        .isEqualTo(
            "tc0=50% tc1=0% tc2=0% tc3=50% tc4=0% tc5=0% tc6=strict tc7=0%"
                + " prio-tc=0,0,0,3,0,0,6,0");
    assertThat(PolicySchedule.of(USUAL, BNXT).text())
        .isEqualTo(
            "tc0=50% tc1=50% tc2=strict tc3=strict tc4=strict tc5=strict tc6=strict tc7=strict"
                + " prio-tc=0,0,0,1,0,0,2,0");
    assertThat(PolicySchedule.of(USUAL, HNS).text())
        .isEqualTo(
            "tc0=50% tc1=50% tc2=strict tc3=0% tc4=0% tc5=0% tc6=0% tc7=0%"
                + " prio-tc=0,0,0,1,0,0,2,0");
    assertThat(PolicySchedule.of(USUAL, ICE).text())
        .isEqualTo(
            "tc0=45% tc1=1% tc2=1% tc3=50% tc4=1% tc5=1% tc6=strict tc7=1%"
                + " prio-tc=0,1,2,3,4,5,6,7");
  }

  @Test
  void withoutCodePointsIceHasNoMoreClassesThanThePolicy() {
    Policy policy = policy(one(3, 50, false, List.of()), one(6, 0, true, List.of()));

    assertThat(PolicySchedule.of(policy, ICE)).isEqualTo(PolicySchedule.of(policy, HNS));
  }

  @Test
  void whatIsNotThereIsNotGivenAway() {
    Policy policy =
        policy(one(3, 60, false, List.of(Dscp.of(26))), one(5, 37, false, List.of(Dscp.of(34))));

    assertThat(PolicySchedule.of(policy, ICE).bandwidthPercent())
        .containsExactly(3, 0, 0, 60, 0, 37, 0, 0);
  }

  @Test
  void noPriorityOfAClassChangesItsShareOrItsTurn() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      Policy policy = any(random);
      Ets plain = PolicySchedule.of(policy);
      for (ClassLayout layout : List.of(BNXT, HNS, ICE)) {
        Ets schedule = PolicySchedule.of(policy, layout);
        String as = policy + " as " + schedule.text();
        for (TrafficClass one : policy.classes()) {
          int before = plain.classOfPriority().get(one.priority().value());
          int after = schedule.classOfPriority().get(one.priority().value());
          assertThat(schedule.selection().get(after))
              .as(as)
              .isEqualTo(plain.selection().get(before));
          if (one.priority().value() != 0) { // with which those of no class go
            assertThat(schedule.bandwidthPercent().get(after))
                .as(as)
                .isEqualTo(plain.bandwidthPercent().get(before));
          }
        }
        int used = (int) schedule.classOfPriority().stream().distinct().count();
        assertThat(schedule.classOfPriority()).as(as).allMatch(tc -> tc < used);
        assertThat(inTurn(policy, schedule)).as(as).isSorted();
        assertThat(schedule.sharedPercent()).as(as).isEqualTo(plain.sharedPercent());
      }
    }
  }

  /**
   * Classes of the policy's priorities, lowest priority first. Of two strict classes the higher one
   * is served first.
   */
  private static List<Integer> inTurn(Policy policy, Ets schedule) {
    return policy.classes().stream()
        .map(one -> one.priority().value())
        .sorted()
        .map(schedule.classOfPriority()::get)
        .toList();
  }

  private static Policy any(Random random) {
    List<TrafficClass> classes = new ArrayList<>();
    int left = 100;
    for (int priority = 0; priority < Priority.COUNT; priority++) {
      if (random.nextInt(3) == 0) {
        boolean strict = random.nextInt(3) == 0;
        int share = strict ? 0 : random.nextInt(left + 1);
        left -= share;
        List<Dscp> dscp = random.nextBoolean() ? List.of(Dscp.of(priority * 8)) : List.of();
        classes.add(one(priority, share, strict, dscp));
      }
    }
    return policy(classes.toArray(TrafficClass[]::new));
  }

  private static TrafficClass one(int priority, int share, boolean strict, List<Dscp> dscp) {
    return new TrafficClass(
        "c" + priority, Priority.of(priority), dscp, false, strict, share, null, false);
  }

  private static Policy policy(TrafficClass... classes) {
    return new Policy(List.of(classes), Optional.empty(), OptionalInt.empty());
  }
}
