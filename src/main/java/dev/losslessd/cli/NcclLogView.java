package dev.losslessd.cli;

import dev.losslessd.jobs.Check;
import dev.losslessd.jobs.NcclReport;
import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Worded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A verdict on a log of NCCL, as tables and as a document. */
final class NcclLogView {
  /** Errors in a table; the document has them all. */
  private static final int MOST_ROWS = 20;

  /** Devices of hosts in a table; the document has them all. */
  private static final int MOST_PATHS = 512;

  private NcclLogView() {}

  /**
   * @param lack why the daemon did not help; empty where it did
   */
  static void print(Screen screen, NcclReport report, String lack) {
    screen.document(document(report, lack));
    screen.line(head(report));
    screen.table(checks(report.checks()));
    section(screen, pathsTitle(report), paths(report));
    section(screen, "Variables that NCCL took", overrides(report));
    section(screen, errorsTitle(report), errors(report));
    section(screen, "Other warnings", warnings(report));
    if (!lack.isEmpty()) {
      screen.line("");
      screen.line("Ports of this host are not known: " + lack);
    }
  }

  static Table checks(List<Check> checks) {
    Table table = new Table("CHECK", "VERDICT", "WHAT", "ADVICE").wrap(2, 3);
    for (Check check : checks) {
      table.row(
          paint(check.verdict()),
          check.name(),
          Check.word(check.verdict()),
          check.message(),
          check.advice().isEmpty() ? "-" : check.advice());
    }
    return table;
  }

  static Paint paint(Verdict verdict) {
    return switch (verdict) {
      case OK -> Paint.PLAIN;
      case BROKEN -> Paint.BAD;
      case UNKNOWN -> Paint.CHANGE;
    };
  }

  static String word(Enum<?> value) {
    return Worded.of(value);
  }

  private static String head(NcclReport report) {
    String version = report.versions().isEmpty() ? "unknown" : String.join(", ", report.versions());
    String ranks = report.ranks() == 0 ? "unknown" : String.valueOf(report.ranks());
    return "NCCL version "
        + version
        + ", ranks "
        + ranks
        + ", hosts in the log "
        + report.hosts().size()
        + (report.hosts().size() < NcclReport.MOST_HOSTS ? "" : " or more");
  }

  private static void section(Screen screen, String title, Table table) {
    if (!table.isEmpty()) {
      screen.line("");
      screen.line(title);
      screen.table(table);
    }
  }

  private static String pathsTitle(NcclReport report) {
    int all = report.paths().size();
    return "Connections between hosts"
        + (all > MOST_PATHS ? ": " + MOST_PATHS + " of " + all + " devices" : "");
  }

  private static Table paths(NcclReport report) {
    Table table =
        new Table("HOST", "NETWORK", "DEVICE", "CHANNELS", "CONNECTIONS", "GPUDIRECT", "WITHOUT")
            .alignRight(3)
            .alignRight(4)
            .alignRight(5)
            .wrap(6)
            .least(6);
    for (NcclReport.Path path : report.paths().stream().limit(MOST_PATHS).toList()) {
      table.row(
          path.host(),
          path.network(),
          path.hca().isEmpty() ? String.valueOf(path.device()) : path.hca(),
          String.valueOf(path.channels()),
          String.valueOf(path.connections()),
          path.network().equals("Socket") ? "-" : String.valueOf(path.gdr()),
          path.network().equals("Socket") || path.withoutGdr().isEmpty()
              ? "-"
              : "channels " + String.join(",", texts(path.withoutGdr())));
    }
    return table;
  }

