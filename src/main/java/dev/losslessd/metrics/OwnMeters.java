package dev.losslessd.metrics;

import dev.losslessd.model.Commit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The daemon's own meters: commits, memory, threads. Device counters never come here. */
public final class OwnMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /**
   * @param version of this build
   * @param mode {@code observe}, {@code plan}, {@code enforce}
   * @param frozen whether writing is stopped
   * @param revision of the intent
   */
  public OwnMeters(String version, String mode, BooleanSupplier frozen, LongSupplier revision) {
    Gauge.builder("losslessd.build.info", () -> 1)
        .description("Version and mode; always 1.")
        .tag("version", version)
        .tag("mode", mode)
        .register(registry);
    Gauge.builder("losslessd.frozen", () -> frozen.getAsBoolean() ? 1 : 0)
        .description("1 while all writing is stopped.")
        .register(registry);
    Gauge.builder("losslessd.intent.revision", revision::getAsLong)
        .description("Latest confirmed revision of the intent.")
        .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Counts a commit that reached a state. */
  public void count(Commit commit) {
    Counter.builder("losslessd.commits")
        .description("Commits that reached a state.")
        .tag("state", commit.state())
        .register(registry)
        .increment();
  }

  /** All of them; OpenMetrics ends the page. */
  public String text(PageFormat format) {
    return registry.scrape(format.contentType());
  }
}
