package dev.losslessd.watch;

import dev.losslessd.jobs.GpuReach;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Verdict;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** This host as its jobs see it: ports, contracts and the lossless class, from memory. */
public final class JobHosts {
  private final DeviceId host;
  private final DeviceReport devices;
  private final Judgement judgement;
  private final LosslessClass lossless;
  private final Supplier<GpuReach> gpus;

  /**
   * @param gpus as the checks of the host saw them last
   */
  public JobHosts(
      DeviceId host,
      DeviceReport devices,
      Judgement judgement,
      LosslessClass lossless,
      Supplier<GpuReach> gpus) {
    this.host = host;
    this.devices = devices;
    this.judgement = judgement;
    this.lossless = lossless;
    this.gpus = gpus;
  }

  /** The host as it is now. */
  public JobHost now() {
    List<LinkContract> contracts = judgement.contracts();
    List<JobPort> ports = nics().map(nic -> port(nic, contracts)).toList();
    return new JobHost(
        host.name(), ports, lossless.of(host), devices.defaultRoutes(), gpus.get(), List.of());
  }

  private Stream<Nic> nics() {
    return devices.nics().stream()
        .map(DrivenNic::nic)
        .filter(nic -> nic.port().device().equals(host))
        .filter(nic -> !nic.rdmaDevice().isEmpty());
  }

  private static JobPort port(Nic nic, List<LinkContract> contracts) {
    Optional<LinkContract> contract =
        contracts.stream().filter(one -> one.link().has(nic.port())).findFirst();
    JobPort port =
        new JobPort(
            nic.port(),
            nic.rdmaDevice(),
            nic.rdmaPort(),
            nic.isActive(),
            contract.map(one -> verdict(one.verdict())).orElse(JobPort.Contract.UNKNOWN),
            contract.map(one -> far(one, nic.port()).device().name()).orElse(""),
            nic.gids(),
            "");
    return port.without(obstacle(nic, port, contract));
  }

  private static PortId far(LinkContract contract, PortId near) {
    return contract.link().a().equals(near) ? contract.link().b() : contract.link().a();
  }

  private static JobPort.Contract verdict(Verdict verdict) {
    return switch (verdict) {
      case OK -> JobPort.Contract.OK;
      case BROKEN -> JobPort.Contract.BROKEN;
      case UNKNOWN -> JobPort.Contract.UNKNOWN;
    };
  }

  private static String obstacle(Nic nic, JobPort port, Optional<LinkContract> contract) {
    if (nic.role() == Nic.Role.VIRTUAL_FUNCTION) {
      return "is a virtual function, which belongs to a pod or guest";
    }
    if (nic.role() == Nic.Role.REPRESENTOR) {
      return "is a representor, which carries no RDMA";
    }
    if (!nic.isRoce()) {
      return "speaks " + nic.protocol().text() + ", which is not RoCE";
    }
    if (!nic.isActive()) {
      return nic.state().isEmpty() ? "does not tell its state" : "is " + nic.state();
    }
    if (port.gid().isEmpty()) {
      return "has no RoCE v2 GID with an address";
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
