package dev.losslessd.jobs;

import dev.losslessd.jobs.NcclReport.Variable;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Variables that NCCL says it took from the environment, each judged. */
final class OverrideTable {
  private final List<Variable> rows = new ArrayList<>();

  OverrideTable(SeenSettings settings, SeenNetworks networks, JobHost host) {
    boolean plugin =
        networks.byProcess().keySet().stream()
            .anyMatch(name -> NetworkKind.of(name) == NetworkKind.PLUGIN);
    settings
        .overrides()
        .forEach((name, values) ->
            rows.add(
                plugin && name.equals("NCCL_IB_DISABLE")
                    ? new Variable(
                        name,
                        List.copyOf(values.names()),
                        Verdict.OK,
                        "of NCCL's own verbs; this job used a plug-in's network")
                    : row(name, values, host)));
    settings
        .invalid()
        .entries()
        .forEach(one ->
            rows.add(
                new Variable(
                    one.getKey().substring(0, one.getKey().indexOf('=')),
                    List.of(one.getKey().substring(one.getKey().indexOf('=') + 1)),
                    Verdict.BROKEN,
                    "no number: NCCL took its default")));
  }

  /** The worst of its values decides. */
  private static Variable row(String name, Tally values, JobHost host) {
    EnvCheck.Judged worst = null;
    for (String value : values.names()) {
      EnvCheck.Judged one = EnvCheck.judged(name, value, host);
      if (worst == null || one.verdict().compareTo(worst.verdict()) > 0) {
        worst = one;
      }
    }
    List<String> all = List.copyOf(values.names());
    return worst == null
        ? new Variable(name, all, Verdict.UNKNOWN, "")
        : new Variable(
            name,
            all,
            worst.verdict(),
            worst.message() + (worst.advice().isEmpty() ? "" : ": " + worst.advice()));
  }

  List<Variable> rows() {
    return rows;
  }

  List<Check> checks() {
    List<String> wrong =
        rows.stream()
            .filter(row -> row.verdict() == Verdict.BROKEN)
            .map(row -> row.name() + "=" + String.join("|", row.values()))
            .toList();
    List<String> mixed =
        rows.stream().filter(row -> row.values().size() > 1).map(Variable::name).toList();
    List<Check> checks = new ArrayList<>();
    if (!wrong.isEmpty()) {
      checks.add(
          Check.finding(
              "overrides", String.join(", ", wrong), "see the table of variables for each"));
    } else if (!rows.isEmpty()) {
      checks.add(Check.ok("overrides", "none that is known as wrong, of " + rows.size()));
    }
    if (!mixed.isEmpty()) {
      checks.add(
          Check.unknown(
              "same-everywhere",
              "ranks differ in " + String.join(", ", mixed),
              "differences are right only where hosts differ"));
    }
    return checks;
  }
}
