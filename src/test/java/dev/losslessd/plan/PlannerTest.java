package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.topology.Links;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Target TARGET = Target.port(PORT);
  private static final Neighbourhood ALONE =
      Neighbourhood.of(List.of(TARGET), Links.of(List.of(), List.of()));
  private static final Policy ROCE =
      new Policy(
          List.of(
              new Policy.TrafficClass(
                  "roce", Priority.of(3), List.of(Dscp.of(26)), true, false, 50, null, false),
              new Policy.TrafficClass(
                  "cnp", Priority.of(6), List.of(Dscp.of(48)), false, true, 0, null, false)),
          Optional.empty(),
          OptionalInt.empty());

  @Test
  void aPolicyBecomesChangesInTheSafeOrder() {
    Plan plan = Planner.plan(compile(ROCE), factory());

    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes())
        .extracting(Change::text)
        .containsExactly(
            "gpu01:ens1f0np0 global-pause: on -> off",
            "gpu01:ens1f0np0 pfc: none -> 3",
            "gpu01:ens1f0np0 ets: tc0=100% tc1=0% tc2=0% tc3=0% tc4=0% tc5=0% tc6=0% tc7=0%"
                + " prio-tc=0,1,2,3,4,5,6,7 -> tc0=50% tc1=0% tc2=0% tc3=50% tc4=0% tc5=0%"
                + " tc6=strict tc7=0% prio-tc=0,0,0,3,0,0,6,0",
            "gpu01:ens1f0np0 dscp: none -> 26->3 48->6");
    assertThat(Change.inverse(plan.changes()).getFirst().text())
        .isEqualTo("gpu01:ens1f0np0 dscp: 26->3 48->6 -> none");
  }

  @Test
  void aBufferGetsItsSizeBeforeAPriorityMovesIntoIt() {
    Headroom carved =
        new Headroom(
            List.of(0, 0, 0, 1, 0, 0, 0, 0), List.of(131_008L, 131_008L, 0L, 0L, 0L, 0L, 0L, 0L));
    Situation factory = factory();
    Headroom pooled = (Headroom) value(factory, SettingKind.HEADROOM);

    Plan plan = Planner.plan(wish(carved), factory);

    assertThat(plan.changes())
        .extracting(Change::after)
        .containsExactly(new Headroom(pooled.bufferOfPriority(), carved.bufferBytes()), carved);
    assertThat(Change.inverse(plan.changes()))
        .extracting(Change::after)
        .containsExactly(new Headroom(pooled.bufferOfPriority(), carved.bufferBytes()), pooled);
  }

  @Test
  void aMapThatCouldNotLiveWithTheNewSizesIsOneWrite() {
    Headroom moved =
        new Headroom(Collections.nCopies(8, 1), List.of(0L, 262_016L, 0L, 0L, 0L, 0L, 0L, 0L));

    assertThat(Planner.plan(wish(moved), factory()).changes())
        .extracting(Change::after)
        .containsExactly(moved);
  }

  private static SortedMap<Key, Setting> compile(Policy policy) {
    PolicyIntent.NicPort nic = new PolicyIntent.NicPort(PORT, ClassLayout.BY_PRIORITY, Set.of());
    return PolicyIntent.compile(
        policy,
        Optional.empty(),
        new PolicyIntent.Places(
            List.of(nic), List.of(), one -> fail(one + " is no switch of the test"), List.of()));
  }

  private static SortedMap<Key, Setting> wish(Setting setting) {
    return new TreeMap<>(Map.of(new Key(TARGET, setting.kind()), setting));
  }

  private static Setting value(Situation situation, SettingKind kind) {
    return situation.standing(new Key(TARGET, kind)).orElseThrow();
  }

  @Test
  void theDecisionIsTakenFromFirmwareFirstAndGivenBackLast() {
    EnumMap<SettingKind, Setting> firmware = values();
    firmware.put(SettingKind.GLOBAL_PAUSE, GlobalPause.OFF);
    firmware.put(SettingKind.DCBX_MODE, DcbxMode.FIRMWARE);

    Plan plan = Planner.plan(one(SettingKind.PFC, new Pfc(PrioritySet.of(3))), situation(firmware));

    assertThat(plan.changes())
        .extracting(Change::text)
        .containsExactly(
            "gpu01:ens1f0np0 dcbx: firmware -> host", "gpu01:ens1f0np0 pfc: none -> 3");
    assertThat(Change.inverse(plan.changes()).getLast().text())
        .isEqualTo("gpu01:ens1f0np0 dcbx: host -> firmware");
  }

  @Test
  void whatFirmwareDecidesAlreadyAsWantedStaysWithIt() {
    EnumMap<SettingKind, Setting> firmware = values();
    firmware.put(SettingKind.DCBX_MODE, DcbxMode.FIRMWARE);

    assertThat(Planner.plan(one(SettingKind.PFC, Pfc.OFF), situation(firmware)).changes())
        .isEmpty();
  }

  @Test
  void firmwareCannotDecideOnWhatIsSet() {
    SortedMap<Key, Setting> both = one(SettingKind.DCBX_MODE, DcbxMode.FIRMWARE);
    both.put(key(SettingKind.PFC), new Pfc(PrioritySet.of(3)));

    assertThat(Planner.plan(both, factory()).refusals())
        .extracting(Refusal::rule)
        .containsExactly("firmware-decides");
  }

  @Test
  void switchingOffIsTheReverse() {
    SortedMap<Key, Setting> off = new TreeMap<>();
    off.put(key(SettingKind.PFC), Pfc.OFF);
    off.put(key(SettingKind.DSCP_MAP), DscpMap.EMPTY);
    off.put(key(SettingKind.GLOBAL_PAUSE), new GlobalPause(true, true));
    EnumMap<SettingKind, Setting> on = values();
    on.put(SettingKind.PFC, new Pfc(PrioritySet.of(3)));
    on.put(SettingKind.DSCP_MAP, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));
    on.put(SettingKind.GLOBAL_PAUSE, GlobalPause.OFF);

    Plan plan = Planner.plan(off, situation(on, Set.of(), true, false));

    assertThat(plan.changes())
        .extracting(Change::kind)
        .containsExactly(SettingKind.DSCP_MAP, SettingKind.PFC, SettingKind.GLOBAL_PAUSE);
  }

  @Test
  void whatIsAlreadySoIsNotWritten() {
    EnumMap<SettingKind, Setting> is = values();
    is.put(SettingKind.PFC, new Pfc(PrioritySet.of(3)));
    is.put(SettingKind.GLOBAL_PAUSE, GlobalPause.OFF);

    Plan plan = Planner.plan(one(SettingKind.PFC, new Pfc(PrioritySet.of(3))), situation(is));

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.refusals()).isEmpty();
  }

  @Test
  void everyRefusalNamesItsRuleAndValues() {
    assertThat(refusals(new Pfc(PrioritySet.of(1, 2, 3)), factory()))
        .extracting(Refusal::rule)
        .containsExactly("too-many-lossless");
    assertThat(refusals(uneven(), factory()))
        .extracting(Refusal::reason)
        .containsExactly("the shares of the ETS classes sum to 90%, expected 100%");
    assertThat(
            refusals(new Pfc(PrioritySet.of(3)), situation(values(), Set.of(PORT), false, false)))
        .extracting(Refusal::rule)
        .containsExactly("busy");
    assertThat(refusals(new Trust(Trust.Field.DSCP), factory()))
        .extracting(Refusal::rule)
        .containsExactly("read-only");
    assertThat(refusals(new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 70L)), factory()))
        .extracting(Refusal::reason)
        .containsExactly("cnpDscp 70 is outside 0..63");
    assertThat(refusals(new Dcqcn(null, Map.of(DcqcnParameter.GD, 11L)), factory()))
        .extracting(Refusal::rule)
        .containsExactly("not-exposed");
    assertThat(refusals(new Dcqcn(PrioritySet.of(3), Map.of()), factory()))
        .extracting(Refusal::rule)
        .containsExactly("not-exposed");
  }

  @Test
  void whatCannotBeReadIsNeverWritten() {
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    readings.put(SettingKind.PFC, new Reading.Unread("timed out"));
    readings.put(SettingKind.ETS, new Reading.Unsupported("no dcbnl operations"));
    Situation blind =
        alone(Map.of(TARGET, new Observed(TARGET, readings)), Map.of(TARGET, capabilities()));

    assertThat(refusals(new Pfc(PrioritySet.of(3)), blind))
        .extracting(Refusal::rule)
        .contains("unread");
    assertThat(refusals(uneven(), blind)).extracting(Refusal::rule).containsExactly("unsupported");
    Situation strange = alone(Map.of(), Map.of());
    assertThat(refusals(Pfc.OFF, strange))
        .extracting(Refusal::rule)
        .containsExactly("unknown-target");
  }

  @Test
  void planningAfterApplyingFindsNothingAndTheInverseRestores() {
    Samples samples = new Samples(11);
    for (int i = 0; i < 10_000; i++) {
      EnumMap<SettingKind, Setting> before = values();
      SortedMap<Key, Setting> wanted = wishes(samples);
      Plan plan = Planner.plan(wanted, situation(before, Set.of(), false, true));
      if (plan.refused()) {
        assertThat(plan.changes()).isEmpty();
        continue;
      }
      EnumMap<SettingKind, Setting> after = run(before, plan.changes());
      assertThat(Planner.plan(wanted, situation(after, Set.of(), false, true)).changes())
          .as(wanted.toString())
          .isEmpty();
      assertThat(run(after, Change.inverse(plan.changes()))).isEqualTo(before);
      assertThat(positionsAreSafe(plan.changes())).as(plan.changes().toString()).isTrue();
    }
  }

  @Test
  void aPolicySharesTheWholeLink() {
    for (int share = 0; share <= 100; share += 7) {
      Policy policy =
          new Policy(
              List.of(
                  new Policy.TrafficClass(
                      "roce", Priority.of(3), List.of(), true, false, share, null, false),
                  new Policy.TrafficClass(
                      "cnp", Priority.of(6), List.of(), false, true, 0, null, false),
                  new Policy.TrafficClass(
                      "other", Priority.of(4), List.of(), false, false, 0, null, false)),
              Optional.empty(),
              OptionalInt.empty());
      Setting ets = compile(policy).get(key(SettingKind.ETS));
      assertThat(((Ets) Objects.requireNonNull(ets)).sharedPercent()).isEqualTo(100);
    }
  }

  /** PFC comes on before the DSCP map that feeds it, and goes off after. */
  private static boolean positionsAreSafe(List<Change> changes) {
    int map = index(changes, SettingKind.DSCP_MAP);
    int pfc = index(changes, SettingKind.PFC);
    if (map < 0 || pfc < 0) {
      return true;
    }
    Pfc after = (Pfc) changes.get(pfc).after();
    Pfc before = (Pfc) changes.get(pfc).before();
    boolean onlyOff = (after.lossless().mask() & ~before.lossless().mask()) == 0;
    return onlyOff ? map < pfc : pfc < map;
  }

  private static int index(List<Change> changes, SettingKind kind) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i).kind() == kind) {
        return i;
      }
    }
    return -1;
  }

  private static SortedMap<Key, Setting> wishes(Samples samples) {
    TreeMap<Key, Setting> wanted = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      Setting setting = samples.setting();
      wanted.put(key(setting.kind()), setting);
    }
    return wanted;
  }

  private static EnumMap<SettingKind, Setting> run(
      Map<SettingKind, Setting> before, List<Change> changes) {
    EnumMap<SettingKind, Setting> now = new EnumMap<>(before);
    for (Change change : changes) {
      assertThat(now.get(change.kind())).isEqualTo(change.before());
      now.put(change.kind(), change.after());
    }
    return now;
  }

  private static List<Refusal> refusals(Setting wanted, Situation situation) {
    return Planner.plan(one(wanted.kind(), wanted), situation).refusals();
  }

  private static Ets uneven() {
    return new Ets(
        Collections.nCopies(8, Ets.Selection.ETS),
        List.of(40, 50, 0, 0, 0, 0, 0, 0),
        Collections.nCopies(8, 0));
  }

  private static SortedMap<Key, Setting> one(SettingKind kind, Setting setting) {
    return new TreeMap<>(Map.of(key(kind), setting));
  }

  private static Key key(SettingKind kind) {
    return new Key(TARGET, kind);
  }

  private static Situation factory() {
    return situation(values());
  }

  private static Situation situation(Map<SettingKind, Setting> values) {
    return situation(values, Set.of(), false, false);
  }

  private static Situation situation(
      Map<SettingKind, Setting> values, Set<PortId> busy, boolean exact, boolean whileBusy) {
    EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    values.forEach((kind, setting) -> readings.put(kind, new Reading.Value(setting)));
    return new Situation(
        Map.of(TARGET, new Observed(TARGET, readings)),
        Map.of(TARGET, capabilities()),
        ALONE,
        busy,
        exact,
        Map.of(),
        new Acceptance(whileBusy, false),
        new TreeMap<>());
  }

  private static Situation alone(Map<Target, Observed> observed, Map<Target, Capabilities> can) {
    return new Situation(
        observed, can, ALONE, Set.of(), false, Map.of(), Acceptance.NOTHING, new TreeMap<>());
  }

  private static EnumMap<SettingKind, Setting> values() {
    EnumMap<SettingKind, Setting> values = new EnumMap<>(SettingKind.class);
    values.put(SettingKind.PFC, Pfc.OFF);
    values.put(
        SettingKind.ETS,
        new Ets(
            Collections.nCopies(8, Ets.Selection.ETS),
            List.of(100, 0, 0, 0, 0, 0, 0, 0),
            List.of(0, 1, 2, 3, 4, 5, 6, 7)));
    values.put(SettingKind.DSCP_MAP, DscpMap.EMPTY);
    values.put(SettingKind.GLOBAL_PAUSE, new GlobalPause(true, true));
    values.put(SettingKind.TRUST, new Trust(Trust.Field.PCP));
    values.put(
        SettingKind.HEADROOM,
        new Headroom(Collections.nCopies(8, 0), List.of(262_016L, 0L, 0L, 0L, 0L, 0L, 0L, 0L)));
    values.put(SettingKind.MAX_RATE, MaxRate.NONE);
    values.put(SettingKind.DCBX_MODE, DcbxMode.HOST);
    values.put(SettingKind.DCQCN, new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 48L)));
    return values;
  }

  private static Capabilities capabilities() {
    EnumMap<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      settings.put(kind, Capability.writable());
    }
    settings.put(SettingKind.PFC, Capability.writable(Risk.LINK_BOUNCE));
    settings.put(SettingKind.TRUST, Capability.readOnly("set the DSCP map"));
    return new Capabilities(TARGET, settings, 2);
  }
}
