package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All ports, of NICs and of switches, in one shape. */
record PortRoutes(
    CommitEngine commitEngine, DeviceReport devices, Readings readings, Judgement judgement) {
  private static final String STATE = "state";

  Route route() {
    return Route.list("/api/v1/ports", "Ports of all devices", "Ports", this::ports)
        .choice(
            STATE,
            "only those that carry traffic, that do not, or that do not tell",
            List.of("active", "inactive", "unknown"))
        .byPort()
        .byLabel()
        .pages(InventoryRoutes.PORT_LIKE);
  }

  private HttpReply ports(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    Map<DeviceId, Map<String, String>> labels = devices.labels();
    Map<PortId, PortId> peers = peers();
    Map<PortId, Long> rates = readings.counters().rates();
    Map<PortId, LinkReading> links = readings.counters().links();
    return new NamedPage<Map.Entry<PortId, Optional<Nic>>, PortId>(Map.Entry::getKey, PortId::parse)
        .answer(
            call.query(),
            known().entrySet().stream()
                .filter(one -> filter.takes(one.getKey()))
                .filter(one -> filter.takes(labels.getOrDefault(one.getKey().device(), Map.of())))
                .filter(one -> filter.takes(STATE, state(one.getValue(), links.get(one.getKey())))),
            one -> {
              PortId port = one.getKey();
              String state = state(one.getValue(), links.get(port));
              Optional<Long> rate = Optional.ofNullable(rates.get(port));
              return json(port, state, one.getValue(), rate)
                  .with("peer", peers.get(port))
                  .with("labels", labels.getOrDefault(port.device(), Map.of()));
            });
  }

  /** All ports that discovery, the config or a driver knows, with the NIC of each that has one. */
  private Map<PortId, Optional<Nic>> known() {
    Map<PortId, Optional<Nic>> all = new TreeMap<>();
    Target.ports(commitEngine.targets().stream()).forEach(port -> all.put(port, Optional.empty()));
    devices.switches().stream()
        .flatMap(one -> one.ports().stream())
        .forEach(port -> all.put(port, Optional.empty()));
    devices.nics().stream()
        .map(DrivenNic::nic)
        .forEach(nic -> all.put(nic.port(), Optional.of(nic)));
    return all;
  }

  private Map<PortId, PortId> peers() {
    Map<PortId, PortId> peers = new TreeMap<>();
    for (LinkContract contract : judgement.contracts()) {
      Link link = contract.link();
      peers.put(link.a(), link.b());
      peers.put(link.b(), link.a());
    }
    return peers;
  }

  /** A rate is told of no port that is known to be down: some NICs have one there. */
  private static Fields json(PortId port, String state, Optional<Nic> nic, Optional<Long> rate) {
    Optional<Long> mbps = nic.map(Nic::rateMbps).filter(one -> one > 0).or(() -> rate);
    return new Fields()
        .with("port", port)
        .with("device", port.device())
        .with("end", nic.isPresent() ? "nic" : "switch")
        .with("active", state.equals("unknown") ? null : state.equals("active"))
        .with("rateMbps", mbps.filter(_ -> !state.equals("inactive")));
  }

  private static String state(Optional<Nic> nic, @Nullable LinkReading link) {
    boolean told = nic.isPresent() ? nic.get().isActive() || nic.get().isInactive() : link != null;
    if (!told) {
      return "unknown";
    }
    boolean active = nic.map(Nic::isActive).orElseGet(() -> link != null && link.up());
    return active ? "active" : "inactive";
  }
}
