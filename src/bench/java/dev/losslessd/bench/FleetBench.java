package dev.losslessd.bench;

import dev.losslessd.app.FleetPages;
import dev.losslessd.metrics.Dashboards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code bench fleet}: a real Prometheus over an hour of so many hosts, eight NICs each, at 30 s:
 * what each rule takes at the end of the hour, and what each query of each board takes over all of
 * it. The series are those that boards and rules read.
 */
final class FleetBench {
  private static final int LEAVES = 8;
  private static final double GIB = 1L << 30;

  /** A third of the interval between two evaluations. */
  private static final double RULES_SECONDS = 10;

  private static final double QUERY_SECONDS = 5;
  private static final double MEMORY_GIB = 8;

  /** Begins half an hour after a bound of two hours, at which blocks end. */
  private static final FleetText.Times HOUR = new FleetText.Times(1_767_225_600L + 1800, 120, 30);

  private final Path folder;
  private final Report report = new Report("fleet");
  private final Map<String, Object> figures = new TreeMap<>();
  private boolean held = true;

  FleetBench(Path folder) {
    this.folder = folder;
  }

  /** One query of a rule or a panel. */
  private record Asked(String where, String name, FleetPrometheus.Cost cost) {}

  /**
   * Blocks so far: the next size adds hosts to them, and another run uses them again.
   *
   * @param hosts number of them
   */
  private record Made(int hosts, FleetBlocks.Cost cost) {}

  /** Whether the budgets hold at every size, in rising order. */
  boolean run(List<Integer> sizes) throws IOException {
    Set<String> families = FleetQueries.families();
    Path own = Files.createDirectories(folder.resolve("fleet-%08x".formatted(families.hashCode())));
    for (int hosts : sizes) {
      FleetBlocks.Cost cost = made(hosts, own, families);
      figures.put("hosts_" + hosts, size(hosts, own, cost));
      report.write(folder, figures);
    }
    return held;
  }

  private static FleetBlocks.Cost made(int hosts, Path own, Set<String> families)
      throws IOException {
    Path file = own.resolve("made.json");
    Made made =
        Files.exists(file)
            ? JsonMapper.shared().readValue(Files.readString(file), Made.class)
            : new Made(0, FleetBlocks.Cost.NONE);
    if (made.hosts() > hosts) {
      throw new IllegalArgumentException(
          own + " has " + made.hosts() + " hosts: remove it for fewer, " + hosts);
    }
    if (made.hosts() == hosts) {
      return made.cost();
    }
    FleetBlocks.Cost cost = made.cost().and(blocks(families).add(made.hosts(), hosts, own));
    Files.writeString(file, JsonMapper.shared().writeValueAsString(new Made(hosts, cost)));
    return cost;
  }

  private static FleetBlocks blocks(Set<String> families) throws IOException {
    Path place = Files.createTempDirectory("losslessd-bench"); // short, as sockets' names are
    try {
      FleetPages pages = FleetPages.of(LEAVES, place);
      return new FleetBlocks(
          new FleetText(pages.well(), families), new FleetText(pages.drifting(), families), HOUR);
    } finally {
      NicTree.delete(place);
    }
  }

  private Map<String, Object> size(int hosts, Path own, FleetBlocks.Cost cost) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    report.line("hosts", "%d, %d series, 1 h at 30 s".formatted(hosts, cost.series()));
    report.line(
        "  promtool",
        "%.0f s for %.1f GiB of text, at most %.2f GiB, %.2f without the file"
            .formatted(
                cost.seconds(),
                cost.textBytes() / GIB,
                cost.peakBytes() / GIB,
                cost.ownPeakBytes() / GIB));
    all.put("series", cost.series());
    all.put("promtool_seconds", cost.seconds());
    all.put("promtool_peak_bytes", cost.peakBytes());
    all.put("promtool_own_peak_bytes", cost.ownPeakBytes());
    try (FleetPrometheus prometheus = new FleetPrometheus(own)) {
      prometheus.merged();
      memory("merging", prometheus, all);
    }
    all.put("block_bytes", FleetBlocks.bytes(own.resolve("data")));
    try (FleetPrometheus prometheus = new FleetPrometheus(own)) {
      rules(prometheus, all);
      boards(prometheus, all);
      memory("asking", prometheus, all);
    }
    report.line("  blocks", "%.2f GiB".formatted(FleetBlocks.bytes(own.resolve("data")) / GIB));
    return all;
  }

  private void memory(String doing, FleetPrometheus prometheus, Map<String, Object> all) {
    double peak = prometheus.meter().peakBytes() / GIB;
    report.line("  memory, " + doing, "at most %.2f GiB".formatted(peak));
    all.put("peak_gib_" + doing, peak);
    held &= peak <= MEMORY_GIB;
  }

  /** Each twice: the first one reads what no query has read yet. */
  private void rules(FleetPrometheus prometheus, Map<String, Object> all) {
    List<Asked> asked = new ArrayList<>();
    for (FleetPrometheus.Rule rule : prometheus.rules()) {
      var _ = prometheus.at(rule.expression(), HOUR.end());
      asked.add(new Asked("", rule.name(), prometheus.at(rule.expression(), HOUR.end())));
    }
    double seconds = told("rules", asked, all);
    held &= seconds <= RULES_SECONDS;
  }

  private void boards(FleetPrometheus prometheus, Map<String, Object> all) {
    Map<String, List<Asked>> boards = new TreeMap<>();
    for (Dashboards.Query query : Dashboards.queries(FleetQueries.RATE_INTERVAL)) {
      FleetPrometheus.Cost cost =
          query.instant()
              ? prometheus.at(query.expression(), HOUR.end())
              : prometheus.over(query.expression(), HOUR);
      boards
          .computeIfAbsent(query.dashboard(), _ -> new ArrayList<>())
          .add(new Asked(query.dashboard(), query.panel(), cost));
      held &= cost.refused().isEmpty() && cost.seconds() <= QUERY_SECONDS;
    }
    boards.forEach((board, asked) -> told(board, asked, all));
  }

  /** Prints the sum and the five that take longest. */
  private double told(String name, List<Asked> asked, Map<String, Object> all) {
    double seconds = asked.stream().mapToDouble(one -> one.cost().seconds()).sum();
    double cpu = asked.stream().mapToDouble(one -> one.cost().cpuSeconds()).sum();
    report.line(
        "  " + name, "%d queries: %.1f s, %.1f s of CPU".formatted(asked.size(), seconds, cpu));
    List<Asked> slowest =
        asked.stream()
            .sorted(Comparator.comparingDouble((Asked one) -> one.cost().seconds()).reversed())
            .toList();
    slowest.stream()
        .filter(one -> slowest.indexOf(one) < 5 || !one.cost().refused().isEmpty())
        .forEach(one -> report.line("    " + one.name(), text(one.cost())));
    all.put(name, slowest);
    all.put(name + "_seconds", seconds);
    all.put(name + "_cpu_seconds", cpu);
    return seconds;
  }

  private static String text(FleetPrometheus.Cost cost) {
    return "%.2f s, %.2f s of CPU, %d series, %.1f million samples %s"
        .formatted(
            cost.seconds(),
            cost.cpuSeconds(),
            cost.series(),
            cost.peakSamples() / 1e6,
            cost.refused());
  }
}
