package dev.losslessd.driver;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.plan.Facts;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Planner;
import dev.losslessd.plan.Situation;
import dev.losslessd.topology.Links;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * The law of every driver: a plan without a refusal runs to its end on a healthy device, and its
 * inverse restores what was there, before a confirm and after one.
 */
public final class FeasibleLaw {
  private static final Hold HOLD = new Hold("c7", Duration.ofMinutes(10));
  private static final Acceptance SCOPE = new Acceptance(true, true);

  /** Random values of each setting: {@code -Dlaw=3}, as {@code bin/test --long law} has it. */
  static final int RANDOM = Integer.getInteger("law", 1);

  /** Whether all values are tried on switches too. */
  static final boolean ALL = RANDOM > 1;

  /** When a commit is taken back. */
  private enum Back {
    BEFORE_CONFIRM,
    AFTER_CONFIRM
  }

  private final Session session;
  private final List<Target> targets;
  private final Callable<Object> state;
  private final Runnable later;
  private final Neighbourhood around;
  private final SortedMap<String, Integer> refused = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private int ran;
  private int unchanged;

  /** As read since the last write; empty as soon as something is written. */
  private Map<Target, Observed> read = Map.of();

  private Map<Target, Capabilities> abilities = Map.of();

  /**
   * @param targets that are read for each plan
   * @param state of the device itself, past the driver
   * @param hosts servers that are targets as a whole
   * @param later lets time pass, so that the session reads the device again
   */
  public FeasibleLaw(
      Session session,
      List<Target> targets,
      Callable<Object> state,
      Set<DeviceId> hosts,
      Runnable later) {
    this.session = session;
    this.targets = targets;
    this.state = state;
    this.later = later;
    Facts facts = new Facts(Map.of(), Map.of(), Map.of(), hosts, Set.of(), Map.of());
    this.around = Neighbourhood.of(targets, Links.of(List.of(), List.of())).knowing(facts);
  }

  /** Plans that were carried out and taken back, once for each way back. */
  public int ran() {
    return ran;
  }

  /** Number of refusals by their rule. */
  public SortedMap<String, Integer> refused() {
    return refused;
  }

  /** What broke the law, with the plan. */
  public List<String> failures() {
    return failures;
  }

  @Override
  public String toString() {
    return ran + " ways back, " + unchanged + " without a change, refused " + refused;
  }

  /** Checks the law for values of every setting that a target has. */
  public void checkAll(Target target, long seed) throws Exception {
    check(target, seed, true);
  }

  /**
   * Checks the law for every setting that a target has, by the first value of each that can be
   * written there and differs.
   */
  public void checkEach(Target target, long seed) throws Exception {
    check(target, seed, false);
  }

  private void check(Target target, long seed, boolean all) throws Exception {
    forget();
    Samples random = new Samples(seed);
    Capabilities can = Objects.requireNonNull(abilities().get(target));
    for (SettingKind kind : SettingKind.values()) {
      List<Setting> wishes = new ArrayList<>(usual(kind));
      for (int n = 0; n < RANDOM; n++) {
        wishes.add(random.setting(kind));
      }
      boolean there = can.of(kind).access() != Capability.Access.NONE;
      int before = ran;
      for (Setting wish : there ? wishes : wishes.subList(0, 1)) {
        if (all || ran == before) {
          check(new Key(target, kind), wish);
        }
      }
    }
  }

  /** Checks the law for one wish. */
  public void check(Key key, Setting wish) throws Exception {
    for (Back back : Back.values()) {
      Plan plan = plan(new TreeMap<>(Map.of(key, wish)), false, Map.of());
      if (plan.refused()) {
        plan.refusals().stream()
            .map(Refusal::rule)
            .distinct()
            .forEach(rule -> refused.merge(rule, 1, Integer::sum));
        return;
      }
      if (plan.changes().isEmpty()) {
        unchanged++;
        return;
      }
      try {
        run(plan, back);
        ran++;
      } catch (DeviceException | AssertionError e) {
        failures.add(back + " " + plan.changes().stream().map(Change::text).toList() + ": " + e);
        return;
      }
    }
  }

  private void run(Plan plan, Back back) throws Exception {
    Map<Target, Observed> before = observed();
    Object stateBefore = state.call();
    write(plan.changes());
    requireShown(plan.results());
    if (back == Back.BEFORE_CONFIRM) {
      takeBack(plan);
    } else {
      session.confirm(HOLD);
      Plan inverse = plan(values(plan, before), true, words(plan, before));
      if (inverse.refused()) {
        throw new AssertionError("no way back: " + inverse.refusals().getFirst().text());
      }
      write(inverse.changes());
      session.confirm(HOLD);
    }
    session.cleanUp();
    forget();
    require("reading", before, observed());
    require("state", stateBefore, state.call());
  }

