package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.metrics.Dashboards;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A real Prometheus scrapes the daemon while a fabric works, jams and is tampered with; then every
 * panel and every alert asks it. {@code -Dscrape.seconds=120} for longer.
 */
@SystemGroup
class PrometheusTest {
  private static final Path RESULTS = Path.of("target/dashboards");
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String OTHER = "gpu01:ens2f0np0";
  private static final Pattern SELECTOR =
      Pattern.compile("\\b(?:roce|losslessd)_[a-z_]+(?:\\{[^}]*\\})?");

  /** Series that are there only in a state that this fabric is not in, or that come yet. */
  private static final Pattern RARE = Pattern.compile("roce_findings\\{.*");

  /** RoCE settings of a leaf, with a watchdog over its lossless queue. */
  private static final String LEAF =
      LinkTest.ROCE
          + " ; mtu 9216 ; priority-flow-control mode on"
          + " ; priority-flow-control watch-dog-interval on ; exit"
          + " ; priority-flow-control watch-dog-interval on";

  @TempDir private Path folder;

  @Test
  @Timeout(420)
  void everyPanelAndEveryAlertFindsItsSeries() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      String config = Files.readString(fixture.config).replace("nics: {", "nics: { expect: 2,");
      Files.writeString(fixture.config, config + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.add("leaf2", "lldp");
      Counting counting = new Counting(fixture, NIC, OTHER);
      fixture.start();
      try (RealPrometheus prometheus =
          new RealPrometheus(folder.resolve("prometheus"), fixture.port())) {
        trouble(fixture);
        watch(prometheus, Duration.ofSeconds(Integer.getInteger("scrape.seconds", 40)), counting);
        waits(fixture, prometheus);
        panels(prometheus);
        ManyAgents.check(prometheus);
        alerts(prometheus);
        noGap(prometheus);
        counting.check(prometheus);
        ForeignPanels.check(prometheus);
      }
    }
  }

  /** A good link with a slow host, a bad one that somebody tampered with, load and drops. */
  static void trouble(DaemonFixture fixture) {
    fixture.tell("foreign leaf1 " + LEAF);
    fixture.tell("foreign leaf2 " + LEAF);
    DaemonFixture.await(
        () -> fixture.type("set", NIC, "pfc", "3", "--while-busy", "--dry-run").code() == 0,
        "the leaf's PFC is not seen");
    set(fixture, NIC, "pfc", "3");
    set(fixture, NIC, "dscp", "26=3");
    // no PFC there: a ConnectX counts 802.3x pause only without it
    set(fixture, OTHER, "dscp", "46=5");
    fixture.tell("load 70");
    fixture.tell("slow " + NIC + " 30 600");
    fixture.tell("foreign " + OTHER + " app 46:2");
    fixture.tell("drop " + OTHER + " 3 500");
    DaemonFixture.await(
        () -> fixture.get("/metrics").body().contains("roce_config_drift{"), "no drift is seen");
    type(fixture, "maintenance", "leaf2", "--for", "1h", "--reason", "optics");
  }

  /** A commit that nobody confirms while the panels ask. */
  static void waits(DaemonFixture fixture, RealPrometheus prometheus) {
    type(fixture, "set", NIC, "roce-tos", "104", "--while-busy", "--yes");
    DaemonFixture.await(
        () ->
            !prometheus
                .query("losslessd_commit_deadline_timestamp_seconds{job=\"losslessd\"}")
                .isEmpty(),
        "no commit waits");
  }

  private static void set(DaemonFixture fixture, String port, String setting, String value) {
    type(fixture, "set", port, setting, value, "--while-busy", "--confirm", "--yes");
  }

  private static void type(DaemonFixture fixture, String... words) {
    DaemonFixture.Typed typed = fixture.type(words);
    assertThat(typed.code()).as(typed.text()).isZero();
  }

  /** Counts on for this time, and waits until Prometheus has scraped the results. */
  private static void watch(RealPrometheus prometheus, Duration time, Counting counting) {
    long from = System.nanoTime();
    while (System.nanoTime() - from < time.toNanos()) {
      LockSupport.parkNanos(200_000_000);
      counting.step((double) (System.nanoTime() - from) / time.toNanos());
    }
    DaemonFixture.await(
        () -> !prometheus.query("roce_priority_marked_packets_total{end=\"switch\"}").isEmpty(),
        "the queues of the switches are not told");
    DaemonFixture.await(
        () -> !prometheus.query("increase(roce_pfc_watchdog_restores_total[20s])").isEmpty(),
        "the watchdog is not told");
  }

  private static void panels(RealPrometheus prometheus) throws Exception {
    Files.createDirectories(RESULTS);
    List<String> table = new ArrayList<>();
    List<String> empty = new ArrayList<>();
    Set<String> drawn = new TreeSet<>();
    for (Dashboards.Query query : Dashboards.queries("20s")) {
      JsonNode now = prometheus.query(query.expression());
      String name = query.dashboard() + " / " + query.panel();
      table.add(name + " -> " + now.size() + " series: " + query.expression());
      if (now.isEmpty()) {
        empty.add(name + ": " + query.expression());
      } else if (!query.instant() && drawn.add(name)) {
        JsonNode lines = prometheus.range(query.expression(), Duration.ofSeconds(60));
        String file = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        Files.writeString(
            RESULTS.resolve(file + ".svg"), Drawing.of(query.panel(), query.unit(), lines));
      }
    }
    Files.write(RESULTS.resolve("panels.txt"), table);
    assertThat(empty).as("panels that find nothing").isEmpty();
  }

  /** An alert's own expression is empty while all is well; what it looks at must be there. */
  private static void alerts(RealPrometheus prometheus) throws Exception {
    List<String> empty = new ArrayList<>();
    Matcher selector = SELECTOR.matcher(Files.readString(Path.of("config/alerts.yaml")));
    Set<String> all = new TreeSet<>();
    while (selector.find()) {
      all.add(selector.group());
    }
    for (String one : all) {
      if (!RARE.matcher(one).matches()
          && prometheus.query("last_over_time(" + one + "[30s])").isEmpty()) {
        empty.add(one);
      }
    }
    assertThat(empty).as("selectors of alerts that find nothing").isEmpty();
  }

  /** As many samples as scrapes, of a series that was there all the time. */
  private static void noGap(RealPrometheus prometheus) {
    // in one query: another one would look at another moment
    JsonNode missed =
        prometheus.query(
            "count_over_time(up{job=\"losslessd\"}[30s]) - on(instance, job)"
                + " count_over_time(roce_target_up{port=\"ens1f0np0\"}[30s])");
    assertThat(missed.get(0).path("value").get(1).asString()).isEqualTo("0");
    assertThat(prometheus.query("min_over_time(up{job=\"losslessd\"}[30s]) < 1"))
        .as("a scrape failed")
        .isEmpty();
    assertThat(prometheus.query("min_over_time(up[30s])")).as("targets").hasSize(10);
    for (String bad : List.of("out_of_order", "duplicate_timestamp", "out_of_bounds")) {
      assertThat(prometheus.own("prometheus_target_scrapes_sample_" + bad + "_total"))
          .as(bad)
          .isZero();
    }
  }
}
