package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** The config file of the host, which people edit while the daemon runs. */
final class HostConfig {
  private final List<PortId> ports;
  private TreeMap<Key, Setting> file;
  private Mode mode = Mode.ENFORCE;

  /**
   * @param ports the file wants something of the first and the third
   */
  HostConfig(List<PortId> ports) {
    this.ports = ports;
    this.file = new TreeMap<>();
    file.put(Episode.pfc(ports.get(0)), new Pfc(PrioritySet.of(6)));
    file.put(Episode.pfc(ports.get(2)), new Pfc(PrioritySet.of(6)));
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
