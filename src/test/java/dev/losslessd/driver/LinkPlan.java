package dev.losslessd.driver;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Planner;
import dev.losslessd.plan.Situation;
import dev.losslessd.plan.SwitchIntent;
import dev.losslessd.topology.Contracts;
import dev.losslessd.topology.End;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.Links;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The link of a switch's port to a NIC that is set for RoCE: DSCP 26 is priority 3, which pauses.
 */
record LinkPlan(SwitchDriver driver, PortId port) {
  private static final PortId NIC = new PortId(new DeviceId("gpu01"), "ens1f0np0");
  private static final PrioritySet THREE = PrioritySet.of(3);
  private static final Policy POLICY =
      new Policy(
          List.of(
              new Policy.TrafficClass(
                  "roce",
                  Priority.of(3),
                  List.of(Dscp.of(26)),
                  true,
                  false,
                  50,
                  new Policy.EcnMarking(400_000, 1_600_000, 20),
                  false)),
          Optional.empty(),
          OptionalInt.of(9000));

  private Target whole() {
    return new Target.Device(port.device());
  }

  private Link link() {
    return new Link(NIC, port, OptionalInt.empty(), Link.Source.CONFIG);
  }

  /** How the ends agree as the switch is now. */
  LinkContract contract(SwitchSession session) {
    Map<SettingKind, Reading> host = new EnumMap<>(SettingKind.class);
    for (Setting setting :
        List.of(
            new Pfc(THREE),
            Wishes.map(Map.of(26, 3)),
            Wishes.dscp(),
            new Mtu(9000),
            GlobalPause.OFF)) {
      host.put(setting.kind(), new Reading.Value(setting));
    }
    End nic = new End(NIC, new Observed(Target.port(NIC), host), Optional.empty());
    End leaf = new End(port, session.read(Target.port(port)), Optional.of(session.read(whole())));
    return Contracts.of(link(), nic, leaf, THREE);
  }

  /** The policy's changes of the switch as it is now. */
  Plan plan(SwitchSession session) {
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    for (Target target : List.of(whole(), Target.port(port))) {
      observed.put(target, session.read(target));
      capabilities.put(target, session.capabilities(target));
    }
    SortedMap<Key, Setting> wanted =
        SwitchIntent.compile(POLICY, Optional.empty(), List.of(port), _ -> driver);
    Situation situation =
        new Situation(
            observed,
            capabilities,
            Neighbourhood.of(observed.keySet(), Links.of(List.of(link()), List.of())),
            Set.of(),
            false,
            Map.of(),
            new Acceptance(false, true),
            new TreeMap<>());
    return Planner.plan(wanted, situation);
  }
}
