package dev.losslessd.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The environment that a job needs on this host.
 *
 * @param rdma whether a port is usable; else the lines are those of a fall-back to TCP
 * @param lines in the order in which they are to be read
 * @param notes what was left unset and why, and what is not known
 */
public record EnvAdvice(Library library, boolean rdma, List<EnvLine> lines, List<String> notes) {
  /** Libraries that send over RDMA. */
  public enum Library {
    NCCL,
    UCX,
    MPI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
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
    }
    return new EnvAdvice(library, rdma, lines, notes);
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
        notes.add(name + " is not used: its contract is not known, others are ok");
      } else if (port.contract() == JobPort.Contract.UNKNOWN) {
        notes.add(name + " is used although its contract is not known: no port has an ok one");
      }
    }
    return notes;
  }

  /** Ports and why there are no others. */
  static String why(List<JobPort> used) {
    boolean proven = used.stream().allMatch(port -> port.contract() == JobPort.Contract.OK);
    return used.size()
        + (used.size() == 1 ? " port is" : " ports are")
        + " ACTIVE"
        + (proven ? " with an ok contract" : "; contracts are not known");
  }

  /** Reason for TCP, in one sentence. */
  static String whyTcp(JobHost host) {
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
