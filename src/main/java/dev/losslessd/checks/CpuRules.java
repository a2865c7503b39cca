package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Pattern;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Clocks of CPUs, and the CPUs that serve a NIC's interrupts. */
final class CpuRules {
  private static final String CPUS = "sys/devices/system/cpu";
  private static final String FREQUENCY = "Linux Documentation/admin-guide/pm/cpufreq.rst";
  private static final String AFFINITY = "Linux Documentation/core-api/irq/irq-affinity.rst";

  /** Fewer may well be on one CPU. */
  private static final int SEVERAL = 4;

  private CpuRules() {}

  static Answer governor(HostFacts facts) {
    Map<String, Integer> count = new TreeMap<>();
    for (String cpu : facts.list(CPUS)) {
      if (Pattern.matches("cpu\\d+", cpu)) {
        governor(facts, CPUS + "/" + cpu + "/cpufreq/")
            .ifPresent(one -> count.merge(one, 1, Integer::sum));
      }
    }
    if (count.isEmpty()) {
      return new Unknown("no CPU has a governor in sysfs: firmware or a hypervisor sets the clock");
    }
    if (count.keySet().equals(Set.of("performance"))) {
      return new Ok("performance");
    }
    return new Not(
        String.join(
            ", ", count.entrySet().stream().map(e -> e.getKey() + " on " + e.getValue()).toList()),
        "performance",
        "cpupower frequency-set -g performance, or tuned-adm profile network-latency",
        FREQUENCY);
  }

  /** Drivers that choose by themselves call that 'powersave', and have a preference beside it. */
  private static Optional<String> governor(HostFacts facts, String folder) {
    Optional<String> governor = facts.text(folder + "scaling_governor");
    boolean prefers =
        facts
            .text(folder + "energy_performance_preference")
            .filter("performance"::equals)
            .isPresent();
    return prefers ? governor.map(_ -> "performance") : governor;
  }

  static Answer interrupts(Nic nic, HostFacts facts) {
    String device = "sys/class/net/" + nic.port().name() + "/device";
    List<String> numbers =
        facts.list(device + "/msi_irqs").stream()
            .filter(one -> Pattern.matches("\\d{1,7}", one))
            .toList();
    if (numbers.isEmpty()) {
      return new Unknown("no interrupts of " + nic.port().name() + " are seen in sysfs");
    }
    Optional<BitSet> near = facts.text(device + "/local_cpulist").flatMap(CpuList::parse);
    BitSet used = new BitSet();
    int far = 0;
    int read = 0;
    for (String number : numbers) {
      Optional<BitSet> cpus = cpus(facts, number);
      if (cpus.isPresent()) {
        read++;
        used.or(cpus.get());
        far += near.isPresent() && !near.get().intersects(cpus.get()) ? 1 : 0;
      }
    }
    return read == 0
        ? new Unknown("/proc/irq does not tell the CPUs of its interrupts")
        : judged(read, used, far, near);
  }

  /** The CPU that takes an interrupt, else those that may. */
  private static Optional<BitSet> cpus(HostFacts facts, String irq) {
    return facts
        .text("proc/irq/" + irq + "/effective_affinity_list")
        .or(() -> facts.text("proc/irq/" + irq + "/smp_affinity_list"))
        .flatMap(CpuList::parse);
  }

  private static Answer judged(int read, BitSet used, int far, Optional<BitSet> near) {
    if (far > 0) {
      return new Not(
          far + " of " + read + " interrupts go to CPUs of another NUMA node",
          "CPUs of the NIC's own NUMA node",
          "set_irq_affinity.sh of the NIC's vendor, or irqbalance with --policyscript; see"
              + " /proc/irq/N/smp_affinity_list",
          AFFINITY);
    }
    if (read >= SEVERAL && used.cardinality() == 1) {
      return new Not(
          "all " + read + " interrupts go to CPU " + used.nextSetBit(0),
          "several CPUs",
          "start irqbalance, or set_irq_affinity.sh of the NIC's vendor",
          AFFINITY);
    }
    return near.isEmpty()
        ? new Unknown("local_cpulist does not tell the CPUs of the NIC's NUMA node")
        : new Ok(read + " interrupts on " + used.cardinality() + " near CPUs");
  }
}
