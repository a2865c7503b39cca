package dev.losslessd.jobs;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A failure of which NCCL prints its way through the sources alone. In 2.21.5 and 2.22.3 reading
 * the type of a GID prints no warning (src/transport/net_ib.cc, ncclUpdateGidIndex); 2.23 to 2.25
 * name ncclIbRoceGetVersionNum, and from 2.26 on an empty slot is passed over.
 */
final class SilentFailure {
  /**
   * A version with its lines of net_ib.cc.
   *
   * @param inner lines that call ncclIbRoceGetVersionNum
   * @param outer line that calls their function
   */
  private record Place(String version, Set<String> inner, String outer) {
    boolean isIn(Map<String, LogRecord> traces, Collection<String> versions) {
      return versions.contains(version)
          || (versions.isEmpty() && traces.keySet().stream().anyMatch(one -> one.endsWith(outer)));
    }

    boolean isFirst(String trace) {
      return inner.stream().anyMatch(trace::endsWith);
    }
  }

  private static final List<Place> PLACES =
      List.of(
          new Place(
              "2.21.5", Set.of("net_ib.cc:282 -> 2", "net_ib.cc:283 -> 2"), "net_ib.cc:305 -> 2"),
          new Place(
              "2.22.3", Set.of("net_ib.cc:284 -> 2", "net_ib.cc:285 -> 2"), "net_ib.cc:338 -> 2"));

  private SilentFailure() {}

  /** The warning that NCCL left out; empty where the versions of a log print one. */
  static Optional<LogRecord> in(SeenErrors errors, Collection<String> versions) {
    boolean named =
        errors.warnings().stream()
            .anyMatch(one -> one.message().contains("ncclIbRoceGetVersionNum"));
    return named
        ? Optional.empty()
        : PLACES.stream()
            .filter(place -> place.isIn(errors.traces(), versions))
            .flatMap(place ->
                errors.traces().values().stream().filter(one -> place.isFirst(one.message())))
            .findFirst()
            .map(one ->
                one.with(
                    "failed in ncclIbRoceGetVersionNum, without a warning of its own: "
                        + one.message()));
  }
}
