package dev.losslessd.checks;

import dev.losslessd.model.Verdict;
import java.util.Collection;

/**
 * The answer of a check for one subject.
 *
 * @param subject netdev of a port, PCI address of a GPU; empty for the whole host
 */
public record CheckResult(HostCheck check, String subject, Answer answer) {
  static CheckResult ofHost(HostCheck check, Answer answer) {
    return new CheckResult(check, "", answer);
  }

  /** Not if any is, else unknown if any is or there is none at all. */
  public static Verdict worst(Collection<CheckResult> results) {
    return results.isEmpty()
        ? Verdict.UNKNOWN
        : Verdict.worst(results.stream().map(one -> one.answer().verdict()));
  }

  public boolean isUnknown() {
    return answer instanceof Answer.Unknown;
  }
}
