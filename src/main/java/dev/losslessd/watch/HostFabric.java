package dev.losslessd.watch;

import dev.losslessd.checks.Cable;
import dev.losslessd.checks.FabricView;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What the daemon knows of the fabric at this host's ports, for the checks of the host. */
public record HostFabric(DeviceId host, Judgement judgement, LosslessClass lossless) {
  /** The class and the cables as they are now. */
  public FabricView view() {
    Map<PortId, Cable> cables = new HashMap<>();
    for (LinkContract one : judgement.contracts()) {
      Cable cable = new Cable(verdict(one), mtu(one));
      Stream.of(one.link().a(), one.link().b())
          .filter(port -> port.device().equals(host))
          .forEach(port -> cables.put(port, cable));
    }
    return new FabricView(lossless.of(host), cables, "");
  }

  private static Cable.Fit verdict(LinkContract contract) {
    return contract.checks().stream()
        .filter(check -> check.verdict() == contract.verdict())
        .findFirst()
        .map(HostFabric::verdict)
        .orElse(new Cable.Fit(contract.verdict(), ""));
  }

  private static Cable.Fit mtu(LinkContract contract) {
    return contract.checks().stream()
        .filter(check -> check.name().equals("mtu"))
        .findFirst()
        .map(HostFabric::verdict)
        .orElse(new Cable.Fit(Verdict.UNKNOWN, "the far end does not tell its MTU"));
  }

  private static Cable.Fit verdict(LinkContract.Check check) {
    String why =
        check.verdict() == Verdict.OK || check.why().isEmpty()
            ? ""
            : check.name() + ": " + check.why();
    return new Cable.Fit(check.verdict(), why);
  }
}
