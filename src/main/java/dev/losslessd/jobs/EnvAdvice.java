package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The environment that a job needs on this host.
 *
 * @param rdma whether a port is usable; else there are no lines, but those asked for TCP
 * @param lines in the order in which they are to be read
 * @param notes what was left unset and why, and what is not known
 */
public record EnvAdvice(Library library, boolean rdma, List<EnvLine> lines, List<String> notes) {
  /** Libraries that send over RDMA. */
  public enum Library {
    NCCL("(?:NCCL|HYBRID_EP)_"),
    UCX("UCX_"),
    /** Open MPI on top of UCX. */
    MPI("OMPI_MCA_"),
    NVSHMEM("NVSHMEM_"),
    MORI("MORI_"),
    ROCSHMEM("ROCSHMEM_"),
    MOONCAKE("(?:MC|MOONCAKE)_"),
    MSCCLPP("MSCCLPP_");

    private final String prefix;

    Library(String prefix) {
      this.prefix = prefix;
    }

    /** Whether a variable is one of this library's that tells of its use. */
    boolean isUsedBy(String name) {
      return Pattern.matches(prefix + ".*", name) && EnvCheck.isInUse(name);
    }

    @Override
    public String toString() {
      return Worded.of(this);
    }
  }

  public EnvAdvice {
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /** Returns the advice for a library on a host. */
  public static EnvAdvice of(JobHost host, Library library) {
    List<EnvLine> lines = new ArrayList<>();
    List<String> notes = new ArrayList<>(ports(host));
    boolean rdma = !host.usable().isEmpty();
    switch (library) {
      case NCCL -> NcclEnv.add(host, lines, notes);
      case UCX -> UcxEnv.add(host, lines, notes);
      case MPI -> UcxEnv.addMpi(host, lines, notes);
      case NVSHMEM, MORI, ROCSHMEM, MOONCAKE, MSCCLPP -> TableEnv.add(library, host, lines, notes);
    }
    return new EnvAdvice(library, rdma, lines, notes);
  }

  /** Settings for TCP, whatever ports there are; none for a library that has no TCP. */
  public static EnvAdvice tcp(JobHost host, Library library) {
    List<EnvLine> lines = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    switch (library) {
      case NCCL -> NcclEnv.tcp(host, lines, notes);
      case UCX -> UcxEnv.tcp(host, lines);
      case MPI -> {
        UcxEnv.mpi(host, lines);
        UcxEnv.tcp(host, lines);
      }
      case MOONCAKE -> lines.add(new EnvLine("MC_FORCE_TCP", "1", "TCP, by --tcp"));
      case NVSHMEM, MORI, ROCSHMEM, MSCCLPP ->
          notes.add(library.name() + " has no TCP for its data");
    }
    return new EnvAdvice(library, false, lines, notes);
  }

  /** What a library does by itself where no port is usable, and why there is none. */
  public static String byItself(JobHost host, Library library) {
    List<String> active = host.active().stream().map(JobPort::hca).distinct().toList();
    String then =
        !host.isKnown()
            ? "takes what it finds"
            : active.isEmpty()
                ? "finds no RDMA port, and takes TCP or fails"
                : "takes what is ACTIVE, " + String.join(", ", active) + ", in its default class";
    return whyNone(host) + ". Nothing is set, so that " + library.name() + " by itself " + then;
  }

  /** The line for the class, where the policy has one. */
  static Optional<EnvLine> trafficClass(String name, String unset, JobHost host) {
    return host.lossless()
        .map(one ->
            EnvLine.needed(
                name,
                String.valueOf(one.trafficClass()),
                one.text() + ": 4 * DSCP + 2 (ECT); unset, " + unset,
                unset + ", which is not in " + one.text()));
  }

  /** The line for the family of addresses, where a port has no IPv4. */
  static Optional<EnvLine> family(String name, String library, JobHost host) {
    return host.usable().stream()
        .filter(JobPort::isIpv6Only)
        .findFirst()
        .map(port ->
            EnvLine.needed(
                name,
                "AF_INET6",
                port.hca() + " has addresses of IPv6 only; " + library + " looks for IPv4",
                "%s looks for IPv4, and %s has IPv6 only: it takes slot 0"
                    .formatted(library, port.hca())));
  }

  /** Why a port is not used, and which contract is not known. */
  private static List<String> ports(JobHost host) {
    List<String> notes = new ArrayList<>();
    List<JobPort> used = host.usable();
    for (JobPort port : host.ports()) {
      String name = port.port().name() + (port.hca().isEmpty() ? "" : " (" + port.device() + ")");
      if (!port.isUsable()) {
        notes.add(name + " is not used: " + port.obstacle());
      } else if (!used.contains(port)) {
        boolean six = port.isIpv6Only() && !host.needsIpv6();
        notes.add(
            name
                + " is not used: "
                + (six
                    ? "its addresses are of IPv6 alone, others have IPv4"
                    : "its contract is not known, others are ok"));
      } else if (port.contract() == Verdict.UNKNOWN) {
        notes.add(name + " is used although its contract is not known: no port has an ok one");
      }
    }
    return notes;
  }

  /** Ports and why there are no others. */
  static String why(List<JobPort> used) {
    boolean proven = used.stream().allMatch(port -> port.contract() == Verdict.OK);
    return used.size()
        + (used.size() == 1 ? " port is" : " ports are")
        + " ACTIVE"
        + (proven ? " with an ok contract" : "; contracts are not known");
  }

  /** Why no port is usable, in one sentence. */
  static String whyNone(JobHost host) {
    if (!host.isKnown()) {
      return "the ports of this host are not known";
    }
    return host.ports().isEmpty()
        ? "this host has no RDMA port"
        : "no RDMA port is usable: "
            + String.join(
                "; ",
                host.ports().stream()
                    .map(port -> port.port().name() + " " + port.obstacle())
                    .toList());
  }
}
