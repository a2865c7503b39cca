package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.topology.Link;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/** The config file of the host, which people edit while the daemon runs. */
final class HostConfig {
  private final List<PortId> ports;
  private final List<Link> links;
  private TreeMap<Key, Setting> file;
  private Mode mode = Mode.ENFORCE;

  /**
   * @param ports the file wants something of the first and the third
   * @param wired whether it tells of the cables
   */
  HostConfig(List<PortId> ports, boolean wired) {
    this.links = wired ? List.of(cable(ports, 0), cable(ports, 1)) : List.of();
    this.ports = ports;
    this.file = new TreeMap<>();
    file.put(Episode.pfc(ports.get(0)), new Pfc(PrioritySet.of(6)));
    file.put(Episode.pfc(ports.get(2)), new Pfc(PrioritySet.of(6)));
  }

  private static Link cable(List<PortId> ports, int nic) {
    return new Link(ports.get(nic), ports.get(nic + 2), OptionalInt.empty(), Link.Source.CONFIG);
  }

  List<Link> links() {
    return links;
  }

  TreeMap<Key, Setting> file() {
    return new TreeMap<>(file);
  }

  Mode mode() {
    return mode;
  }

  /** Another policy is loaded. */
  void reload(Rig rig, Random random) {
    TreeMap<Key, Setting> next = new TreeMap<>();
    for (PortId port : ports) {
      if (random.nextInt(3) == 0) {
        next.put(Episode.pfc(port), new Pfc(PrioritySet.of(3 + random.nextInt(4))));
      }
    }
    file = next;
    rig.commitEngine.declare(file());
  }

  void mode(Rig rig, Mode next) {
    mode = next;
    rig.writePolicy.adopt(next, "losslessd.yaml:1");
  }
}
