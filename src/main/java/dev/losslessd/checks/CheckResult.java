package dev.losslessd.checks;

/**
 * The answer of a check for one subject.
 *
 * @param subject netdev of a port, PCI address of a GPU; empty for the whole host
 */
public record CheckResult(HostCheck check, String subject, Answer answer) {
  static CheckResult ofHost(HostCheck check, Answer answer) {
    return new CheckResult(check, "", answer);
  }

  public boolean isUnknown() {
    return answer instanceof Answer.Unknown;
  }
}
