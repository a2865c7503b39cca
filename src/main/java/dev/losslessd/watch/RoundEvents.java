package dev.losslessd.watch;

import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Worded;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.EventData.ContractEvent;
import dev.losslessd.watch.EventData.DriftEvent;
import dev.losslessd.watch.EventData.FindingEvent;
import dev.losslessd.watch.EventData.LinkEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Tells what a round of judgement found otherwise than the one before. Takes time and memory by the
 * number of ports, links and settings, as the round itself does. For one thread at a time.
 */
final class RoundEvents {
  /** Both ends of a link, however it was told of. */
  private record Ends(PortId a, PortId b) {}

  private final Consumer<EventData> publish;
  private Map<PortId, InactivePorts.Port> ports = Map.of();
  private Map<Key, DriftBook.Fact> drift = Map.of();
  private Map<Ends, LinkContract> contracts = Map.of();

  RoundEvents(Consumer<EventData> publish) {
    this.publish = publish;
  }

  /** Causes come first: ports, then settings, then contracts, then findings. */
  void round(
      Collection<InactivePorts.Port> told,
      Map<Key, DriftBook.Fact> adrift,
      List<LinkContract> judged,
      List<FindingEvent> findings) {
    ports(told);
    drift(adrift);
    contracts(judged);
    findings.forEach(publish);
  }

  /** A port that is seen for the first time neither came up nor went down. */
  private void ports(Collection<InactivePorts.Port> told) {
    Map<PortId, InactivePorts.Port> before = ports;
    Map<PortId, InactivePorts.Port> now = HashMap.newHashMap(told.size());
    for (InactivePorts.Port port : told) {
      if (now.putIfAbsent(port.id(), port) == null) {
        InactivePorts.Port known = before.get(port.id());
        if (known != null && known.active() != port.active()) {
          String change = port.active() ? "up" : "down";
          publish.accept(new LinkEvent(change, port.id(), port.state()));
        }
      }
    }
    ports = now;
    before.keySet().stream()
        .filter(port -> !now.containsKey(port))
        .sorted()
        .forEach(port -> publish.accept(new LinkEvent("unknown", port, "")));
  }

  private void drift(Map<Key, DriftBook.Fact> now) {
    Map<Key, DriftEvent> changes = new TreeMap<>();
    drift.forEach((key, fact) -> {
      if (!now.containsKey(key)) {
        changes.put(key, new DriftEvent("ended", fact));
      }
    });
    now.forEach((key, fact) -> {
      DriftBook.Fact known = drift.get(key);
      if (known == null) {
        changes.put(key, new DriftEvent("began", fact));
      } else if (!known.difference().equals(fact.difference())) {
        changes.put(key, new DriftEvent("changed", fact));
      }
    });
    drift = now;
    changes.values().forEach(publish);
  }

  /** A link that was not known yet is as one of which nothing is known. */
  private void contracts(List<LinkContract> judged) {
    Map<Ends, LinkContract> before = contracts;
    Map<Ends, LinkContract> now = HashMap.newHashMap(judged.size());
    for (LinkContract contract : judged) {
      LinkContract known = before.get(ends(contract));
      now.put(ends(contract), contract);
      Verdict was = known == null ? Verdict.UNKNOWN : known.verdict();
      if (was != contract.verdict()) {
        String change = Worded.of(contract.verdict());
        publish.accept(new ContractEvent(change, was, contract));
      }
    }
    contracts = now;
    before.forEach((ends, contract) -> {
      if (!now.containsKey(ends)) {
        publish.accept(new ContractEvent("gone", contract.verdict(), contract));
      }
    });
  }

  private static Ends ends(LinkContract contract) {
    return new Ends(contract.link().a(), contract.link().b());
  }
}
