package dev.losslessd.watch;

import dev.losslessd.watch.LossGuard.Breach;
import dev.losslessd.watch.LossGuard.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whose fault breaches are, by a control group on which nothing was changed. A kind of breach that
 * hits the control group at least half as often, by share of ports, as the changed ports is not the
 * change's: something else is wrong in the fabric. One half is our own choice; rarer than that, the
 * change is blamed, since an undo too many does less harm than one too few.
 *
 * @param own the change's fault
 * @param shared seen on both
 */
public record Comparison(List<Breach> own, List<Breach> shared) {
  public Comparison {
    own = List.copyOf(own);
    shared = List.copyOf(shared);
  }

  /**
   * @param changed breaches of the changed ports, of which there are {@code changedPorts}
   * @param control breaches of the control group; with none of its ports all is the change's fault
   */
  public static Comparison of(
      List<Breach> changed, int changedPorts, List<Breach> control, int controlPorts) {
    Set<Kind> shared =
        changed.stream()
            .map(Breach::kind)
            .filter(kind ->
                controlPorts > 0
                    && 2 * ports(control, kind) * changedPorts
                        >= ports(changed, kind) * controlPorts)
            .collect(Collectors.toUnmodifiableSet());
    return new Comparison(
        changed.stream().filter(breach -> !shared.contains(breach.kind())).toList(),
        changed.stream().filter(breach -> shared.contains(breach.kind())).toList());
  }

  private static long ports(List<Breach> breaches, Kind kind) {
    return breaches.stream()
        .filter(breach -> breach.kind() == kind)
        .map(Breach::port)
        .distinct()
        .count();
  }
}
