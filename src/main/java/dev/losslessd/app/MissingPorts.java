package dev.losslessd.app;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Glob;
import dev.losslessd.watch.ExpectedPorts;
import java.util.ArrayList;
import java.util.List;

/**
 * RDMA ports that a host shall have and has not. What fell off the bus leaves nothing that could be
 * ill.
 *
 * @param view with the number that the config expects
 * @param named globs of the caller; none for all ports
 */
record MissingPorts(HostView view, List<String> named) {
  private static final String ADVICE =
      "see whether the NIC is on the bus (lspci), its driver is loaded (dmesg), and nics.exclude"
          + " does not fit it";

  /** Answers of {@code port-active}, one for each lack. */
  List<CheckResult> of(CallerPorts ports) {
    List<CheckResult> missing = new ArrayList<>();
    if (named.isEmpty() && seesAll(ports)) {
      ExpectedPorts expected =
          new ExpectedPorts(
              new DeviceId(view.config().host().name()),
              () -> view.config().nics().expect(),
              ports::nics);
      if (expected.count().isShort()) {
        missing.add(not("", expected.count().text(), "all that nics.expect says"));
      }
    }
    for (String name : ports.counted().isEmpty() ? List.<String>of() : named) {
      if (!isSeen(new Glob(name), ports)) {
        missing.add(not(name, "no RDMA port of this name", "the port that --port names"));
      }
    }
    return missing;
  }

  private static CheckResult not(String subject, String value, String expected) {
    return new CheckResult(
        HostCheck.PORT_ACTIVE, subject, new Answer.Not(value, expected, ADVICE, expected));
  }

  /** Whether each device was read: in a container those of others are not, and not missing. */
  private static boolean seesAll(CallerPorts ports) {
    return ports.leftOut().keySet().stream()
        .allMatch(name -> ports.nics().stream().anyMatch(nic -> nic.port().name().equals(name)));
  }

  private static boolean isSeen(Glob glob, CallerPorts ports) {
    return ports.leftOut().keySet().stream().anyMatch(glob::fits)
        || ports.nics().stream()
            .anyMatch(nic -> !nic.rdmaDevice().isEmpty() && NicNames.fits(glob, nic));
  }
}
