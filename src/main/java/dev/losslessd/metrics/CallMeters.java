package dev.losslessd.metrics;

import dev.losslessd.model.CallTimes;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.OutputStream;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Histograms of what calls took, in seconds: classic ones in text, native ones beside them in
 * protobuf.
 */
public final class CallMeters implements CallTimes {
  /** Buckets grow by 9 % each. */
  private static final int SCHEMA = 3;

  private static final int BUCKETS = 100;
  private static final double NANOS = 1e9;

  /** Classic bounds where the kernel answers. */
  private static final double[] KERNEL = {1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 2.5e-2, 0.1, 0.5};

  /** Classic bounds where this process or a network answers. */
  private static final double[] NETWORK = {1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 0.1, 0.25, 0.5, 1, 5};

  /** Classic bounds where a command line, or several devices, have to do something. */
  private static final double[] WORK = {0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Histogram snmp =
      histogram(
          "losslessd_snmp_request_duration_seconds",
          "device",
          "Round trips of SNMP requests that were answered.",
          NETWORK);
  private final Histogram ssh =
      histogram(
          "losslessd_ssh_command_duration_seconds",
          "device",
          "Time from a command over SSH to its whole output, or its failure.",
          WORK);
  private final Histogram netlink =
      histogram(
          "losslessd_netlink_call_duration_seconds",
          "family",
          "Time in which the kernel answered over netlink, or failed to.",
          KERNEL);
  private final Histogram phases =
      histogram(
          "losslessd_commit_phase_duration_seconds",
          "phase",
          "Time that commits spent in a state before they left it.",
          WORK);
  private final Histogram scrapes =
      histogram(
          "losslessd_scrape_duration_seconds",
          "format",
          "Time in which a page was made and written, or failed.",
          NETWORK);

  private Histogram histogram(String name, String label, String help, double[] bounds) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(label)
        .classicUpperBounds(bounds)
        .nativeInitialSchema(SCHEMA)
        .nativeMaxNumberOfBuckets(BUCKETS)
        .withoutExemplars()
        .register(registry);
  }

  PrometheusRegistry registry() {
    return registry;
  }

  @Override
  public LongConsumer of(Call call, String subject) {
    Histogram histogram =
        switch (call) {
          case SNMP_REQUEST -> snmp;
          case SSH_COMMAND -> ssh;
          case NETLINK_CALL -> netlink;
          case COMMIT_PHASE -> phases;
        };
    return seconds(histogram, subject);
  }

  private static LongConsumer seconds(Histogram histogram, String label) {
    DistributionDataPoint point = histogram.labelValues(label);
    return nanos -> point.observe(nanos / NANOS);
  }

  /**
   * Counts how long pages take, those that fail as well.
   *
   * @param nanos a clock that never jumps
   */
  public BiConsumer<PageRequest, OutputStream> timed(
      BiConsumer<PageRequest, OutputStream> page, LongSupplier nanos) {
    return (request, out) -> {
      long begin = nanos.getAsLong();
      try {
        page.accept(request, out);
      } finally {
        seconds(scrapes, request.format().word()).accept(nanos.getAsLong() - begin);
      }
    };
  }
}
