package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters and neighbours, of the fabric's agent and of text. */
class NvueCountersTest {
  @TempDir Path folder;

  @Test
  void everyColumnOfAPortAndItsNeighbourComeBySnmp() throws Exception {
    try (Leaf leaf = Leaf.older(folder)) {
      SwitchSession session = leaf.session();
      PortId port = new PortId(leaf.box().device(), "swp1");

      Sweep sweep = session.sweeper(port).sweep(1, 1);

      List<Counter> columns = sweep.schema().counters();
      assertThat(columns)
          .extracting(Counter::signal)
          .contains(
              Signal.PORT_BYTES,
              Signal.GLOBAL_PAUSE_FRAMES,
              Signal.PFC_PAUSE_FRAMES,
              Signal.BUFFER_DISCARDS);
      for (int n = 0; n < columns.size(); n++) {
        assertThat(sweep.has(n)).as(columns.get(n).rawName()).isTrue();
      }
      assertThat(session.neighbours())
          .extracting(Neighbour::remoteSystem)
          .contains("gpu01", "gpu02");
    }
  }

  @Test
  void queuesMarksAndPausesComeByTheCommandLine() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", "set qos pfc default-global switch-priority 3");
      leaf.tell("foreign", "set interface swp2 qos pfc-watchdog state enabled");
      SwitchSession session = leaf.session();
      List<PortId> ports =
          List.of(
              new PortId(leaf.box().device(), "swp1"),
              new PortId(leaf.box().device(), "swp2"),
              new PortId(leaf.box().device(), "swp77"));

      List<Sweep> sweeps = session.queues().sweep(ports, 5, 6);

      assertThat(sweeps).extracting(Sweep::port).containsExactlyElementsOf(ports.subList(0, 2));
      assertThat(present(sweeps.get(0), Signal.PRIORITY_MARKED)).isEqualTo(8);
      assertThat(present(sweeps.get(0), Signal.WATCHDOG_SHUTDOWNS)).isZero();
      assertThat(present(sweeps.get(1), Signal.WATCHDOG_SHUTDOWNS)).isEqualTo(8);
      assertThat(leaf.sent()).noneMatch(line -> line.contains("swp1 qos pfc-watchdog"));
    }
  }

  private static long present(Sweep sweep, Signal signal) {
    List<Counter> columns = sweep.schema().counters();
    long found = 0;
    for (int n = 0; n < columns.size(); n++) {
      found += columns.get(n).signal() == signal && sweep.has(n) ? 1 : 0;
    }
    return found;
  }

  @Test
  void aTextOfUnitsIsNoCounterAndGarbageIsAnError() {
    Map<QueueCell, Long> cells =
        NvueCounters.parse(
            json(
                """
                {"egress-queue-stats": {"3": {"tx-bytes": "92824.38 GB", "tx-frames": 7,
                  "ecn-marked-frames": "18446744073709551615", "tx-uc-buffer-discards": "0 Bytes"},
                  "9": {"tx-frames": 1}},
                 "pfc-stats": {"3": {"rx-pause-frames": "n/a", "tx-pause-frames": 0}}}
                """));

    assertThat(cells)
        .containsOnly(
            Map.entry(new QueueCell(Signal.PRIORITY_PACKETS, Direction.TX, 3), 7L),
            Map.entry(new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, 3), -1L),
            Map.entry(new QueueCell(Signal.PFC_PAUSE_FRAMES, Direction.TX, 3), 0L));
    assertThatThrownBy(() ->
            NvueCounters.parse(json("{\"pfc-stats\": {\"3\": {\"rx-pause-frames\": \"many\"}}}")))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("many");
  }

  @Test
  void sizesAreExactOrARange() {
    assertThat(Bytes.parse("150000")).contains(Bytes.exact(150_000));
    assertThat(Bytes.parse("40000 B")).contains(Bytes.exact(40_000));
    assertThat(Bytes.parse("153.00 KB"))
        .hasValueSatisfying(size -> {
          assertThat(size.mayBe(156_672)).isTrue();
          assertThat(size.mayBe(156_650)).isFalse();
        });
    assertThat(Bytes.parse("1.43 MB"))
        .hasValueSatisfying(size -> assertThat(size.mayBe(1_502_208)).isTrue());
    assertThat(Bytes.parse("12 apples")).isEmpty();
    assertThat(Bytes.parse("1.5 B")).isEmpty();
  }

  @Test
  void roundingIsOneStepForAllAndAnythingElseIsNot() {
    assertThat(
            BufferCells.step(
                List.of(
                    new BufferCells.Pair(150_000, Bytes.exact(159_744)),
                    new BufferCells.Pair(1_500_000, Bytes.exact(1_511_424)))))
        .hasValue(12_288);
    assertThat(
            BufferCells.step(
                List.of(
                    new BufferCells.Pair(150_000, Bytes.exact(159_744)),
                    new BufferCells.Pair(1_500_000, Bytes.exact(1_502_208)))))
        .isEmpty();
    assertThat(BufferCells.step(List.of(new BufferCells.Pair(400_000, Bytes.exact(159_744)))))
        .isEmpty();
    assertThat(BufferCells.step(List.of())).hasValue(1);
  }

  @Test
  void theReleaseIsFoundWhereverItIsTold() {
    assertThat(Release.parse(json("{\"build\": \"Cumulus Linux 5.9.2\", \"kernel\": \"6.1.0\"}")))
        .isEqualTo(new Release(5, 9));
    assertThat(
            Release.parse(json("{\"kernel\": \"6.1\", \"image\": {\"build-id\": \"cl5.11.1\"}}")))
        .isEqualTo(new Release(5, 11));
    assertThat(
            Release.parse(
                NvueText.parse(
                    Release.COMMAND,
                    """
                             operational
                    -------  -------------------
                    kernel   6.1.0-cl-1-amd64
                    build    Cumulus Linux 5.4.0
                    """)))
        .isEqualTo(new Release(5, 4));
    assertThat(new Release(5, 4).counters("swp1").getFirst())
        .isEqualTo("nv show interface swp1 qos counters");
    assertThat(new Release(5, 15).word(true)).isEqualTo("enabled");
    assertThatThrownBy(() -> Release.parse(json("{\"kernel\": \"6.1.0\"}")))
        .hasMessageContaining("a release like 5.9.1");
    assertThatThrownBy(() -> Release.parse(json("{\"build\": \"Cumulus Linux 4.4.5\"}")))
        .hasMessageContaining("Cumulus Linux 5");
  }

  private static Node json(String text) {
    return Node.of(DeviceJson.parse("nv show", text));
  }
}
