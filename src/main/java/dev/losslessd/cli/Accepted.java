package dev.losslessd.cli;

import dev.losslessd.model.PlanRule;
import dev.losslessd.text.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Harm that the operator takes upon himself; the same words for planning and writing. */
final class Accepted {
  @Option(names = "--while-busy", description = "Accept that running RDMA traffic is disturbed.")
  private boolean whileBusy;

  @Option(names = "--accept-scope", description = "Accept that ports of others change too.")
  private boolean acceptScope;

  @Option(
      names = "--waive",
      paramLabel = "RULE=REASON",
      description = "Let this rule not refuse; the reason is kept.")
  private final Map<String, String> waived = new LinkedHashMap<>();

  /** The fields of a request body. */
  Fields body() {
    return new Fields()
        .withAny("whileBusy", whileBusy)
        .withAny("acceptScope", acceptScope)
        .withAny("waive", waived.isEmpty() ? null : checked());
  }

  private Map<String, String> checked() {
    waived.forEach((rule, reason) -> {
      PlanRule.whyNotWaivable(rule)
          .ifPresent(why -> {
            throw CliException.usage("--waive " + why);
          });
      if (reason.isBlank()) {
        throw CliException.usage("--waive " + rule + " has no reason, expected RULE=REASON");
      }
    });
    return new LinkedHashMap<>(waived);
  }
}
