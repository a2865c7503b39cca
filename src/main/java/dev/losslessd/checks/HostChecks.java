package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.checks.Rule.Subject;
import dev.losslessd.transport.TransportException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All checks of a host. */
public final class HostChecks {
  private static final Logger LOG = LoggerFactory.getLogger(HostChecks.class);

  private static final Map<HostCheck, Rule> RULES = new EnumMap<>(HostCheck.class);

  static {
    RULES.put(HostCheck.PORT_ACTIVE, Rule.ofPorts(PortRules::active));
    RULES.put(HostCheck.RATE, Rule.ofPorts(PortRules::rate));
    RULES.put(HostCheck.GID, Rule.ofPorts(PortRules::gid));
    RULES.put(HostCheck.RDMA_MTU, Rule.ofPorts(PortRules::rdmaMtu));
    RULES.put(HostCheck.PATH_MTU, Rule.ofPorts(FabricRules::pathMtu));
    RULES.put(HostCheck.CONTRACT, Rule.ofPorts(FabricRules::contract));
    RULES.put(HostCheck.CLASS, Rule.ofPorts(FabricRules::trafficClass));
    RULES.put(HostCheck.PCIE_LINK, Rule.ofPorts(PcieRules::link));
    RULES.put(HostCheck.PCIE_BANDWIDTH, Rule.ofPorts(PcieRules::bandwidth));
    RULES.put(HostCheck.RDMA_DEVICES, Rule.ofHost(RdmaRules::devices));
    RULES.put(HostCheck.MODULES, Rule.ofHost(RdmaRules::modules));
    RULES.put(HostCheck.RDMA_NAMESPACE, Rule.ofHost(RdmaRules::namespace));
    RULES.put(HostCheck.MEMLOCK, Rule.ofHost(LimitRules::memlock));
    RULES.put(HostCheck.GPUDIRECT, Rule.ofHost(GpuRules::direct));
    RULES.put(HostCheck.GPU_DISTANCE, GpuRules::distances);
    RULES.put(HostCheck.ACS, Rule.ofHost(IsolationRules::acs));
    RULES.put(HostCheck.IOMMU, Rule.ofPorts(IsolationRules::iommu));
    RULES.put(HostCheck.ATS, Rule.ofPorts(IsolationRules::ats));
    RULES.put(HostCheck.GOVERNOR, Rule.ofHost(CpuRules::governor));
    RULES.put(HostCheck.IRQ, Rule.ofPorts(CpuRules::interrupts));
    RULES.put(HostCheck.FIRMWARE, Rule.ofPorts(FirmwareRules::firmware));
  }

  private HostChecks() {}

  /** Answers all checks, in their order. */
  public static List<CheckResult> of(HostFacts facts) {
    List<CheckResult> all = new ArrayList<>();
    each(facts, RULES.keySet(), all::addAll);
    return all;
  }

  /** Answers some checks one by one, so that one that hangs leaves the others their answers. */
  public static void each(HostFacts facts, Set<HostCheck> asked, Consumer<List<CheckResult>> told) {
    RULES.forEach((check, rule) -> {
      if (asked.contains(check)) {
        told.accept(answered(check, rule, facts));
      }
    });
  }

  /** A port check of a host without RDMA ports is one answer: there is nothing to be ready. */
  private static List<CheckResult> answered(HostCheck check, Rule rule, HostFacts facts) {
    try {
      List<Subject> subjects = facts.files().together(() -> rule.answers(facts));
      return subjects.isEmpty()
          ? List.of(CheckResult.ofHost(check, noPort(check, facts)))
          : subjects.stream().map(one -> new CheckResult(check, one.name(), one.answer())).toList();
    } catch (TransportException e) {
      return List.of(CheckResult.ofHost(check, new Unknown(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.warn("check {} met a bug; it is unknown", check.word(), e);
      return List.of(CheckResult.ofHost(check, new Unknown("failed: " + e.getMessage())));
    }
  }

  private static Answer noPort(HostCheck check, HostFacts facts) {
    if (check != HostCheck.PORT_ACTIVE) {
      return new Unknown("this host shows no RDMA port");
    }
    List<String> others = new ArrayList<>();
    facts.callerPorts().leftOut().forEach((name, why) -> others.add(name + " " + why));
    return others.isEmpty()
        ? new Not(
            "no RDMA port",
            "at least one of RoCE",
            "load the RDMA module of the NIC; in a pod ask a device plug-in for an HCA",
            "'losslessd discover'")
        : new Unknown("no port of RoCE: " + String.join("; ", others));
  }
}
