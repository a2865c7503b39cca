package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every prefix of every plan, over both ends of every link. */
class SafeOrderTest {
  private static final int PLANS = Integer.getInteger("plans", 1_000);

  /** Protections of a code point that a host sends in a lossless priority. */
  private enum Guard {
    HOST_PFC,
    HOST_HEADROOM,
    HOST_WITHOUT_PAUSE,
    SWITCH_PFC,
    SWITCH_WITHOUT_PAUSE,
    SWITCH_CLASSIFIES,
    SWITCH_MARKS,
    MTU_FITS
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everyPrefixOfRandomPlansIsSafe() {
    Random chance = new Random(20_261_121);
    int prefixes = 0;
    int plans = 0;
    for (int n = 0; plans < PLANS; n++) {
      RackFixture start = RackFixture.random(chance);
      boolean exact = chance.nextBoolean();
      SortedMap<Key, Setting> wanted = RackFixture.random(chance).some(chance);
      wanted
          .entrySet()
          .removeIf(one -> one.getValue().equals(Pfc.OFF) && start.isLatent(one.getKey()));
      Plan plan = Planner.plan(wanted, start.situation(exact));
      if (plan.refused()) {
        assertThat(plan.refusals()).allMatch(refusal -> refusal.rule().equals("one-lossless-set"));
      } else if (!plan.changes().isEmpty()) {
        plans++;
        prefixes += check(start, plan, wanted, exact, n);
      }
    }
    System.out.println(plans + " plans, " + prefixes + " prefixes, each safe");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everyPrefixWithWholeBatchesIsSafeWhateverGoesSideBySide() {
    Random chance = new Random(20_261_122);
    int prefixes = 0;
    int plans = 0;
    int batches = 0;
    int held = 0;
    for (int n = 0; plans < PLANS; n++) {
      RackFixture start = RackFixture.random(chance);
      SortedMap<Key, Setting> wanted = RackFixture.random(chance).some(chance);
      wanted
          .entrySet()
          .removeIf(one -> one.getValue().equals(Pfc.OFF) && start.isLatent(one.getKey()));
      Plan plan = Planner.plan(wanted, start.situation(false));
      if (!plan.refused() && !plan.changes().isEmpty()) {
        plans++;
        int number = n;
        Set<DeviceId> holding = some(RackFixture.SWITCHES, chance);
        List<Change> row =
            Stages.contract(plan.changes(), RackFixture.around(), holding, Joined.NONE);
        assertThat(row).containsExactlyInAnyOrderElementsOf(plan.changes());
        List<Stage> stages = Stages.of(row, RackFixture.around(), holding, Joined.NONE);
        List<List<Change>> steps = anyMixture(stages, chance);
        prefixes += checkSafe(start, steps, () -> what(number, holding, plan));
        for (DeviceId box : holding) {
          int calls = (int) stages.stream().filter(stage -> isIn(stage, box)).count();
          assertThat(calls)
              .as(() -> "batches of " + box + " in " + text(plan))
              .isLessThanOrEqualTo(2);
          batches += calls;
          held += calls > 0 ? 1 : 0;
        }
      }
    }
    System.out.println(
        plans
            + " plans, "
            + prefixes
            + " prefixes, each safe; "
            + held
            + " switches that hold, "
            + batches
            + " batches");
    assertThat(batches).isGreaterThan(held);
  }

  private static boolean isIn(Stage stage, DeviceId device) {
    return stage.lanes().stream().anyMatch(lane -> lane.device().equals(device));
  }

  private static Set<DeviceId> some(List<DeviceId> all, Random chance) {
    Set<DeviceId> some = new TreeSet<>(all);
    some.removeIf(_ -> chance.nextInt(4) == 0);
    return some;
  }

  /** An order that can occur when the lanes of each stage run side by side: a batch is one step. */
  private static List<List<Change>> anyMixture(List<Stage> stages, Random chance) {
    List<List<Change>> steps = new ArrayList<>();
    for (Stage stage : stages) {
      List<Deque<List<Change>>> lanes = new ArrayList<>();
      for (Stage.Lane lane : stage.lanes()) {
        lanes.add(
            new ArrayDeque<>(
                lane.held()
                    ? List.of(lane.changes())
                    : lane.changes().stream().map(List::of).toList()));
      }
      while (!lanes.isEmpty()) {
        Deque<List<Change>> next = lanes.get(chance.nextInt(lanes.size()));
        steps.add(next.remove());
        lanes.removeIf(Deque::isEmpty);
      }
    }
    return steps;
  }

  private static int checkSafe(RackFixture start, List<List<Change>> steps, Supplier<String> what) {
    List<RackFixture> states = new ArrayList<>(List.of(start));
    for (List<Change> step : steps) {
      states.add(states(states.getLast(), step).getLast());
    }
    for (RackFixture now : states) {
      for (PortId nic : RackFixture.NICS) {
        for (Dscp point : RackFixture.POINTS) {
          assertThat(lost(nic, point, start, now, states.getLast()))
              .as(() -> what.get() + ", after " + states.indexOf(now) + " of " + steps)
              .isEmpty();
        }
      }
    }
    return states.size();
  }

  /** Every prefix is safe, the end is what was wanted, and the inverse restores. */
  static int check(
      RackFixture start, Plan plan, SortedMap<Key, Setting> wanted, boolean exact, int n) {
    List<RackFixture> states = states(start, plan.changes());
    RackFixture end = states.getLast();
    for (int done = 0; done < states.size(); done++) {
      int after = done;
      for (PortId nic : RackFixture.NICS) {
        for (Dscp point : RackFixture.POINTS) {
          assertThat(lost(nic, point, start, states.get(done), end))
              .as(() -> prefix(n, after, plan) + ", " + point + " of " + nic)
              .isEmpty();
        }
      }
    }
    assertThat(end.values()).containsAllEntriesOf(plan.results());
    wanted.forEach((key, value) -> {
      Setting is = end.get(key.target(), key.kind());
      assertThat(is).as(() -> key + " of " + text(plan)).isEqualTo(exact ? value : value.over(is));
    });
    assertThat(states(end, Change.inverse(plan.changes())).getLast().isSame(start))
        .as(() -> "the inverse of " + text(plan))
        .isTrue();
    assertThat(Planner.plan(wanted, end.situation(exact)).changes()).isEmpty();
    return states.size();
  }

  private static String prefix(int number, int done, Plan plan) {
    return "plan " + number + " after " + done + " of " + text(plan);
  }

  private static String what(int number, Set<DeviceId> holding, Plan plan) {
    return "plan " + number + " with " + holding + ": " + text(plan);
  }

  private static List<String> text(Plan plan) {
    return plan.changes().stream().map(Change::text).toList();
  }

  /** The one before the first step, and the one after each. */
  private static List<RackFixture> states(RackFixture start, List<Change> changes) {
    List<RackFixture> states = new ArrayList<>(List.of(start));
    for (Change change : changes) {
      RackFixture next = states.getLast().copy();
      next.apply(change);
      states.add(next);
    }
    return states;
  }

  /**
   * Protection that is missing in the middle. Traffic that is there from start to end keeps what it
   * has at both; traffic that comes finds all that it has at the end; traffic that goes keeps all
   * that it had at the start.
   */
  private static Set<Guard> lost(
      PortId nic, Dscp point, RackFixture start, RackFixture now, RackFixture end) {
    Priority queue = queue(nic, point, now);
    Set<Guard> due = EnumSet.noneOf(Guard.class);
    if (queue != null) {
      boolean wasThere = queue.equals(queue(nic, point, start));
      boolean willBeThere = queue.equals(queue(nic, point, end));
      due.addAll(EnumSet.allOf(Guard.class));
      if (wasThere) {
        due.retainAll(guards(nic, point, queue, start));
      }
      if (willBeThere) {
        due.retainAll(guards(nic, point, queue, end));
      }
      // two devices cannot move a code point from one priority to another at once
      if (moves(nic, point, start, end)) {
        due.remove(Guard.SWITCH_CLASSIFIES);
      }
      due.removeAll(guards(nic, point, queue, now));
    }
    return due;
  }

  private static boolean moves(PortId nic, Dscp point, RackFixture start, RackFixture end) {
    Target box = new Target.Device(RackFixture.peer(nic).device());
    return moved(queue(nic, point, start), queue(nic, point, end))
        || moved(classified(box, point, start), classified(box, point, end));
  }

  private static boolean moved(@Nullable Priority from, @Nullable Priority to) {
    return from != null && to != null && !from.equals(to);
  }

  private static @Nullable Priority queue(PortId nic, Dscp point, RackFixture in) {
    return classified(Target.port(nic), point, in);
  }

  private static @Nullable Priority classified(Target target, Dscp point, RackFixture in) {
    return ((DscpMap) in.get(target, SettingKind.DSCP_MAP)).entries().get(point);
  }

  private static Set<Guard> guards(PortId id, Dscp point, Priority queue, RackFixture in) {
    Target nic = Target.port(id);
    Target port = Target.port(RackFixture.peer(id));
    Target box = new Target.Device(RackFixture.peer(id).device());
    Headroom headroom = (Headroom) in.get(nic, SettingKind.HEADROOM);
    SortedMap<Guard, Boolean> all = new TreeMap<>();
    all.put(Guard.HOST_PFC, pfc(nic, in).contains(queue));
    all.put(Guard.HOST_HEADROOM, headroom.bufferOfPriority().get(queue.value()) != 0);
    all.put(
        Guard.HOST_WITHOUT_PAUSE, in.get(nic, SettingKind.GLOBAL_PAUSE).equals(GlobalPause.OFF));
    all.put(Guard.SWITCH_PFC, pfc(port, in).contains(queue));
    all.put(
        Guard.SWITCH_WITHOUT_PAUSE, in.get(port, SettingKind.GLOBAL_PAUSE).equals(GlobalPause.OFF));
    all.put(
        Guard.SWITCH_CLASSIFIES,
        in.get(port, SettingKind.TRUST).equals(new Trust(Trust.Field.DSCP))
            && queue.equals(classified(box, point, in)));
    all.put(Guard.SWITCH_MARKS, ((Ecn) in.get(box, SettingKind.ECN)).marking().containsKey(queue));
    all.put(Guard.MTU_FITS, mtu(nic, in) <= mtu(port, in));
    Set<Guard> held = EnumSet.noneOf(Guard.class);
    all.forEach((guard, holds) -> {
      if (holds) {
        held.add(guard);
      }
    });
    return held;
  }

  private static PrioritySet pfc(Target target, RackFixture in) {
    return ((Pfc) in.get(target, SettingKind.PFC)).lossless();
  }

  private static int mtu(Target target, RackFixture in) {
    return ((Mtu) in.get(target, SettingKind.MTU)).bytes();
  }
}
