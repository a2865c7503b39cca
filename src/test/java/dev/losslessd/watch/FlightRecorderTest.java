package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.DaemonFixture;
import dev.losslessd.app.SystemThreads;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Counter;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Signal;
import dev.losslessd.poll.SystemScheduler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1");
  private static final PortId GONE = PortId.parse("gpu01:ens2");
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path state;

  @Test
  void whatTheGuardUndidLeavesAFlightOfEachPortAndNothingElseDoes() throws Exception {
    try (SystemScheduler systemScheduler =
        new SystemScheduler(RealTime.get(), SystemThreads.get())) {
      FlightRecorder flightRecorder =
          new FlightRecorder(
              state,
              Duration.ofMillis(1),
              systemScheduler,
              () -> List.of(PORT, GONE),
              this::flight);

      flightRecorder.onCommit(new Commit.RolledBack(run("c-000001"), "cancelled by uid:0", NOW));
      flightRecorder.onCommit(new Commit.Confirmed(run("c-000002"), 7, NOW));
      flightRecorder.onCommit(
          new Commit.RolledBack(run("c-000003"), "the guard found: a storm on " + PORT, NOW));

      Path kept = state.resolve("flights/c-000003-gpu01_ens1.csv.gz");
      DaemonFixture.await(() -> Files.exists(kept), "no flight was kept");
      assertThat(state.resolve("flights").toFile().list()).containsExactly("" + kept.getFileName());
    }
  }

  private Optional<HighRateTrace> flight(PortId port) {
    return port.equals(GONE)
        ? Optional.empty()
        : Optional.of(
            new HighRateTrace(
                port,
                List.of(Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)),
                new long[] {1000},
                new long[] {7}));
  }

  private static Commit.Run run(String id) {
    return new Commit.Run(
        id, new Plan("p", "d", List.of(), List.of(), List.of()), "uid:0", "", NOW);
  }
}
