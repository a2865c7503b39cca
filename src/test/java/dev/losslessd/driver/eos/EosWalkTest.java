package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A switch whose agent has EtherLike-MIB as RFC 2665 had it. */
class EosWalkTest {
  private static final Path WALK =
      Path.of("src/test/resources/dev/losslessd/driver/eos/eos-4.28-etherlike32.snmprec");

  @Test
  void pauseFramesOf32BitsStandInWhereThereAreNoneOf64() throws Exception {
    try (SnmpWalk walk = new SnmpWalk(WALK)) {
      assertThat(pauses(walk, "Ethernet1"))
          .containsExactly("dot3InPauseFrames 32 4294967290", "dot3OutPauseFrames 32 12");
      assertThat(pauses(walk, "Ethernet2"))
          .containsExactly("dot3InPauseFrames 32 0", "dot3OutPauseFrames 32 4711");
    }
  }

  private static List<String> pauses(SnmpWalk walk, String port) {
    Sweep sweep =
        new SnmpSweeper(
                new PortId(new DeviceId("leaf1"), port),
                walk.client(),
                EosCounters.OF_A_PORT,
                UnaryOperator.identity())
            .sweep(1_000, 2_000);
    List<Counter> columns = sweep.schema().counters();
    return IntStream.range(0, columns.size())
        .filter(n -> columns.get(n).signal() == Signal.GLOBAL_PAUSE_FRAMES && sweep.has(n))
        .mapToObj(
            n -> columns.get(n).rawName() + " " + columns.get(n).bits() + " " + sweep.value(n))
        .toList();
  }
}