  private static List<String> texts(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).toList();
  }

  private static Table overrides(NcclReport report) {
    Table table = new Table("NAME", "VALUE", "VERDICT", "WHY").wrap(1, 3);
    for (NcclReport.Variable one : report.overrides()) {
      table.row(
          paint(one.verdict()),
          one.name(),
          String.join(" | ", one.values()),
          Check.word(one.verdict()),
          one.judgement());
    }
    return table;
  }

  private static String errorsTitle(NcclReport report) {
    int shown = Math.min(MOST_ROWS, report.errors().size());
    return "Completions with an error, first to last"
        + (report.errorCount() > shown ? ": " + shown + " of " + report.errorCount() : "");
  }

  private static Table errors(NcclReport report) {
    Table table =
        new Table("LINE", "TIME", "HOST", "PEER", "STATUS", "FROM", "TO", "ROLE", "WHY")
            .alignRight(0)
            .wrap(4, 8)
            .least(1, 5, 6);
    for (Fault one : report.errors().stream().limit(MOST_ROWS).toList()) {
      table.row(
          one.role() == NcclReport.Role.CAUSE ? Paint.BAD : Paint.PLAIN,
          String.valueOf(one.line()),
          dash(one.time()),
          dash(one.host()),
          dash(one.peerHost().isEmpty() ? one.peer() : one.peerHost()),
          one.status() + " " + one.meaning() + ", vendor error " + vendor(one),
          end(one.hca(), one.localGid(), one.localPort()),
          end("", one.remoteGid(), one.remotePort()),
          word(one.role()),
          one.why() + (one.found().isEmpty() ? "" : "; now: " + String.join("; ", one.found())));
    }
    return table;
  }

  private static String vendor(Fault one) {
    return one.vendorError() < 0 ? "unknown" : String.valueOf(one.vendorError());
  }

  private static String end(String hca, String gid, String port) {
    String text = (hca + " " + (port.isEmpty() ? gid : port)).strip();
    return dash(text);
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static Table warnings(NcclReport report) {
    Table table = new Table("COUNT", "WARNING").alignRight(0).wrap(1);
    report.warnings().stream()
        .limit(MOST_ROWS)
        .forEach(one -> table.row(String.valueOf(one.count()), one.message()));
    return table;
  }

  private static Map<String, Object> document(NcclReport report, String lack) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("versions", report.versions());
    document.put("ranks", report.ranks() == 0 ? null : report.ranks());
    document.put("hosts", report.hosts());
    document.put("lines", report.lines());
    document.put("messages", report.messages());
    document.put("checks", report.checks().stream().map(NcclLogView::check).toList());
    document.put("connections", report.paths().stream().map(NcclLogView::path).toList());
    document.put("overrides", report.overrides().stream().map(NcclLogView::variable).toList());
    document.put("errorCount", report.errorCount());
    document.put("errors", report.errors().stream().map(NcclLogView::fault).toList());
    document.put(
        "warnings",
        report.warnings().stream()
            .map(one -> Map.of("message", one.message(), "count", one.count()))
            .toList());
    document.put("daemon", lack.isEmpty() ? "answered" : lack);
    return document;
  }

  private static Map<String, Object> check(Check check) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("name", check.name());
    item.put("verdict", Check.word(check.verdict()));
    item.put("message", check.message());
    item.put("advice", none(check.advice()));
    return item;
  }

  private static Map<String, Object> path(NcclReport.Path path) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("host", path.host());
    item.put("network", path.network());
    item.put("device", path.device());
    item.put("hca", none(path.hca()));
    item.put("channels", path.channels());
    item.put("connections", path.connections());
    item.put("gpuDirect", path.gdr());
    item.put("channelsWithoutGpuDirect", path.withoutGdr());
    return item;
  }

  private static Map<String, Object> variable(NcclReport.Variable one) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("name", one.name());
    item.put("values", one.values());
    item.put("verdict", Check.word(one.verdict()));
    item.put("message", none(one.judgement()));
    return item;
  }

  private static Map<String, Object> fault(Fault one) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("line", one.line());
    item.put("time", none(one.time()));
    item.put("host", none(one.host()));
    item.put("peer", none(one.peer()));
    item.put("peerHost", none(one.peerHost()));
    item.put("status", one.status());
    item.put("name", none(one.name()));
    item.put("meaning", one.meaning());
    item.put("vendorError", one.vendorError() < 0 ? null : one.vendorError());
    item.put("request", none(one.request()));
    item.put("hca", none(one.hca()));
    item.put("localGid", none(one.localGid()));
    item.put("localPort", none(one.localPort()));
    item.put("remoteGid", none(one.remoteGid()));
    item.put("remotePort", none(one.remotePort()));
    item.put("role", word(one.role()));
    item.put("why", one.why());
    item.put("advice", none(one.advice()));
    item.put("findings", one.found());
    return item;
  }

  private static @Nullable String none(String text) {
    return text.isEmpty() ? null : text;
  }
}
