package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.JsonObject;
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
    Map<String, Object> queues = new JsonObject();
    Map<String, Object> pauses = new JsonObject();
    for (int n = 0; n < CLASSES; n++) {
      queues.put(
          "" + n,
          JsonObject.of("ecn-marked-frames", n == ROCE ? traffic.marked() : 0)
              .with("tx-bytes", traffic.outOctets(n))
              .with("tx-frames", traffic.outPackets(n))
              .with("tx-uc-buffer-discards", n == ROCE ? traffic.dropped() : 0)
              .with("wred-discards", 0));
      pauses.put(
          "" + n,
          JsonObject.of("rx-pause-duration", 0)
              .with("rx-pause-frames", traffic.rxPfc(n))
              .with("tx-pause-duration", 0)
              .with("tx-pause-frames", traffic.txPfc(n)));
    }
    return JsonObject.of("egress-queue-stats", queues).with("pfc-stats", pauses);
  }
}
