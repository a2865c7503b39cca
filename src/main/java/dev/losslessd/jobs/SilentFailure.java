package dev.losslessd.jobs;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A failure of which NCCL prints its way through the sources alone. In 2.21.5 and 2.22.3 reading
 * the type of a GID prints no warning (src/transport/net_ib.cc, ncclUpdateGidIndex); 2.23 to 2.25
 * name ncclIbRoceGetVersionNum, and from 2.26 on an empty slot is passed over.
 */
final class SilentFailure {
  private static final Map<String, Set<String>> PLACES =
      Map.of(
          "2.21.5", Set.of("net_ib.cc:282 -> 2", "net_ib.cc:283 -> 2"),
          "2.22.3", Set.of("net_ib.cc:284 -> 2", "net_ib.cc:285 -> 2"));

  private SilentFailure() {}

  /** The warning that NCCL left out; empty where the versions of a log print one. */
  static Optional<LogRecord> in(SeenErrors errors, Collection<String> versions) {
    boolean named =
        errors.warnings().stream()
            .anyMatch(one -> one.message().contains("ncclIbRoceGetVersionNum"));
    return named
        ? Optional.empty()
        : errors.traces().values().stream()
            .filter(one -> versions.stream().anyMatch(version -> isOf(version, one.message())))
            .findFirst()
            .map(one ->
                one.with(
                    "failed in ncclIbRoceGetVersionNum, without a warning of its own: "
                        + one.message()));
  }

  private static boolean isOf(String version, String trace) {
    return PLACES.getOrDefault(version, Set.of()).stream().anyMatch(trace::endsWith);
  }
}
