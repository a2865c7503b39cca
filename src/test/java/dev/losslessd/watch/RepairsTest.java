package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Waiver;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RepairsTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Key PFC = new Key(Target.port(PORT), SettingKind.PFC);
  private static final Pfc WANTED = new Pfc(PrioritySet.of(3));
  private static final Pfc FOREIGN = new Pfc(PrioritySet.of(5));

  private final Repairs repairs =
      new Repairs(kind -> kind == SettingKind.PFC, device -> device.name().equals("gpu01"));
  private final Deque<Commit> commits = new ArrayDeque<>();
  private Intent intent = Intent.NOTHING.with(Map.of(PFC, WANTED));
  private Instant now = Instant.parse("2027-01-01T00:00:00Z");

  @Test
  void whatWasConfirmedIsDueAtOnceAndOnlyWhereTheConfigSaysSo() {
    assertThat(due()).containsExactly(PFC);
    Repairs none = new Repairs(kind -> false, device -> true);
    assertThat(none.decide(intent, List.of(fact()), commits, now).due()).isEmpty();
    Repairs notOurs = new Repairs(kind -> true, device -> false);
    assertThat(notOurs.decide(intent, List.of(fact()), commits, now).due()).isEmpty();
  }

  @Test
  void aPolicyThatWasNeverInForceIsNotMended() {
    intent = Intent.NOTHING.withFile(new TreeMap<>(Map.of(PFC, WANTED)));
    assertThat(due()).as("the first time is a person's").isEmpty();

    person(run -> new Commit.RolledBack(run, "not confirmed", now));
    assertThat(due()).isEmpty();

    person(run -> new Commit.Confirmed(run, 1, now));
    assertThat(due()).containsExactly(PFC);
  }

  @Test
  void aPolicyThatWasSeenInForceIsMended() {
    intent = Intent.NOTHING.withFile(new TreeMap<>(Map.of(PFC, WANTED)));
    repairs.holds(Map.of(PFC, WANTED));
    assertThat(due()).containsExactly(PFC);
    person(run -> new Commit.RolledBack(run, "not confirmed", now));
    assertThat(due()).as("in force for a window is not in force").isEmpty();
  }

  @Test
  void attemptsWaitLongerAndAfterThreeInFiveMinutesItIsOver() {
    mend();
    pass(4);
    assertThat(due()).isEmpty();
    pass(1);
    assertThat(due()).containsExactly(PFC);
    mend();
    pass(9);
    assertThat(due()).isEmpty();
    pass(1);
    mend();
    assertThat(findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(FindingRule.REPAIR_STOPPED);
          assertThat(finding.severity()).isEqualTo(Finding.Severity.CRITICAL);
          assertThat(finding.message()).contains("by mlnx_qos (process 77)", "repaired 3 times");
        });
    pass(86_400);
    assertThat(due()).as("not the next day either").isEmpty();

    person(run -> new Commit.Confirmed(run, 2, now));
    assertThat(findings()).isEmpty();
    assertThat(due()).containsExactly(PFC);
  }

  @Test
  void rareRepairsGoOn() {
    for (int i = 0; i < 20; i++) {
      assertThat(due()).as("repair " + i).containsExactly(PFC);
      mend();
      pass(151);
    }
    assertThat(findings()).isEmpty();
  }

  @Test
  void whatTheDeviceDoesNotHoldIsTriedThreeTimesHoweverSeldom() {
    for (int i = 0; i < 3; i++) {
      assertThat(due()).containsExactly(PFC);
      commits.push(new Commit.RolledBack(run(Commit.REPAIR, FOREIGN), "the device shows 5", now));
      pass(3600);
    }
    assertThat(due()).isEmpty();
    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.message()).contains("taken back: the device shows 5"));
  }

  @Test
  void oneThatIsStagedOrCouldNotBeUndoneIsLeftAlone() {
    commits.push(new Commit.Staged(run(Commit.REPAIR, FOREIGN), now));
    assertThat(due()).isEmpty();
    commits.clear();
    commits.push(new Commit.Stuck(run("uid:0", FOREIGN), "lost", List.of(), now));
    assertThat(due()).isEmpty();
  }

  @Test
  void refusalsAreRepeatedEverMoreSeldom() {
    repairs.refused(Set.of(PFC), now);
    pass(4);
    assertThat(due()).isEmpty();
    pass(1);
    assertThat(due()).containsExactly(PFC);
    for (int i = 0; i < 20; i++) {
      repairs.refused(Set.of(PFC), now);
    }
    pass(299);
    assertThat(due()).isEmpty();
    pass(1);
    assertThat(due()).containsExactly(PFC);
  }

  @Test
  void whatCannotBeReadIsNotMended() {
    DriftBook.Fact unread =
        new DriftBook.Fact(
            new Drift.Difference(PFC, WANTED, new Reading.Unread("no answer")), now, "unknown");
    assertThat(repairs.decide(intent, List.of(unread), commits, now).due()).isEmpty();
  }

  private Set<Key> due() {
    return repairs.decide(intent, List.of(fact()), commits, now).due();
  }

  private List<Finding> findings() {
    return repairs.decide(intent, List.of(fact()), commits, now).findings();
  }

  @Test
  void aWaiverOfOnePortIsNoneOfAnother() {
    Key trust = new Key(Target.port(PORT), SettingKind.TRUST);
    Change change =
        new Change(
            trust.target(),
            new Trust(Trust.Field.PCP),
            new Trust(Trust.Field.DSCP),
            List.of(PORT),
            Set.of());
    Refusal refusal = PlanRule.ONE_END.refusal(PORT + " dscp", "alone");
    Plan plan = new Plan("p", "d", List.of(change), List.of(), List.of(new Waiver(refusal, "yes")));
    commits.push(new Commit.Confirmed(new Commit.Run("c-1", plan, "uid:0", "", now), 1, now));

    assertThat(Repairs.wasWaived(PlanRule.ONE_END, trust, commits)).isTrue();
    assertThat(Repairs.wasWaived(PlanRule.SCOPE, trust, commits)).isFalse();
    assertThat(Repairs.wasWaived(PlanRule.ONE_END, PFC, commits)).isFalse();
  }

  private DriftBook.Fact fact() {
    return new DriftBook.Fact(
        new Drift.Difference(PFC, WANTED, new Reading.Value(FOREIGN)),
        now,
        "mlnx_qos (process 77)");
  }

  private void mend() {
    commits.push(new Commit.Confirmed(run(Commit.REPAIR, FOREIGN), 1, now));
  }

  private void person(Function<Commit.Run, Commit> end) {
    commits.push(end.apply(run("uid:0", Pfc.OFF)));
  }

  private Commit.Run run(String actor, Pfc before) {
    Change change = new Change(Target.port(PORT), before, WANTED, List.of(PORT), Set.of());
    Plan plan = new Plan("p", "d", List.of(change), List.of(), List.of());
    return new Commit.Run("c-" + commits.size(), plan, actor, "", now);
  }

  private void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }
}
