package dev.losslessd.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What else is known of the hosts of a log, from a daemon or from the person who asks.
 *
 * @param hcas RDMA devices by host; the empty name stands for every host
 * @param ports port by GID, as eight groups of hex digits: {@code gpu01:ens1f0np0}
 * @param findings of the daemon now, by port
 */
public record LogContext(
    Map<String, List<String>> hcas, Map<String, String> ports, Map<String, List<String>> findings) {
  /** Nothing but the log itself. */
  public static final LogContext NONE = new LogContext(Map.of(), Map.of(), Map.of());

  public LogContext {
    hcas = Map.copyOf(hcas);
    ports = Map.copyOf(ports);
    findings = Map.copyOf(findings);
  }

  /** RDMA devices that a host has; empty where that is not known. */
  Optional<List<String>> hcasOf(String host) {
    return Optional.ofNullable(hcas.getOrDefault(host, hcas.get("")));
  }

  String portOf(String gid) {
    return ports.getOrDefault(gid, "");
  }
}
