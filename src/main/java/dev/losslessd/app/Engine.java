package dev.losslessd.app;

import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Wiring;
import dev.losslessd.commit.Witness;
import dev.losslessd.config.Config;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.plan.PolicyIntent;
import dev.losslessd.store.Journal;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Puts the commit engine into its surroundings. */
final class Engine {
  private Engine() {}

  static Wiring wiring(
      Config config,
      Kernel kernel,
      Site site,
      Journal journal,
      Posture posture,
      Watcher watcher,
      Clockwork clockwork,
      InstantSource clock,
      Consumer<Commit> told,
      Witness witness) {
    return new Wiring(
        site,
        journal,
        posture,
        fileLayer(config, site.host()),
        config.commit().confirmWithin(),
        config.commit().deviceDeadline(),
        watcher::busy,
        kernel.bootId(),
        clock,
        clockwork,
        clockwork.threads(),
        told,
        watcher.guard(),
        witness);
  }

  /** What the config's policy wants of the NICs that are here now. */
  static SortedMap<Key, Setting> fileLayer(Config config, Host host) {
    return PolicyIntent.compile(config.policy(), settable(host.nics()));
  }

  /** The policy is for RoCE: RDMA ports of physical functions on Ethernet. */
  private static List<PortId> settable(List<Nic> nics) {
    return nics.stream()
        .filter(nic -> !nic.rdmaDevice().isEmpty())
        .filter(nic -> nic.role() == Nic.Role.PHYSICAL)
        .filter(nic -> nic.linkLayer() == Nic.LinkLayer.ETHERNET)
        .map(Nic::port)
        .toList();
  }
}
