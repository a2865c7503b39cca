package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import java.util.Map;

/** Output of {@code nv show interface X counters qos}. */
final class Traffics {
  private static final int CLASSES = 8;

  /** The class that marks in the twin. */
  private static final int ROCE = 3;

  private Traffics() {}

  static Map<String, Object> counters(SwitchPort port) {
    Traffic traffic = port.traffic();
    Map<String, Object> queues = NvueJson.object();
    Map<String, Object> pauses = NvueJson.object();
    for (int n = 0; n < CLASSES; n++) {
      queues.put(
          "" + n,
          NvueJson.object(
              "ecn-marked-frames",
              n == ROCE ? traffic.marked() : 0,
              "tx-bytes",
              traffic.outOctets(n),
              "tx-frames",
              traffic.outPackets(n),
              "tx-uc-buffer-discards",
              n == ROCE ? traffic.dropped() : 0,
              "wred-discards",
              0));
      pauses.put(
          "" + n,
          NvueJson.object(
              "rx-pause-duration",
              0,
              "rx-pause-frames",
              traffic.rxPfc(n),
              "tx-pause-duration",
              0,
              "tx-pause-frames",
              traffic.txPfc(n)));
    }
    return NvueJson.object("egress-queue-stats", queues, "pfc-stats", pauses);
  }
}
