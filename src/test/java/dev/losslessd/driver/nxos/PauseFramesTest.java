package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of counters in tables of settings, and of internal ports, which have no cable. */
class PauseFramesTest extends OnBox<Leaf1> {
  private static final Set<String> PRINTED =
      Set.of(QueueTable.COMMAND, PfcTable.COMMAND, PauseTable.COMMAND);

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  @Test
  void framesOfPfcAndOfGlobalPauseAreCounted() throws Exception {
    leaf.control().rewrite(PauseFramesTest::printed);
    try (SwitchSession session = leaf.session("admin")) {
      List<Sweep> sweeps =
          session.queues().sweep(List.of(port("Ethernet1/49"), port("Ethernet1/50")), 1, 1);

      assertThat(sweeps)
          .extracting(Sweep::port)
          .containsExactly(port("Ethernet1/49"), port("Ethernet1/50"), port("ii1/1/2"));
      Sweep first = sweeps.getFirst();
      assertThat(told(first, Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, -1)).hasValue(22_831);
      assertThat(told(first, Signal.GLOBAL_PAUSE_FRAMES, Direction.TX, -1)).hasValue(9);
      assertThat(told(first, Signal.PFC_PAUSE_FRAMES, Direction.RX, 3)).hasValue(70);
      assertThat(told(first, Signal.PFC_PAUSE_FRAMES, Direction.RX, -1))
          .as("not told twice")
          .isEmpty();
      Sweep second = sweeps.get(1);
      assertThat(told(second, Signal.PFC_PAUSE_FRAMES, Direction.RX, -1)).hasValue(512);
      assertThat(told(second, Signal.PFC_PAUSE_FRAMES, Direction.TX, -1)).hasValue(13);
      assertThat(told(second, Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, -1)).isEmpty();
      assertThat(told(sweeps.getLast(), Signal.PRIORITY_DISCARDS, Direction.TX, 3)).hasValue(17);
    }
  }

  @Test
  void aSwitchWithoutJsonIsAskedForItOnce() throws Exception {
    leaf.control().rewrite(PauseFramesTest::printed);
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.queues().sweep(List.of(port("Ethernet1/49")), 1, 1)).isNotEmpty();
      assertThat(session.queues().sweep(List.of(port("Ethernet1/49")), 2, 2)).isNotEmpty();

      assertThat(leaf.sent().stream().filter(line -> line.endsWith(QueueJson.COMMAND))).hasSize(1);
      assertThat(leaf.sent().stream().filter(line -> line.endsWith(QueueTable.COMMAND))).hasSize(2);
    }
  }

  /** Text of a release that prints no JSON of queues. */
  private static String printed(String line, String text) {
    return PRINTED.contains(line)
        ? Transcript.read(SwitchSystem.NXOS, line.replace(' ', '-') + ".txt")
        : line.equals(QueueJson.COMMAND) ? "% Invalid command at '^' marker." : text;
  }

  private static PortId port(String name) {
    return new PortId(Leaf1.ID, name);
  }

  private static OptionalLong told(Sweep sweep, Signal signal, Direction direction, int priority) {
    int at = QueueCell.columns().indexOf(new QueueCell(signal, direction, priority));
    return sweep.has(at) ? OptionalLong.of(sweep.value(at)) : OptionalLong.empty();
  }
}
