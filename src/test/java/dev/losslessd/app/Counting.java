package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/**
 * Two hardware counters that go on steadily while a Prometheus looks: one passes the end of its 32
 * bits, the other is set to zero halfway by its firmware.
 */
final class Counting {
  private static final String WRAPS = "roce_implied_nak_sequence_errors_total";
  private static final String RESETS = "roce_duplicate_requests_total";
  private static final long STEP = 2;
  private static final long TO_THE_END = 150;
  private static final long FROM = (1L << 32) - TO_THE_END;

  private final DaemonFixture fixture;
  private final String wrapping;
  private final String resetting;
  private long told;
  private boolean zeroed;

  /** Before the daemon first looks. */
  Counting(DaemonFixture fixture, String wrapping, String resetting) {
    this.fixture = fixture;
    this.wrapping = wrapping;
    this.resetting = resetting;
    fixture.tell("count " + wrapping + " implied_nak_seq_err " + FROM);
    fixture.tell("count " + resetting + " duplicate_request 1000");
  }

  /**
   * @param part of the time that is over
   */
  void step(double part) {
    fixture.tell("count " + wrapping + " implied_nak_seq_err " + STEP);
    fixture.tell("count " + resetting + " duplicate_request " + STEP);
    told += STEP;
    if (part > 0.6 && !zeroed) {
      fixture.tell("zero " + resetting);
      zeroed = true;
    }
  }

  /** Checks that Prometheus follows the wrap and the reset. */
  void check(RealPrometheus prometheus) {
    assertThat(told).as("far enough for the wrap").isGreaterThan(TO_THE_END);
    String wraps = of(WRAPS, wrapping);
    DaemonFixture.await(
        () -> value(prometheus, wraps) == FROM + told,
        "the wrap is not carried: " + value(prometheus, wraps) + ", expected " + (FROM + told));
    assertThat(value(prometheus, "resets(" + wraps + "[120s])")).isZero();
    steady(prometheus, wraps);

    String resets = of(RESETS, resetting);
    assertThat(value(prometheus, "resets(" + resets + "[120s])")).isEqualTo(1);
    assertThat(value(prometheus, "increase(" + of("roce_resets_total", resetting) + "[120s])"))
        .isPositive();
    steady(prometheus, resets);
  }

  /**
   * No rate over ten seconds jumps, and none is below 0. A wrap that is taken for growth is 400
   * million a second, a reset that is taken for one hundreds; how even the rest is depends on how
   * much of the machine the test has.
   */
  private static void steady(RealPrometheus prometheus, String series) {
    String rates = "(rate(" + series + "[10s])[25s:1s])";
    assertThat(value(prometheus, "max_over_time" + rates)).isBetween(1.0, 40.0);
    assertThat(value(prometheus, "min_over_time" + rates)).isBetween(0.0, 40.0);
  }

  private static String of(String name, String port) {
    return name + "{job=\"losslessd\",port=\"" + port.split(":", 2)[1] + "\"}";
  }

  private static double value(RealPrometheus prometheus, String expression) {
    JsonNode result = prometheus.query(expression);
    assertThat(result).as(expression).hasSize(1);
    return Double.parseDouble(result.get(0).path("value").get(1).asString());
  }
}
