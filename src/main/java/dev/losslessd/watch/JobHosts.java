package dev.losslessd.watch;

import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * This host as its jobs see it: ports, contracts and the lossless class, from memory.
 *
 * @param board what the checks of the host saw last
 */
public record JobHosts(
    DeviceId host,
    DeviceReport devices,
    Judgement judgement,
    LosslessClass lossless,
    ReadinessBoard board) {
  /** The host as it is now. */
  public JobHost now() {
    List<LinkContract> contracts = judgement.contracts();
    List<JobPort> ports = nics().map(nic -> port(nic, contracts)).toList();
    return new JobHost(
        host.name(), ports, lossless.of(host), devices.defaultRoutes(), board.gpus(), List.of());
  }

  private Stream<Nic> nics() {
    return devices.nics().stream()
        .map(DrivenNic::nic)
        .filter(nic -> nic.port().device().equals(host))
        .filter(nic -> !nic.rdmaDevice().isEmpty());
  }

  private JobPort port(Nic nic, List<LinkContract> contracts) {
    Optional<LinkContract> contract =
        contracts.stream().filter(one -> one.link().has(nic.port())).findFirst();
    Optional<PortId> far = contract.map(one -> far(one, nic.port()));
    FarPort.Kind kind =
        far.map(end -> FarPort.kind(end, host, devices::isSwitch)).orElse(FarPort.Kind.UNKNOWN);
    JobPort port =
        new JobPort(
            nic.port(),
            nic.rdmaDevice(),
            nic.rdmaPort(),
            nic.isActive(),
            contract.map(LinkContract::verdict).orElse(Verdict.UNKNOWN),
            far.filter(_ -> kind == FarPort.Kind.SWITCH).map(end -> end.device().name()).orElse(""),
            nic.gids(),
            "",
            far.filter(_ -> kind == FarPort.Kind.NIC).map(end -> end.device().name()).orElse(""));
    String leftOut = board.leftOut().get(nic.port().name());
    return port.without(leftOut == null ? obstacle(nic, port, contract) : leftOut);
  }

  private static PortId far(LinkContract contract, PortId near) {
    return contract.link().a().equals(near) ? contract.link().b() : contract.link().a();
  }

  private static String obstacle(Nic nic, JobPort port, Optional<LinkContract> contract) {
    if (nic.role() == Nic.Role.VIRTUAL_FUNCTION) {
      return "is a virtual function, which belongs to a pod or guest";
    }
    Optional<String> other = CallerPorts.otherThanRoce(nic);
    if (other.isPresent()) {
      return other.get();
    }
    String lack = port.lack(nic.state());
    if (!lack.isEmpty()) {
      return lack;
    }
    return contract.filter(one -> one.verdict() == Verdict.BROKEN).map(JobHosts::broken).orElse("");
  }

  private static String broken(LinkContract contract) {
    return contract.checks().stream()
        .filter(check -> check.verdict() == Verdict.BROKEN)
        .findFirst()
        .map(check ->
            "has a broken contract: " + check.name().toLowerCase(Locale.ROOT) + ", " + check.why())
        .orElse("has a broken contract");
  }
}
