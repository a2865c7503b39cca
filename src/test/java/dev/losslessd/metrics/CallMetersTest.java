package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.CallTimes.Call;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Durations as they stand on the page. */
class CallMetersTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final CallMeters calls = new CallMeters();
  private final AtomicLong nanos = new AtomicLong(7);

  @Test
  void aDurationIsInSecondsInBothKindsOfHistogram() throws Exception {
    calls.of(Call.SNMP_REQUEST, "leaf1").accept(20_000_000);
    calls.of(Call.SNMP_REQUEST, "leaf1").accept(2_000_000_000);

    OwnMeters own = own();
    assertThat(new String(own.page(PageFormat.PROMETHEUS), StandardCharsets.UTF_8))
        .contains("# TYPE losslessd_snmp_request_duration_seconds histogram\n")
        .contains("_duration_seconds_bucket{device=\"leaf1\",le=\"0.01\"} 0\n")
        .contains("_duration_seconds_bucket{device=\"leaf1\",le=\"0.025\"} 1\n")
        .contains("_duration_seconds_sum{device=\"leaf1\"} 2.02\n")
        .contains("losslessd_build_info{", "jvm_memory_used_bytes{");
    assertThat(new String(own.page(PageFormat.OPENMETRICS), StandardCharsets.UTF_8))
        .contains("losslessd_snmp_request_duration_seconds_count{device=\"leaf1\"} 2\n")
        .endsWith("# EOF\n");
    assertThat(Families.natives(own.page(PageFormat.PROTOBUF)))
        .containsEntry("losslessd_snmp_request_duration_seconds", 2);
  }

  @Test
  void aPageThatFailsIsTimedAsWell() {
    BiConsumer<PageRequest, OutputStream> page =
        calls.timed(
            (_, _) -> {
              nanos.addAndGet(1_500_000_000);
              throw new IllegalStateException("broken");
            },
            nanos::get);

    assertThatThrownBy(
            () -> page.accept(PageRequest.of(PageFormat.PROTOBUF), OutputStream.nullOutputStream()))
        .hasMessage("broken");

    assertThat(new String(own().page(PageFormat.PROMETHEUS), StandardCharsets.UTF_8))
        .contains("losslessd_scrape_duration_seconds_sum{format=\"protobuf\"} 1.5\n");
  }

  @Test
  void aPhaseEndsWhereTheNextBeginsAndNotWhenItIsToldAgain() {
    List<String> told = new ArrayList<>();
    CommitPhases phases =
        new CommitPhases((_, phase) -> took -> told.add(phase + " " + took), nanos::get);
    Commit.Run run =
        new Commit.Run(
            "c-000001", new Plan("p", "d", List.of(), List.of(), List.of()), "uid:0", "", NOW);

    phases.onCommit(new Commit.Applying(run));
    nanos.addAndGet(3);
    phases.onCommit(new Commit.Applying(run, Optional.empty()));
    nanos.addAndGet(4);
    phases.onCommit(new Commit.AwaitingConfirm(run, NOW));
    nanos.addAndGet(5);
    phases.onCommit(new Commit.Confirmed(run, 1, NOW));
    nanos.addAndGet(6);
    phases.onCommit(new Commit.Applying(run));

    assertThat(told).containsExactly("applying 7", "awaiting-confirm 5");
  }

  private OwnMeters own() {
    return new OwnMeters(
        "1", () -> "observe", () -> false, () -> 0, InstantSource.fixed(NOW), calls);
  }
}
