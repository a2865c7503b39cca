package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.watch.DriftBook.Fact;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Findings where people work: reported as maintenance, without an alarm. Pure. */
public final class InMaintenance {
  private InMaintenance() {}

  /**
   * The findings; those about what is in maintenance as such, and as no more than information.
   *
   * @param worked what people work on now
   */
  public static List<Finding> told(List<Finding> findings, List<Maintenance> worked) {
    return findings.stream()
        .map(finding -> about(finding, worked).map(one -> told(finding, one)).orElse(finding))
        .toList();
  }

  /** Differences on targets outside of maintenance. */
  public static List<Fact> elsewhere(List<Fact> facts, List<Maintenance> worked) {
    return facts.stream()
        .filter(fact -> worked.stream().noneMatch(one -> one.covers(fact.key().target())))
        .toList();
  }

  /** The finding as one about what is in maintenance. */
  public static Finding told(Finding finding, Maintenance one) {
    return finding
        .as(Finding.Severity.INFO)
        .saying(
            "in maintenance until %s (%s): %s"
                .formatted(one.until().at(), one.reason(), finding.message()));
  }

  /** A subject names a device, a port, a setting of one of them, or a link by both its ports. */
  private static Optional<Maintenance> about(Finding finding, List<Maintenance> worked) {
    List<String> words = Arrays.asList(finding.subject().split(" "));
    return worked.stream()
        .filter(one -> words.stream().anyMatch(word -> names(word, one)))
        .findFirst();
  }

  private static boolean names(String word, Maintenance one) {
    return word.equals(one.target().text()) || port(word).filter(one::covers).isPresent();
  }

  private static Optional<Target> port(String word) {
    try {
      return word.indexOf(':') < 0
          ? Optional.empty()
          : Optional.of(Target.port(PortId.parse(word)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
