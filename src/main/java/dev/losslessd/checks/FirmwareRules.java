package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import java.util.Optional;
import java.util.TreeSet;

/** Firmware of a NIC: known faults, and whether its like have the same. */
final class FirmwareRules {
  private FirmwareRules() {}

  static Answer firmware(Nic nic, HostFacts facts) {
    if (nic.firmware().isEmpty()) {
      return new Unknown("the NIC does not tell its firmware");
    }
    Optional<FirmwareAdvice> known =
        FirmwareAdvice.of(nic.words().hcaType(), nic.firmware().split(" ", 2)[0]);
    if (known.isPresent()) {
      return new Not(
          nic.firmware() + ": " + known.get().fault(),
          "a release without it",
          known.get().advice(),
          known.get().source());
    }
    TreeSet<String> versions = new TreeSet<>();
    facts.ports().stream()
        .filter(one -> one.model().equals(nic.model()) && !one.firmware().isEmpty())
        .forEach(one -> versions.add(one.firmware()));
    return versions.size() > 1 && !nic.model().isEmpty()
        ? new Not(
            nic.firmware() + ", like NICs have " + String.join(" and ", versions),
            "one version for all NICs of " + nic.model(),
            "bring them to one release, host by host",
            "like NICs of this host; a job is as fast as its slowest rail")
        : new Ok(nic.firmware());
  }
}
