package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Facts;
import dev.losslessd.watch.Monitoring;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Inputs of the planner's rules besides settings; from memory, asks no device. */
final class PlanFacts {
  private PlanFacts() {}

  static Facts facts(Config config, Inventory inventory, Monitoring monitoring) {
    Map<PortId, Facts.NicPort> nics = new HashMap<>();
    inventory
        .host()
        .nics()
        .forEach(nic ->
            nics.put(
                nic.port(), new Facts.NicPort(nic.rateMbps(), Drivers.of(nic).needsHeadroom())));
    Map<DeviceId, Facts.Buffer> switches = new HashMap<>();
    config.switches().forEach(one -> switches.put(new DeviceId(one.name()), buffer(one)));
    Map<Target, Observed> told = new HashMap<>();
    for (Target target : inventory.targets()) {
      monitoring.seen(target).ifPresent(seen -> told.put(target, seen.observed()));
    }
    return new Facts(
        nics,
        switches,
        told,
        inventory.switchRegistry().hosts(),
        inventory.switchRegistry().managedHosts(),
        inventory.labels());
  }

  static Facts.Buffer buffer(Config.Switch config) {
    Optional<Config.Buffer> buffer = config.buffer();
    Optional<SharedBuffer> shared =
        buffer
            .flatMap(Config.Buffer::share)
            .flatMap(alpha ->
                buffer.flatMap(Config.Buffer::shared).map(bytes -> new SharedBuffer(alpha, bytes)));
    return new Facts.Buffer(
        config.asic().flatMap(Asic::named),
        shared,
        buffer.flatMap(Config.Buffer::headroom).map(OptionalLong::of).orElse(OptionalLong.empty()));
  }
}
