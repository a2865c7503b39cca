package dev.losslessd.cli;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.cli.LocalVerbs.HostAnswers;
import dev.losslessd.model.Verdict.Words;
import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Answers about a host, as a table and as a document. */
final class CheckView {
  /** Subjects of one answer that are shown by name. */
  private static final int NAMED = 3;

  private CheckView() {}

  /**
   * @param lack why the daemon did not help; empty where it did
   */
  static void print(Screen screen, HostAnswers judged, Gate gate, String lack) {
    List<CheckResult> all = judged.results();
    screen.document(document(judged, gate, lack));
    screen.line("Host " + judged.host() + ", as this process sees it.");
    List<CheckResult> shown =
        gate.closes() ? all.stream().filter(gate::asks).filter(one -> !isOk(one)).toList() : all;
    screen.table(table(shown), summary(all, gate));
    if (!shown.isEmpty()) {
      screen.line("");
      screen.line(summary(all, gate));
    }
    judged.unmatched().ifPresent(screen::line);
    judged.leftOut().forEach((name, why) -> screen.line("Left out: " + name + " " + why + "."));
    if (!lack.isEmpty()) {
      screen.line("Asked without the daemon: " + lack);
    }
  }

  private static String summary(List<CheckResult> all, Gate gate) {
    List<CheckResult> asked = all.stream().filter(gate::asks).toList();
    long ok = asked.stream().filter(CheckView::isOk).count();
    long unknown = asked.stream().filter(CheckResult::isUnknown).count();
    return "Ready: %s. %d answers are ok, %d are not, %d are unknown."
        .formatted(
            new Words("yes", "no", "unknown").of(gate.answer(all)),
            ok,
            asked.size() - ok - unknown,
            unknown);
  }

  private static boolean isOk(CheckResult one) {
    return one.answer() instanceof Answer.Ok;
  }

  /** Subjects with the same answer are one row. */
  private static Table table(List<CheckResult> shown) {
    Map<List<Object>, List<CheckResult>> rows =
        shown.stream()
            .collect(
                Collectors.groupingBy(
                    one -> List.of(one.check(), isOk(one) ? "ok" : one.answer()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    Table table = new Table("CHECK", "WHERE", "ANSWER", "WHAT").wrap(3);
    for (List<CheckResult> same : rows.values()) {
      CheckResult first = same.getFirst();
      table.row(
          NcclLogView.paint(first.answer().verdict()),
          first.check().word(),
          where(same),
          first.answer().word(),
          what(same));
      if (first.answer() instanceof Answer.Not not) {
        table.heading(Table.Cell.plain("  -> " + not.advice()));
      }
    }
    return table;
  }

  private static String where(List<CheckResult> same) {
    if (same.getFirst().subject().isEmpty()) {
      return "host";
    }
    return same.size() > NAMED
        ? same.size() + " of them"
        : String.join(",", same.stream().map(CheckResult::subject).toList());
  }

  private static String what(List<CheckResult> same) {
    return switch (same.getFirst().answer()) {
      case Answer.Ok ok -> values(same);
      case Answer.Not not -> not.value() + "; expected " + not.expected();
      case Answer.Unknown unknown -> unknown.why();
    };
  }

  private static String values(List<CheckResult> same) {
    List<String> values = new ArrayList<>(new LinkedHashSet<>(valuesOf(same)));
    return values.size() > NAMED
        ? String.join("; ", values.subList(0, NAMED)) + "; and more"
        : String.join("; ", values);
  }

  private static List<String> valuesOf(List<CheckResult> same) {
    List<String> values = new ArrayList<>();
    for (CheckResult one : same) {
      if (one.answer() instanceof Answer.Ok ok) {
        values.add(ok.value());
      }
    }
    return values;
  }

  private static Fields document(HostAnswers judged, Gate gate, String lack) {
    List<CheckResult> all = judged.results();
    return new Fields()
        .with("host", judged.host())
        .with("leftOut", judged.leftOut())
        .with("unmatched", judged.unmatched())
        .with("answer", Words.ANSWER.of(gate.answer(all)))
        .with("daemon", lack.isEmpty() ? "answered" : lack)
        .with("checks", all.stream().map(one -> item(one, gate)).toList());
  }

  private static Fields item(CheckResult one, Gate gate) {
    return one.answer()
        .to(
            new Fields()
                .with("check", one.check().word())
                .withText("subject", one.subject())
                .with("required", gate.asks(one)));
  }
}
