package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is wanted of whatever is there, of which not everything is known. */
class IntentPropertiesTest {
  private static final int INTENTS = Integer.getInteger("plans", 1_000);

  private final Random chance = new Random(20_261_121);
  private final Map<String, Integer> refused = new TreeMap<>();
  private int applied;
  private int waived;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void randomIntentsKeepEveryPromise() {
    for (int n = 0; n < INTENTS; n++) {
      RackFixture start = RackFixture.random(chance);
      boolean exact = chance.nextBoolean();
      SortedMap<Key, Setting> wanted = RackFixture.random(chance).some(chance);
      wanted
          .entrySet()
          .removeIf(one -> one.getValue().equals(Pfc.OFF) && start.isLatent(one.getKey()));
      RackFixture.Doubts doubts = doubts(start);
      Acceptance accepted = accepted();
      Plan plan = Planner.plan(wanted, start.situation(exact, accepted, doubts));
      if (plan.refused()) {
        assertThat(plan.changes()).isEmpty();
        plan.refusals().forEach(this::nameARule);
      } else {
        applied++;
        waived += plan.waived().size();
        assertThat(plan.waived()).allMatch(one -> !one.because().isEmpty());
        Situation before = start.situation(exact, accepted, doubts);
        plan.changes().forEach(change -> isKnown(change, before));
        RackFixture end = run(start, plan.changes());
        assertThat(Planner.plan(wanted, end.situation(exact, accepted, doubts)).changes())
            .as("intent %d, planned again after %s", n, plan.changes())
            .isEmpty();
        assertThat(run(end, Change.inverse(plan.changes())).isSame(start))
            .as("the inverse of %d", n)
            .isTrue();
        if (!exact) { // what is put back is put back as it was, and the plan tells of it
          noNewPauseOnPfc(start, end, accepted);
        }
      }
    }
    System.out.println(
        INTENTS + " intents, " + applied + " applied, " + waived + " waivers, refused: " + refused);
    assertThat(applied).isGreaterThan(INTENTS / 20);
    assertThat(refused)
        .containsKeys(
            "headroom",
            "ecn-after-pfc",
            "dscp-elsewhere",
            "one-end",
            "pause-with-pfc",
            "unsupported",
            "unread");
  }

  private void nameARule(Refusal refusal) {
    assertThat(PlanRule.named(refusal.rule())).as(refusal.text()).isPresent();
    assertThat(refusal.reason()).isNotBlank();
    refused.merge(refusal.rule(), 1, Integer::sum);
  }

  /** Checks that a setting is written only if it is known as writable and was read. */
  private static void isKnown(Change change, Situation situation) {
    Key key = new Key(change.target(), change.kind());
    assertThat(situation.capability(key).access())
        .as(change.text())
        .isEqualTo(Capability.Access.WRITE);
    assertThat(situation.standing(key)).as(change.text()).isPresent();
  }

  private static RackFixture run(RackFixture from, List<Change> changes) {
    RackFixture now = from.copy();
    changes.forEach(now::apply);
    return now;
  }

  /** The rule once more, without the planner's own eyes. */
  private static void noNewPauseOnPfc(RackFixture start, RackFixture end, Acceptance accepted) {
    if (!accepted.waived().containsKey("pause-with-pfc")) {
      for (PortId nic : RackFixture.NICS) {
        for (PortId port : List.of(nic, RackFixture.peer(nic))) {
          boolean latent = start.isLatent(new Key(Target.port(port), SettingKind.PFC));
          assertThat(both(end, port) && !both(start, port) && !latent)
              .as(port.toString())
              .isFalse();
        }
      }
    }
  }

  private static boolean both(RackFixture in, PortId port) {
    return !in.get(Target.port(port), SettingKind.PFC).equals(Pfc.OFF)
        && !in.get(Target.port(port), SettingKind.GLOBAL_PAUSE).equals(GlobalPause.OFF);
  }

  private Acceptance accepted() {
    Map<String, String> rules = new TreeMap<>();
    for (String rule : PlanRule.waivableIds()) {
      if (chance.nextInt(2) == 0) {
        rules.put(rule, "drawn");
      }
    }
    return new Acceptance(chance.nextBoolean(), chance.nextInt(8) != 0, rules);
  }

  private RackFixture.Doubts doubts(RackFixture rackFixture) {
    Set<Key> unable = new HashSet<>();
    Set<Key> unread = new HashSet<>();
    int oneIn = 1 + chance.nextInt(400);
    for (Key key : rackFixture.values().keySet()) {
      if (chance.nextInt(oneIn) == 0) {
        // a port's PFC and its switch's lossless set come from one read
        boolean alone = !isPfcOfSwitch(key);
        (chance.nextBoolean() && alone ? unread : unable).add(key);
      }
    }
    return new RackFixture.Doubts(unable, unread, facts());
  }

  private static boolean isPfcOfSwitch(Key key) {
    return RackFixture.SWITCHES.contains(key.target().device())
        && (key.kind() == SettingKind.PFC || key.kind() == SettingKind.LOSSLESS);
  }

  private Facts facts() {
    Map<PortId, Facts.NicPort> nics = new HashMap<>();
    for (PortId nic : RackFixture.NICS) {
      nics.put(nic, new Facts.NicPort(chance.nextBoolean() ? 0 : 400_000, chance.nextBoolean()));
    }
    Map<DeviceId, Facts.Buffer> switches = new HashMap<>();
    for (DeviceId box : RackFixture.SWITCHES) {
      if (chance.nextBoolean()) {
        switches.put(
            box,
            new Facts.Buffer(
                Asic.named("spectrum4"),
                Optional.of(new SharedBuffer(1, chance.nextInt(8) == 0 ? 200_001 : 4_000_000)),
                OptionalLong.of(chance.nextBoolean() ? 113_664 : 283_648)));
      }
    }
    return new Facts(nics, switches, Map.of());
  }
}
