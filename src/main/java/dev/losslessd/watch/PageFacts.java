package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.NicLabels;
import dev.losslessd.metrics.Facts;
import dev.losslessd.metrics.LabelFacts;
import dev.losslessd.metrics.StateFacts;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** What the Prometheus page tells beside counters, from memory. */
record PageFacts(
    Inventory inventory,
    CounterPolling polling,
    LastSeen lastSeen,
    HealthEvaluator healthEvaluator,
    ExpectedPorts expectedPorts,
    Supplier<Config> config,
    InstantSource clock) {
  Facts now() {
    Host host = inventory.host();
    NicLabels labels = new NicLabels(config.get().nics().labels());
    return new Facts(
        clock.instant(),
        host.id(),
        host.nics(),
        polling.healthOfAll(),
        lastSeen.all().values().stream()
            .filter(seen -> polling.isTold(seen.observed().target()))
            .toList(),
        healthEvaluator.findings(),
        healthEvaluator.linkChecks(),
        polling.links(),
        polling.rates(),
        polling.pollStats(),
        inventory.switchRegistry().hosts(),
        inventory.switchRegistry().serverNics(),
        new LabelFacts(inventory.switchRegistry().labels(), labels.of(host.nics())),
        new StateFacts(host.id(), healthEvaluator.settings(), expectedPorts.count(), List.of()));
  }
}
