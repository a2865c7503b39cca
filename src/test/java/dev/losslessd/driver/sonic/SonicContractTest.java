package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
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
import dev.losslessd.topology.LinkContract.Verdict;
import dev.losslessd.topology.Links;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that marks DSCP 26 on a switch with the stock map, which puts it into a lossy class. */
class SonicContractTest {
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
                  new Policy.EcnMarking(400_000, 1_600_000, 20))),
          Optional.empty(),
          OptionalInt.empty());

  @TempDir Path folder;

  @Test
  void theStockMapBreaksTheContractAndThePlanMendsIt() throws Exception {
    try (SonicLeaf leaf = new SonicLeaf(folder);
        SwitchSession session = leaf.session()) {
      LinkContract stock = contract(session);
      assertThat(stock.verdict()).isEqualTo(Verdict.BROKEN);
      assertThat(check(stock, "dscp").why())
          .isEqualTo(
              "DSCP 4 is priority none and 4; DSCP 26 is priority 3 and 1, which is lossy at"
                  + " leaf1:Ethernet0");

      Plan plan = plan(session);
      assertThat(plan.refusals()).isEmpty();
      assertThat(plan.changes())
          .extracting(Change::kind)
          .contains(SettingKind.DSCP_MAP, SettingKind.PFC, SettingKind.ECN, SettingKind.ETS);
      List<String> found = leaf.state();
      plan.changes().forEach(session::apply);

      assertThat(leaf.state()).contains("DSCP_TO_TC_MAP|AZURE 26=3");
      assertThat(contract(session).checks())
          .allSatisfy(check -> assertThat(check.verdict()).as(check.name()).isEqualTo(Verdict.OK));
      List<Change> back = new ArrayList<>(plan.changes().reversed());
      back.forEach(change -> session.apply(change.inverse()));
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  private static LinkContract.Check check(LinkContract contract, String name) {
    return contract.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Link link() {
    return new Link(NIC, SonicLeaf.id(1), OptionalInt.empty(), Link.Source.CONFIG);
  }

  private static LinkContract contract(SwitchSession session) {
    Map<SettingKind, Reading> host = new EnumMap<>(SettingKind.class);
    for (Setting setting :
        List.of(
            SonicLeaf.THREE,
            Wishes.map(Map.of(26, 3)),
            Wishes.dscp(),
            new Mtu(9000),
            GlobalPause.OFF)) {
      host.put(setting.kind(), new Reading.Value(setting));
    }
    End nic = new End(NIC, new Observed(Target.port(NIC), host), Optional.empty());
    End leaf =
        new End(
            SonicLeaf.id(1),
            session.read(SonicLeaf.port(1)),
            Optional.of(session.read(SonicLeaf.box())));
    return Contracts.of(link(), nic, leaf, PrioritySet.of(3));
  }

  private static Plan plan(SwitchSession session) {
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    for (Target target : List.of(SonicLeaf.box(), SonicLeaf.port(1))) {
      observed.put(target, session.read(target));
      capabilities.put(target, session.capabilities(target));
    }
    SonicDriver driver = new SonicDriver();
    SortedMap<Key, Setting> wanted =
        SwitchIntent.compile(
            POLICY,
            Optional.empty(),
            List.of(SonicLeaf.id(1)),
            _ ->
                new SwitchIntent.Manners(
                    driver.queuesByPort(),
                    driver.starvesWithoutShare(),
                    driver.jumboBytes(),
                    true,
                    driver::tellable));
    Situation situation =
        new Situation(
            observed,
            capabilities,
            Neighbourhood.of(observed.keySet(), Links.of(List.of(link()), List.of())),
            Set.of(),
            false,
            Map.of(),
            new Acceptance(false, true));
    return Planner.plan(wanted, situation);
  }
}
