package dev.losslessd.driver.sonic;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Joined;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Planner;
import dev.losslessd.plan.Situation;
import dev.losslessd.plan.Stages;
import dev.losslessd.plan.SwitchIntent;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A RoCE class in priority 3 with DSCP 26, on one port of a switch. */
final class SonicPolicy {
  private static final PortId NIC = new PortId(new DeviceId("gpu01"), "ens1f0np0");
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
          OptionalInt.empty());

  private SonicPolicy() {}

  /**
   * Changes of the policy's plan, in order.
   *
   * @throws TrialRun.Held if it is refused
   */
  static List<Change> plan(SwitchSession session, PortId port) {
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    for (Target target : List.of(new Target.Device(port.device()), Target.port(port))) {
      observed.put(target, session.read(target));
      capabilities.put(target, session.capabilities(target));
    }
    SonicDriver driver = new SonicDriver();
    SortedMap<Key, Setting> wanted =
        SwitchIntent.compile(POLICY, Optional.empty(), List.of(port), _ -> driver);
    Link link = new Link(NIC, port, OptionalInt.empty(), Link.Source.CONFIG);
    Situation situation =
        new Situation(
            observed,
            capabilities,
            Neighbourhood.of(observed.keySet(), Links.of(List.of(link), List.of())),
            Set.of(),
            false,
            Map.of(),
            new Acceptance(true, true),
            new TreeMap<>());
    Plan plan = Planner.plan(wanted, situation);
    if (plan.refused()) {
      throw new TrialRun.Held("the plan is refused: " + plan.refusals());
    }
    Joined joined = new Joined(Map.of(port.device(), session.joined()));
    return Stages.contract(plan.changes(), situation.around(), Set.of(), joined);
  }
}
