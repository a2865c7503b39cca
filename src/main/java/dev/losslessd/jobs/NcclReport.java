package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;
import java.util.List;

/**
 * Verdict on a log of NCCL.
 *
 * @param versions of NCCL, {@code 2.21.5}
 * @param ranks of the largest communicator; 0 where the log does not tell
 * @param errorCount completions with an error, more than {@code errors} in a long log
 */
public record NcclReport(
    long lines,
    long messages,
    List<String> versions,
    int ranks,
    List<String> hosts,
    List<Check> checks,
    List<Path> paths,
    List<Fault> errors,
    long errorCount,
    List<Warning> warnings,
    List<Variable> overrides) {

  /** Hosts that are named; of a log with this number there may be more. */
  public static final int MOST_HOSTS = 32_768;

  /**
   * Connections between hosts through one device.
   *
   * @param hca {@code mlx5_0}; empty where the log does not name it
   * @param channelsWithoutGpuDirect channels of which at least one end has no GPUDirect
   */
  public record Path(
      String host,
      String network,
      int device,
      String hca,
      int channels,
      long connections,
      long gpuDirect,
      List<Integer> channelsWithoutGpuDirect) {
    public Path {
      channelsWithoutGpuDirect = List.copyOf(channelsWithoutGpuDirect);
    }
  }

  /** Whether an error is the first of its chain. */
  public enum Role {
    CAUSE,
    CONSEQUENCE,
    /** What would tell is not in the log. */
    UNKNOWN
  }

  /**
   * A completion with an error.
   *
   * @param status number of {@code ibv_wc_status}
   * @param localPort port that has the local GID; empty where it is not known
   * @param why one sentence on its role
   * @param findings those of the daemon on both ports, now
   */
  public record Fault(
      long line,
      String time,
      String host,
      String peer,
      String peerHost,
      int status,
      String name,
      String meaning,
      long vendorError,
      String request,
      String hca,
      String localGid,
      String localPort,
      String remoteGid,
      String remotePort,
      Role role,
      String why,
      String advice,
      List<String> findings) {
    public Fault {
      findings = List.copyOf(findings);
    }
  }

  /** A kind of warning and how often it came. */
  public record Warning(String message, long count) {}

  /**
   * A variable that NCCL says it took from the environment.
   *
   * @param message empty where there is nothing to say of it
   */
  public record Variable(String name, List<String> values, Verdict verdict, String message) {
    public Variable {
      values = List.copyOf(values);
    }
  }

  public NcclReport {
    versions = List.copyOf(versions);
    hosts = List.copyOf(hosts);
    checks = List.copyOf(checks);
    paths = List.copyOf(paths);
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
    overrides = List.copyOf(overrides);
  }

  /** Whether there is something to do. */
  public boolean hasFinding() {
    return checks.stream().anyMatch(check -> check.verdict() == Verdict.BROKEN);
  }
}
