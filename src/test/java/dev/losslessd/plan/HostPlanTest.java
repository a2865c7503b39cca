package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A server that has one PFC mask for all its ports, and pause at each. */
class HostPlanTest {
  private static final DeviceId SERVER = new DeviceId("esx1");
  private static final Target WHOLE = new Target.Device(SERVER);
  private static final PortId OURS = new PortId(SERVER, "vmnic2");
  private static final PortId FOREIGN = new PortId(SERVER, "vmnic0");
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final GlobalPause ON = new GlobalPause(true, true);

  private Reading pfc = new Reading.Value(Pfc.OFF);
  private Capability pause = Capability.writable();
  private Acceptance accepted = new Acceptance(false, true);

  private Plan plan(Setting wanted) {
    Map<Target, Observed> observed =
        Map.of(
            WHOLE,
            new Observed(WHOLE, Map.of(SettingKind.PFC, pfc)),
            Target.port(OURS),
            new Observed(
                Target.port(OURS),
                Map.of(SettingKind.PFC, pfc, SettingKind.GLOBAL_PAUSE, new Reading.Value(ON))),
            Target.port(FOREIGN),
            new Observed(
                Target.port(FOREIGN),
                Map.of(SettingKind.PFC, new Reading.Unsupported("of another driver"))));
    Map<Target, Capabilities> can =
        Map.of(
            WHOLE,
            new Capabilities(
                WHOLE, Map.of(SettingKind.PFC, Capability.writable(Risk.NEEDS_REBOOT)), 8),
            Target.port(OURS),
            new Capabilities(Target.port(OURS), Map.of(SettingKind.GLOBAL_PAUSE, pause), 8));
    Facts facts = new Facts(Map.of(), Map.of(), Map.of(), Set.of(SERVER), Set.of(), Map.of());
    Neighbourhood around =
        Neighbourhood.of(observed.keySet(), Links.of(List.of(), List.of())).knowing(facts);
    SortedMap<Key, Setting> wish = new TreeMap<>(Map.of(new Key(WHOLE, wanted.kind()), wanted));
    return Planner.plan(
        wish,
        new Situation(observed, can, around, Set.of(), false, Map.of(), accepted, new TreeMap<>()));
  }

  @Test
  void pfcOfTheServerTakesPauseFromItsPortsAndWaitsForAReboot() {
    Plan plan = plan(THREE);

    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes())
        .extracting(Change::text)
        .containsExactly("esx1:vmnic2 global-pause: on -> off", "esx1 pfc: none -> 3");
    assertThat(plan.changes().getLast().risks()).containsExactly(Risk.NEEDS_REBOOT);
    assertThat(plan.changes().getLast().touches()).containsExactly(OURS);
  }

  @Test
  void withoutAcceptedScopeItIsRefusedWithThePortsThatItTouches() {
    accepted = Acceptance.NOTHING;

    assertThat(plan(THREE).refusals())
        .singleElement()
        .extracting(Refusal::text)
        .asString()
        .contains("one setting for all ports of that server: vmnic2;", "[scope]");
  }

  @Test
  void pauseThatCannotBeSwitchedOffRefusesPfc() {
    pause = Capability.readOnly("not supported");

    assertThat(plan(THREE).refusals()).extracting(Refusal::rule).containsExactly("pause-with-pfc");
    assertThat(plan(THREE).changes()).isEmpty();
    assertThat(plan(THREE).withheld()).isNotEmpty();
  }

  @Test
  void whatIsStagedAlreadyIsNotPlannedAgain() {
    pfc = new Reading.Staged(Pfc.OFF, THREE, Reading.Event.REBOOT);

    assertThat(plan(THREE).changes())
        .extracting(Change::kind)
        .containsExactly(SettingKind.GLOBAL_PAUSE);
    assertThat(plan(Pfc.OFF).changes())
        .extracting(Change::text)
        .containsExactly("esx1 pfc: 3 -> none");
  }
}
