package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Every expression of our boards, and of those of others that lie in a folder, asked of a real
 * Prometheus that scrapes a fabric with an ESXi host, optional counters, counters of queue pairs
 * and 802.3x pause. What finds nothing needs a reason in {@code boards.txt}. The folder is {@code
 * -Dboards=FOLDER}, else {@code ../shared/dashboards} where it is there.
 */
@SystemGroup
class ForeignBoardsTest {
  private static final Path RESULTS = Path.of("target/dashboards/boards.txt");
  private static final Path REASONS = Path.of("src/test/resources/profiles/boards.txt");
  private static final Path OURS = Path.of("dashboards");
  private static final Path THEIRS = Path.of(System.getProperty("boards", "../shared/dashboards"));

  private static final String NIC = "gpu01:ens1f0np0";
  private static final String OTHER = "gpu01:ens2f0np0";
  private static final String LABELS =
      "labels: { mlx5_0: { rail: 0 }, mlx5_1: { rail: 1 }, \"mlx5_*\": { rack: r12 } }, ";

  /** What became of the expressions of one board. */
  private static final class Tally {
    private int found;
    private final Map<String, Integer> empty = new TreeMap<>();
  }

  @TempDir private Path folder;

  private final Map<String, Tally> boards = new TreeMap<>();
  private final List<String> table = new ArrayList<>();
  private final List<String> unexplained = new ArrayList<>();
  private final Map<String, Boolean> there = new TreeMap<>();

  @Test
  @Timeout(420)
  void everyExpressionFindsSeriesOrHasAReason() throws Exception {
    List<SwitchSystem> leaves = List.of(SwitchSystem.NXOS, SwitchSystem.NXOS, SwitchSystem.ESXI);
    String links = "links: [ { a: \"leaf1:Ethernet1/5\", b: \"esx1:vmnic2\" } ]\n";
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", links + "switches:\n", leaves)) {
      label(fixture);
      fixture.add("leaf1", "lldp");
      fixture.add("leaf2", "lldp");
      fixture.add("esx1", "esxi", "lldp");
      fixture.tell("bind " + NIC + " on");
      fixture.start();
      try (RealPrometheus prometheus =
          new RealPrometheus(folder.resolve("prometheus"), fixture.port())) {
        everything(fixture);
        wait(prometheus);
        PrometheusTest.waits(fixture, prometheus);
        ask(prometheus);
      }
    }
    report();
    assertThat(unexplained).as("expressions that find nothing, without a reason").isEmpty();
  }

  private static void label(DaemonFixture fixture) throws IOException {
    String text = Files.readString(fixture.config);
    Files.writeString(fixture.config, text.replace("nics: { ", "nics: { expect: 2, " + LABELS));
  }

  /** Turns on all that a board may ask for. */
  private static void everything(DaemonFixture fixture) {
    for (String one : List.of(NIC, OTHER)) {
      set(
          fixture,
          one,
          "optional-counters",
          "cc_rx_ce_pkts,cc_rx_cnp_pkts,cc_tx_cnp_pkts,"
              + "rdma_rx_bytes,rdma_rx_packets,rdma_tx_bytes,rdma_tx_packets");
    }
    set(fixture, OTHER, "global-pause", "on");
    PrometheusTest.trouble(fixture);
    fixture.tell("count " + NIC + " local_ack_timeout_err 5");
  }

  private static void set(DaemonFixture fixture, String... words) {
    List<String> all = new ArrayList<>(List.of("set"));
    all.addAll(List.of(words));
    all.addAll(List.of("--while-busy", "--confirm", "--yes"));
    DaemonFixture.Typed typed = fixture.type(all.toArray(String[]::new));
    assertThat(typed.code()).as(typed.text()).isZero();
  }

  /** Waits for a second scrape of what comes last; which counters are on is looked up seldom. */
  private static void wait(RealPrometheus prometheus) {
    for (String last :
        List.of(
            "rate(rdma_qp_rx_bytes_total[20s])",
            "rate(rdma_optional_rx_bytes_total[20s])",
            "rate(esxi_pause_rx_phy[20s])",
            "rate(nexus_queue_tx_bytes[20s])",
            "increase(roce_pfc_watchdog_restores_total[20s])",
            "roce_priority_marked_packets_total{end=\"switch\"}",
            "roce_port_labels{label_rail=\"1\",label_rack=\"r12\"}")) {
      DaemonFixture.await(
          Duration.ofSeconds(90), () -> !prometheus.query(last).isEmpty(), "not told: " + last);
    }
  }

  private void ask(RealPrometheus prometheus) throws IOException {
    BoardReasons reasons = new BoardReasons(REASONS);
    List<Path> files = new ArrayList<>(boards(OURS));
    if (Files.isDirectory(THEIRS)) {
      files.addAll(boards(THEIRS));
    } else {
      table.add("no boards of others at " + THEIRS);
    }
    for (Path file : files) {
      String board = String.valueOf(file.getFileName()).replace(".json", "");
      Tally tally = new Tally();
      boards.put(board, tally);
      for (GrafanaBoard.Query query : GrafanaBoard.queries(file, prometheus)) {
        ask(prometheus, reasons, board, tally, query);
      }
    }
  }

  private static List<Path> boards(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private void ask(
      RealPrometheus prometheus,
      BoardReasons reasons,
      String board,
      Tally tally,
      GrafanaBoard.Query query) {
    JsonNode answer = prometheus.answer(query.expression());
    int found = answer.path("data").path("result").size();
    String line = board + " / " + query.panel() + ": " + query.expression().replaceAll("\\s+", " ");
    if (found > 0) {
      tally.found++;
      table.add(found + " series | " + line);
      return;
    }
    String why =
        answer.path("status").asString().equals("success")
            ? why(prometheus, reasons, query.expression())
            : "refused by Prometheus"
                + answer
                    .path("error")
                    .asString()
                    .replaceFirst("^.*parse error", "")
                    .replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "...");
    tally.empty.merge(why, 1, Integer::sum);
    table.add("empty: " + why + " | " + line);
    boolean ours = Files.exists(OURS.resolve(board + ".json"));
    if (why.startsWith("NO REASON") || (ours && why.startsWith("refused"))) {
      unexplained.add(why + " | " + line);
    }
  }

  private String why(RealPrometheus prometheus, BoardReasons reasons, String expression) {
    List<String> missing =
        BoardReasons.metrics(expression).stream()
            .filter(name -> !there.computeIfAbsent(name, one -> isThere(prometheus, one)))
            .toList();
    if (!missing.isEmpty()) {
      Optional<String> known =
          missing.stream().map(reasons::ofMetric).flatMap(Optional::stream).findFirst();
      return known.orElse("NO REASON, absent " + missing);
    }
    return reasons.ofExpression(expression).orElse("NO REASON, although its metrics are there");
  }

  private static boolean isThere(RealPrometheus prometheus, String name) {
    return !prometheus.query("last_over_time({__name__=\"" + name + "\"}[5m])").isEmpty();
  }

  private void report() throws IOException {
    List<String> all = new ArrayList<>();
    boards.forEach((board, tally) -> {
      int empty = tally.empty.values().stream().mapToInt(Integer::intValue).sum();
      all.add(
          "%s: %d expressions, %d with series".formatted(board, tally.found + empty, tally.found));
      tally.empty.forEach((why, count) -> all.add("  " + count + " empty: " + why));
    });
    all.add("");
    all.addAll(table);
    Files.createDirectories(RESULTS.getParent());
    Files.write(RESULTS, all);
  }
}
