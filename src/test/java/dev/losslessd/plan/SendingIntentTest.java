package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchManners;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.plan.PolicyIntent.NicPort;
import dev.losslessd.topology.Links;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mark of RDMA packets and the MTU of NICs, as the policy has them. */
class SendingIntentTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Target TARGET = Target.port(PORT);
  private static final DscpMap MAP = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));
  private static final RoceTos MARKED = new RoceTos(106);
  private static final Set<SettingKind> CM = Set.of(SettingKind.ROCE_TOS);
  private static final TrafficClass FORCED = new TrafficClass(106);
  private static final Set<SettingKind> SENT =
      Set.of(SettingKind.ROCE_TOS, SettingKind.TRAFFIC_CLASS, SettingKind.MTU);

  private final Map<SettingKind, Setting> now = new EnumMap<>(SettingKind.class);
  private Set<PortId> busy = Set.of();
  private boolean exact;
  private @Nullable Reading hidden;

  SendingIntentTest() {
    now.put(SettingKind.DSCP_MAP, DscpMap.EMPTY);
    now.put(SettingKind.ROCE_TOS, new RoceTos(0));
    now.put(SettingKind.TRAFFIC_CLASS, TrafficClass.NONE);
    now.put(SettingKind.MTU, new Mtu(1500));
  }

  @Test
  void eachMarkIsWantedWhereAPortHasIt() {
    assertThat(compile(policy(true, 26), Set.of(SettingKind.TRAFFIC_CLASS, SettingKind.ROCE_TOS)))
        .containsExactlyInAnyOrderEntriesOf(Map.of(key(MARKED), MARKED, key(FORCED), FORCED));
    assertThat(compile(policy(true, 26), CM)).containsOnlyKeys(key(MARKED));
    assertThat(compile(policy(true, 26), Set.of())).isEmpty();
    assertThat(compile(policy(false, 26), CM)).isEmpty();
  }

  @Test
  void ofSeveralCodePointsTheFirstIsTheMark() {
    assertThat(compile(policy(true, 24, 26), CM)).containsValue(new RoceTos(98));
  }

  @Test
  void aServerThatMarksAllItsRdmaTakesTheMarkedClass() {
    Policy two =
        new Policy(
            List.of(roce("storage", false, 10), roce("roce", true, 26)),
            Optional.empty(),
            OptionalInt.empty());

    assertThat(
            PolicyIntent.compile(
                two,
                Optional.empty(),
                new PolicyIntent.Places(
                    List.of(), List.of(), SendingIntentTest::noSwitch, List.of(PORT.device()))))
        .containsValue(new RdmaDscp(Dscp.of(26)));
  }

  @Test
  void theMarkComesAfterTheMapThatItNeedsAndLeavesBeforeIt() {
    Plan plan = plan(MARKED, FORCED, MAP);

    assertThat(plan.changes()).extracting(Change::after).containsExactly(MAP, MARKED, FORCED);
    assertThat(Change.inverse(plan.changes()))
        .extracting(Change::after)
        .containsExactly(TrafficClass.NONE, new RoceTos(0), DscpMap.EMPTY);
  }

  @Test
  void aPlanThatTakesAllOfItAwayMovesTheTrafficFirst() {
    now.put(SettingKind.DSCP_MAP, MAP);
    now.put(SettingKind.ROCE_TOS, MARKED);
    now.put(SettingKind.TRAFFIC_CLASS, FORCED);

    exact = true;

    Plan plan = plan(DscpMap.EMPTY, new RoceTos(0), TrafficClass.NONE);

    assertThat(plan.changes())
        .extracting(Change::after)
        .containsExactly(new RoceTos(0), TrafficClass.NONE, DscpMap.EMPTY);
  }

  @Test
  void theMtuWaitsUntilNoQueuePairIsOpen() {
    Policy jumbo = new Policy(List.of(), Optional.empty(), OptionalInt.of(9000));
    assertThat(compile(jumbo, Set.of(SettingKind.MTU))).containsValue(new Mtu(9000));
    assertThat(compile(jumbo, Set.of())).isEmpty();
    assertThat(plan(new Mtu(9000)).changes()).extracting(Change::after).contains(new Mtu(9000));

    busy = Set.of(PORT);

    assertThat(plan(new Mtu(9000)).refusals())
        .singleElement()
        .satisfies(refusal -> {
          assertThat(refusal.isBy(PlanRule.BUSY)).isTrue();
          assertThat(refusal.reason())
              .contains("the queue pairs of gpu01:ens1f0np0 would keep an MTU", "whenIdle");
        });
    assertThat(plan(MARKED).refusals()).isEmpty();
  }

  /** While nothing may be written the kernel does not show it, and a plan is still to be seen. */
  @Test
  void aMarkThatOnlyAWriteWouldShowIsPlannedFromWhatItBeginsWith() {
    Plan known = plan(MARKED, MAP);
    hidden = new Reading.Unread("shown in a folder only", new RoceTos(0));
    Plan shown = plan(MARKED, MAP);

    assertThat(shown.refusals()).isEmpty();
    assertThat(shown.changes())
        .extracting(Change::text)
        .last()
        .asString()
        .endsWith("0 (DSCP 0) -> 106 (DSCP 26)");
    assertThat(shown.waived())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.refusal().isBy(PlanRule.UNREAD)).isTrue();
          assertThat(one.because()).contains("shown from 0 (DSCP 0)", "begins with");
        });
    assertThat(shown.digest()).isNotEqualTo(known.digest());

    hidden = new Reading.Unread("timed out");
    assertThat(plan(MARKED, MAP).refusals()).singleElement().matches(r -> r.isBy(PlanRule.UNREAD));
  }

  private static SortedMap<Key, Setting> compile(Policy policy, Set<SettingKind> has) {
    NicPort nic = new NicPort(PORT, ClassLayout.BY_PRIORITY, has);
    SortedMap<Key, Setting> all =
        PolicyIntent.compile(
            policy,
            Optional.empty(),
            new PolicyIntent.Places(
                List.of(nic), List.of(), SendingIntentTest::noSwitch, List.of()));
    all.keySet().removeIf(key -> !SENT.contains(key.kind()));
    return all;
  }

  private static Policy policy(boolean mark, int... dscp) {
    return new Policy(List.of(roce("roce", mark, dscp)), Optional.empty(), OptionalInt.empty());
  }

  private static Policy.TrafficClass roce(String name, boolean mark, int... dscp) {
    List<Dscp> points = Arrays.stream(dscp).mapToObj(Dscp::of).toList();
    return new Policy.TrafficClass(name, Priority.of(3), points, true, false, 50, null, mark);
  }

  private static Key key(Setting setting) {
    return new Key(TARGET, setting.kind());
  }

  private static SortedMap<Key, Setting> wishes(Setting... all) {
    SortedMap<Key, Setting> wishes = new TreeMap<>();
    for (Setting one : all) {
      wishes.put(key(one), one);
    }
    return wishes;
  }

  private Plan plan(Setting... wished) {
    return Planner.plan(wishes(wished), situation());
  }

  private Situation situation() {
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    Map<SettingKind, Capability> can = new EnumMap<>(SettingKind.class);
    now.forEach((kind, value) -> {
      boolean isHidden = hidden != null && kind == SettingKind.ROCE_TOS;
      readings.put(kind, isHidden ? hidden : new Reading.Value(value));
      can.put(
          kind,
          kind == SettingKind.MTU
              ? Capability.writable(Risk.SHORT_STOP, Risk.PAIRS_KEEP_MTU)
              : Capability.writable());
    });
    return new Situation(
        Map.of(TARGET, new Observed(TARGET, readings)),
        Map.of(TARGET, new Capabilities(TARGET, can, 2)),
        Neighbourhood.of(List.of(TARGET), Links.of(List.of(), List.of())),
        busy,
        exact,
        Map.of(),
        new Acceptance(false, false),
        new TreeMap<>());
  }

  private static SwitchManners noSwitch(DeviceId device) {
    return fail(device + " is no switch of the test");
  }
}
