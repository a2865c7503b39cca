package dev.losslessd.cli;

import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which checks decide, and by which exit code.
 *
 * @param closes whether an unknown answer counts as well
 */
record Gate(boolean closes, Set<HostCheck> required) {
  private static final String ALL = "all";

  /**
   * @param require names; empty for the usual choice
   * @throws CliException a name is none of a check
   */
  static Gate of(boolean gate, List<String> require, List<String> ignore) {
    if (!gate && !(require.isEmpty() && ignore.isEmpty())) {
      throw CliException.usage("--require and --ignore need --gate");
    }
    EnumSet<HostCheck> required = EnumSet.noneOf(HostCheck.class);
    if (require.isEmpty()) {
      Arrays.stream(HostCheck.values()).filter(one -> !gate || one.gates()).forEach(required::add);
    }
    require.forEach(name -> required.addAll(named("--require", name)));
    ignore.forEach(name -> required.removeAll(named("--ignore", name)));
    if (required.isEmpty()) {
      throw CliException.usage("the gate asks nothing: --ignore leaves no check");
    }
    return new Gate(gate, required);
  }

  private static Set<HostCheck> named(String option, String name) {
    if (name.equals(ALL)) {
      return EnumSet.allOf(HostCheck.class);
    }
    return Set.of(
        Worded.find(HostCheck.class, name)
            .orElseThrow(() ->
                CliException.usage(
                    "%s %s: no such check, expected all or some of %s"
                        .formatted(option, name, String.join(",", Worded.all(HostCheck.class))))));
  }

  boolean asks(CheckResult one) {
    return required.contains(one.check());
  }

  /** The answer of all that it asks. */
  Verdict answer(List<CheckResult> all) {
    return CheckResult.worst(all.stream().filter(this::asks).toList());
  }

  int exitCode(List<CheckResult> all) {
    return switch (answer(all)) {
      case OK -> ExitCode.OK;
      case BROKEN -> ExitCode.FINDING;
      case UNKNOWN -> closes ? ExitCode.DEVICE : ExitCode.OK;
    };
  }
}
