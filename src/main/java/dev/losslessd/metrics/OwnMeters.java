package dev.losslessd.metrics;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import dev.losslessd.text.Worded;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The daemon's own meters: commits, memory, threads. Device counters never come here. */
public final class OwnMeters {
  private static final int ROOM = 1 << 14;

  private final PrometheusMeterRegistry registry;

  private volatile Supplier<Map<String, Integer>> undoes = Map::of;

  private volatile Supplier<List<Maintenance>> maintains = List::of;

  private volatile Supplier<Map<String, Long>> certified = Map::of;

  private final DeviceCommits deviceCommits;

  /** The registry itself holds what it counts by weak references. */
  private final List<LongSupplier> counted = new ArrayList<>();

  /**
   * @param version of this build
   * @param mode {@code observe}, {@code plan}, {@code enforce}
   * @param frozen whether writing is stopped
   * @param revision of the intent
   * @param clock of commits
   * @param calls histograms that stand on the same page
   */
  public OwnMeters(
      String version,
      Supplier<String> mode,
      BooleanSupplier frozen,
      LongSupplier revision,
      InstantSource clock,
      CallMeters calls) {
    deviceCommits = new DeviceCommits(() -> clock.instant().getEpochSecond());
    registry =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, calls.registry(), Clock.SYSTEM);
    // from 0 on: of a counter that begins with 1, no increase is seen
    Worded.all(Commit.State.class).forEach(this::reached);
    changing(version, mode).forEach(calls.registry()::register);
    Gauge.builder("losslessd.frozen", () -> frozen.getAsBoolean() ? 1 : 0)
        .description("1 while all writing is stopped.")
        .register(registry);
    Gauge.builder("losslessd.intent.revision", revision::getAsLong)
        .description("Latest confirmed revision of the intent.")
        .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    // not JvmThreadMetrics: its states stop all threads to look at each, six times a scrape
    Gauge.builder("jvm.threads.live", ManagementFactory.getThreadMXBean()::getThreadCount)
        .baseUnit("threads")
        .description("Platform threads, of the JVM and ours.")
        .register(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /**
   * Counts changes of this host that were found before the settings were polled.
   *
   * @param notices changes that the kernel told of
   * @param glances changes that it did not tell of, and that a cheap second look found
   */
  public void watches(LongSupplier notices, LongSupplier glances) {
    found("notice", notices);
    found("glance", glances);
  }

  /**
   * @param lost events that the audit has no line of
   */
  public void audits(LongSupplier lost) {
    counter("losslessd.audit.events.lost", lost)
        .description("Events that could not be written to the audit: its disk is full or broken.")
        .register(registry);
  }

  /**
   * @param errors entries that the journal could not take
   */
  public void journals(LongSupplier errors) {
    counter("losslessd.journal.errors", errors)
        .description(
            "Entries that could not be written to the journal: its disk is full or broken.")
        .register(registry);
  }

  /**
   * @param lost records that standard error did not take
   */
  public void logs(LongSupplier lost) {
    counter("losslessd.log.records.lost", lost)
        .description("Records of the log that nobody can read: standard error took none.")
        .register(registry);
  }

  /**
   * Counts of what the REST server refused.
   *
   * @param wrongTokens requests with a bearer token that is not the right one
   * @param busy requests answered 503 or 429 because too many like them were under way
   * @param unexpected requests that met a bug of the daemon's own
   * @param cuts connections closed early, by reason
   */
  public void serves(
      LongSupplier wrongTokens,
      LongSupplier busy,
      LongSupplier unexpected,
      Map<String, LongSupplier> cuts) {
    counter("losslessd.unexpected.errors", unexpected)
        .description("Requests that met a bug of the daemon; its log has the trace.")
        .register(registry);
    counter("losslessd.http.wrong.tokens", wrongTokens)
        .description("Requests with a bearer token that is not the right one.")
        .register(registry);
    counter("losslessd.http.busy", busy)
        .description("Requests answered 503 or 429 because too many like them were under way.")
        .register(registry);
    cuts.forEach((reason, count) ->
        counter("losslessd.http.connections.cut", count)
            .description("Connections that the server closed before the client was done.")
            .tag("reason", reason)
            .register(registry));
  }

  /**
   * Sources that showed too many wrong tokens in a row.
   *
   * @param lockouts how often one was locked out
   * @param now how many are locked out
   */
  public void locksOut(LongSupplier lockouts, LongSupplier now) {
    counter("losslessd.token.lockouts", lockouts)
        .description("Sources locked out for too many wrong tokens in a row.")
        .register(registry);
    Gauge.builder("losslessd.token.sources.locked.out", now::getAsLong)
        .description("Sources whose wrong tokens are refused at once now.")
        .register(registry);
  }

  /**
   * How the config file was last read.
   *
   * @param inForce whether the file as it was read last is in force
   * @param success when a file was last taken, Unix time; 0 where none was
   */
  public void reloads(BooleanSupplier inForce, LongSupplier success) {
    Gauge.builder("losslessd.config.last.reload.successful", () -> inForce.getAsBoolean() ? 1 : 0)
        .description("1 while the config file as it was read last is in force.")
        .strongReference(true)
        .register(registry);
    Gauge.builder(
            "losslessd.config.last.reload.success.timestamp.seconds", () -> success.getAsLong())
        .description("When a config file was last taken, Unix time; 0 where none was.")
        .strongReference(true)
        .register(registry);
  }

  /**
   * Health of the daemon's own tasks.
   *
   * @param failures runs that ended in a failure of the daemon's own
   * @param late tasks that have not come to their end for long
   */
  public void supervises(LongSupplier failures, IntSupplier late) {
    counter("losslessd.task.failures", failures)
        .description("Runs of a task of the daemon that ended in a failure of its own.")
        .register(registry);
    Gauge.builder("losslessd.tasks.late", late::getAsInt)
        .description("Tasks of the daemon that have not come to their end for long.")
        .register(registry);
  }

  private FunctionCounter.Builder<LongSupplier> counter(String name, LongSupplier count) {
    counted.add(count);
    return FunctionCounter.builder(name, count, LongSupplier::getAsLong);
  }

  private void found(String by, LongSupplier count) {
    counter("losslessd.host.changes.found", count)
        .description("Changes of this host that made the daemon read its settings at once.")
        .tag("by", by)
        .register(registry);
  }

  /** Counts a commit that reached a state. */
  public void count(Commit commit) {
    reached(commit.state()).increment();
    deviceCommits.count(commit);
  }

  private Counter reached(String state) {
    return Counter.builder("losslessd.commits")
        .description("Commits that reached a state.")
        .tag("state", state)
        .register(registry);
  }

  /**
   * @param outstanding how many commits are still to be taken back, by device
   */
  public void undoes(Supplier<Map<String, Integer>> outstanding) {
    undoes = outstanding;
  }

  /**
   * @param worked what people work on now
   */
  public void maintains(Supplier<List<Maintenance>> worked) {
    maintains = worked;
  }

  /**
   * @param ends Unix time in seconds when the certificate of a listener ends
   */
  public void certificates(Supplier<Map<String, Long>> ends) {
    certified = ends;
  }

  /**
   * Families whose series come and go. Each page collects values of its own for them: no page
   * changes what another one is being written from.
   */
  private List<Collector> changing(String version, Supplier<String> mode) {
    return List.of(
        () -> build(version, mode.get()),
        () ->
            gauge(
                "losslessd_undo_outstanding",
                "Commits that are still to be taken back on this device.",
                "device",
                undoes.get()),
        () ->
            gauge(
                "losslessd_tls_certificate_not_after_seconds",
                "When the certificate of this listener, or another of its chain, ends; Unix time.",
                "listener",
                certified.get()),
        this::maintenance,
        () ->
            gauge(
                "losslessd_device_commit_timestamp_seconds",
                "When a commit of this agent last worked on the device; now, while one is open.",
                "device",
                deviceCommits.latest()));
  }

  private static InfoSnapshot build(String version, String mode) {
    return InfoSnapshot.builder()
        .name("losslessd_build_info")
        .help("Version and mode; always 1.")
        .dataPoint(
            InfoSnapshot.InfoDataPointSnapshot.builder()
                .labels(Labels.of("mode", mode, "version", version))
                .build())
        .build();
  }

  private static GaugeSnapshot gauge(
      String name, String help, String label, Map<String, ? extends Number> by) {
    GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
    by.forEach((value, number) -> family.dataPoint(point(number, label, value)));
    return family.build();
  }

  /** A device as a whole has no port: an empty label is none. */
  private GaugeSnapshot maintenance() {
    GaugeSnapshot.Builder family =
        GaugeSnapshot.builder()
            .name("losslessd_maintenance")
            .help(
                "Until when people work on this device, or on this port of it; Unix time. Not there"
                    + " where nobody does.");
    for (Maintenance one : maintains.get()) {
      String port = one.target() instanceof Target.Port on ? on.id().name() : "";
      String device = one.target().device().name();
      family.dataPoint(point(one.until().at().getEpochSecond(), "device", device, "port", port));
    }
    return family.build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(Number value, String... labels) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder()
        .value(value.doubleValue())
        .labels(Labels.of(labels))
        .build();
  }

  /**
   * All of them; OpenMetrics ends the page. Not for a virtual thread: there a BufferedWriter begins
   * with 512 characters and grows by each one that it is given, 4 MB of copies for a page.
   */
  public byte[] page(PageFormat format) {
    ByteArrayOutputStream page = new ByteArrayOutputStream(ROOM);
    try {
      registry.scrape(page, format.contentType());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page.toByteArray();
  }
}
