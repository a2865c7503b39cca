package dev.losslessd.checks;

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
  public static String worst(Collection<CheckResult> results) {
    boolean not = results.stream().anyMatch(one -> one.answer() instanceof Answer.Not);
    boolean unknown = results.isEmpty() || results.stream().anyMatch(CheckResult::isUnknown);
    return not ? "not" : unknown ? "unknown" : "ok";
  }

  public boolean isUnknown() {
    return answer instanceof Answer.Unknown;
  }
}
