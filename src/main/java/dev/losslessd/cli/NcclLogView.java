package dev.losslessd.cli;

import static java.util.stream.Collectors.joining;

import dev.losslessd.jobs.Check;
import dev.losslessd.jobs.NcclReport;
import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import java.util.List;

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
          Shown.dash(check.advice()));
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
    return "NCCL version %s, ranks %s, hosts in the log %s%s"
        .formatted(
            version,
            ranks,
            report.hosts().size(),
            report.hosts().size() < NcclReport.MOST_HOSTS ? "" : " or more");
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
          path.network().equals("Socket") ? "-" : String.valueOf(path.gpuDirect()),
          path.network().equals("Socket") || path.channelsWithoutGpuDirect().isEmpty()
              ? "-"
              : "channels "
                  + path.channelsWithoutGpuDirect().stream()
                      .map(String::valueOf)
                      .collect(joining(",")));
    }
    return table;
  }

  private static Table overrides(NcclReport report) {
    Table table = new Table("NAME", "VALUE", "VERDICT", "WHY").wrap(1, 3);
    for (NcclReport.Variable one : report.overrides()) {
      table.row(
          paint(one.verdict()),
          one.name(),
          String.join(" | ", one.values()),
          Check.word(one.verdict()),
          one.message());
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
          Shown.dash(one.time()),
          Shown.dash(one.host()),
          Shown.dash(one.peerHost().isEmpty() ? one.peer() : one.peerHost()),
          one.status() + " " + one.meaning() + ", vendor error " + vendor(one),
          end(one.hca(), one.localGid(), one.localPort()),
          end("", one.remoteGid(), one.remotePort()),
          word(one.role()),
          one.why()
              + (one.findings().isEmpty() ? "" : "; now: " + String.join("; ", one.findings())));
    }
    return table;
  }

  private static String vendor(Fault one) {
    return one.vendorError() < 0 ? "unknown" : String.valueOf(one.vendorError());
  }

  private static String end(String hca, String gid, String port) {
    String text = (hca + " " + (port.isEmpty() ? gid : port)).strip();
    return Shown.dash(text);
  }

  private static Table warnings(NcclReport report) {
    Table table = new Table("COUNT", "WARNING").alignRight(0).wrap(1);
    report.warnings().stream()
        .limit(MOST_ROWS)
        .forEach(one -> table.row(String.valueOf(one.count()), one.message()));
    return table;
  }

  private static Fields document(NcclReport report, String lack) {
    return new Fields()
        .with("versions", report.versions())
        .with("ranks", report.ranks() == 0 ? null : report.ranks())
        .with("hosts", report.hosts())
        .with("lines", report.lines())
        .with("messages", report.messages())
        .with("checks", report.checks().stream().map(one -> judged(one, one.verdict())).toList())
        .with(
            "connections",
            report.paths().stream().map(one -> Fields.of(one).emptyAsNull()).toList())
        .with(
            "overrides",
            report.overrides().stream().map(one -> judged(one, one.verdict())).toList())
        .with("errorCount", report.errorCount())
        .with("errors", report.errors().stream().map(NcclLogView::fault).toList())
        .with("warnings", report.warnings().stream().map(Fields::of).toList())
        .with("daemon", lack.isEmpty() ? "answered" : lack);
  }

  /** Members of what was judged. */
  static Fields judged(Record one, Verdict verdict) {
    return Fields.of(one).emptyAsNull().with("verdict", Check.word(verdict));
  }

  private static Fields fault(Fault one) {
    return Fields.of(one)
        .emptyAsNull()
        .with("vendorError", one.vendorError() < 0 ? null : one.vendorError());
  }
}