  private static void require(String what, Object before, Object now) {
    if (!before.equals(now)) {
      throw new AssertionError(what + " is not restored: " + before + " became " + now);
    }
  }

  /** As an undo does: by the device's own timer first, then step by step what still differs. */
  private void takeBack(Plan plan) {
    forget();
    session.revert(HOLD, plan.changes());
    for (Change change : Change.inverse(plan.changes())) {
      if (!change.isMet(session.read(change.target()).reading(change.kind()))) {
        session.apply(change);
      }
    }
  }

  private void forget() {
    read = Map.of();
    abilities = Map.of();
    later.run();
  }

  private void write(List<Change> changes) {
    forget();
    if (session.holds() && !changes.isEmpty()) {
      session.applyWithTimer(changes, HOLD);
    } else {
      changes.forEach(session::apply);
    }
  }

  private void requireShown(SortedMap<Key, Setting> results) {
    Map<Target, Observed> shown = observed();
    results.forEach((key, value) -> {
      Reading now = reading(shown, key);
      if (now.standing().filter(value::isMetBy).isEmpty()) {
        throw new AssertionError(key + " shows " + now.text() + ", expected " + value.text());
      }
    });
  }

  private Plan plan(SortedMap<Key, Setting> wanted, boolean exact, Map<Key, String> words) {
    Situation now =
        new Situation(
            observed(), abilities(), around, Set.of(), exact, words, SCOPE, new TreeMap<>());
    Plan plan = Planner.plan(wanted, now);
    boolean done = plan.refused() || plan.changes().isEmpty();
    return done ? plan : plan.refusing(session.rehearse(plan.changes()));
  }

  /** Reads all targets, but what was read since the last write is not read again. */
  private Map<Target, Observed> observed() {
    if (read.isEmpty()) {
      read = ofAll(session::read);
    }
    return read;
  }

  private Map<Target, Capabilities> abilities() {
    if (abilities.isEmpty()) {
      abilities = ofAll(session::capabilities);
    }
    return abilities;
  }

  private <T> Map<Target, T> ofAll(Function<Target, T> look) {
    Map<Target, T> all = new TreeMap<>();
    targets.forEach(target -> all.put(target, look.apply(target)));
    return all;
  }

  private static SortedMap<Key, Setting> values(Plan plan, Map<Target, Observed> before) {
    SortedMap<Key, Setting> all = new TreeMap<>();
    plan.results()
        .keySet()
        .forEach(key -> all.put(key, reading(before, key).standing().orElseThrow()));
    return all;
  }

  private static Map<Key, String> words(Plan plan, Map<Target, Observed> before) {
    Map<Key, String> all = new HashMap<>();
    plan.results().keySet().forEach(key -> all.put(key, reading(before, key).words()));
    return all;
  }

  private static Reading reading(Map<Target, Observed> before, Key key) {
    return Objects.requireNonNull(before.get(key.target())).reading(key.kind());
  }

  /** What operators set, and what some devices do not take. */
  private static List<Setting> usual(SettingKind kind) {
    PrioritySet three = PrioritySet.of(3);
    return switch (kind) {
      case PFC -> List.of(new Pfc(three), new Pfc(new PrioritySet(0b11000)), Pfc.OFF);
      case LOSSLESS -> List.of(new Lossless(three), Lossless.NONE);
      case ETS -> List.of(Wishes.shares(), Wishes.shares(List.of(0, 0, 0, 3, 0, 0, 6, 0), 6));
      case ECN -> List.of(Wishes.ecn());
      case ECN_COUNT -> List.of(new EcnCount(three), EcnCount.NONE);
      case DSCP_MAP ->
          List.of(
              DscpMap.of(Map.of(Dscp.of(26), Priority.of(3), Dscp.of(48), Priority.of(6))),
              DscpMap.of(Map.of(Dscp.of(26), Priority.of(4))));
      case MTU -> List.of(new Mtu(9000), new Mtu(90), new Mtu(9216), new Mtu(65_000));
      case TRUST -> List.of(Wishes.dscp(), new Trust(Trust.Field.PCP));
      case PFC_WATCHDOG ->
          List.of(
              new PfcWatchdog(true),
              PfcWatchdog.OFF,
              new PfcWatchdog(true, 200, 2000, PfcWatchdog.Action.DROP));
      case GLOBAL_PAUSE -> List.of(GlobalPause.OFF, new GlobalPause(true, true));
      case RDMA_DSCP -> List.of(RdmaDscp.of(26), RdmaDscp.NONE);
      case HEADROOM,
          DCQCN,
          MAX_RATE,
          DCBX_MODE,
          ROCE_TOS,
          TRAFFIC_CLASS,
          OPTIONAL_COUNTERS,
          FIRMWARE ->
          List.of();
    };
  }
}
