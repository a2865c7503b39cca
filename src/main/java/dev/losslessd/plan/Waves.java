package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Splits a plan by links: both ends of a cable go in one wave. What is set for a whole switch goes
 * with the first wave that has a link there, if it gives protection, and with the last, if it takes
 * some away: then every prefix of all waves in a row is as safe as one of the plan.
 */
public final class Waves {
  private final List<Change> changes;
  private final Neighbourhood around;
  private final Order order;

  /** The wave of each link, by its {@link #link name}; in the order in which they go. */
  private final Map<PortId, Integer> waveOf = new HashMap<>();

  private final List<PortId> links;

  private Waves(List<Change> changes, Neighbourhood around, List<WaveSize> sizes) {
    this.changes = List.copyOf(changes);
    this.around = around;
    this.order = new Order(around, changes);
    Set<PortId> names = new TreeSet<>();
    Target.ports(changes.stream().map(Change::target)).forEach(port -> names.add(link(port)));
    this.links = ordered(names, sizes);
  }

  /** By name, those with a label of an earlier wave first. */
  private List<PortId> ordered(Set<PortId> names, List<WaveSize> sizes) {
    List<PortId> all = new ArrayList<>(names);
    List<WaveSize> labelled = sizes.stream().filter(WaveSize.Labelled.class::isInstance).toList();
    all.sort(Comparator.comparingInt(link -> first(link, labelled)));
    return List.copyOf(all);
  }

  private int first(PortId link, List<WaveSize> labelled) {
    int first = 0;
    while (first < labelled.size() && !has(link, labelled.get(first))) {
      first++;
    }
    return first;
  }

  private boolean has(PortId link, WaveSize size) {
    return size instanceof WaveSize.Labelled labelled
        && ends(link).stream()
            .anyMatch(port -> labelled.label().isAmong(around.facts().labels(port.device())));
  }

  /**
   * @param changes of a plan, in its order
   * @param sizes the last is 100 %; each wave takes one link more at least, so with few links there
   *     are fewer waves than sizes. One by label takes all links of the devices that have it, and
   *     is left out where there are none
   * @return one wave at least; each change is in exactly one
   */
  public static List<Wave> split(List<Change> changes, Neighbourhood around, List<WaveSize> sizes) {
    return new Waves(changes, around, sizes).split(sizes);
  }

  private List<Wave> split(List<WaveSize> sizes) {
    List<Integer> ends = ends(sizes);
    for (int n = 0; n < links.size(); n++) {
      waveOf.put(links.get(n), waveOf(n, ends));
    }
    List<List<Change>> parts = new ArrayList<>();
    ends.forEach(end -> parts.add(new ArrayList<>()));
    changes.forEach(change -> parts.get(waveOf(change, ends.size())).add(change));
    List<Wave> waves = new ArrayList<>();
    Set<PortId> touched = new TreeSet<>();
    for (int n = 0; n < parts.size(); n++) {
      int size = ends.get(n) - (n == 0 ? 0 : ends.get(n - 1));
      Set<PortId> ports = Change.touched(parts.get(n));
      touched.addAll(ports);
      waves.add(new Wave(size, parts.get(n), ports, control(n, size, touched)));
    }
    return waves;
  }

  /** Number of links that are changed at the end of each wave. */
  private List<Integer> ends(List<WaveSize> sizes) {
    List<Integer> ends = new ArrayList<>();
    int before = 0;
    for (WaveSize size : sizes) {
      int end = end(size, before);
      if (before < links.size() && end > before) {
        before = end;
        ends.add(before);
      }
    }
    return ends.isEmpty() ? List.of(0) : ends;
  }

  private int end(WaveSize size, int before) {
    return switch (size) {
      case WaveSize.Links some -> Math.max(before + 1, some.of(links.size()));
      case WaveSize.Labelled labelled -> {
        int end = before;
        for (int n = before; n < links.size(); n++) {
          end = has(links.get(n), labelled) ? n + 1 : end;
        }
        yield end;
      }
    };
  }

  private static int waveOf(int link, List<Integer> ends) {
    int wave = 0;
    while (link >= ends.get(wave)) {
      wave++;
    }
    return wave;
  }

  private int waveOf(Change change, int waves) {
    return switch (change.target()) {
      case Target.Port port -> waveOf.getOrDefault(link(port.id()), 0);
      case Target.Device box -> waveOf(change, box, waves);
    };
  }

  private int waveOf(Change change, Target.Device box, int waves) {
    boolean late = order.late(change);
    return links.stream()
        .filter(link -> isOn(link, box))
        .map(link -> waveOf.getOrDefault(link, 0))
        .reduce(late ? Math::max : Math::min)
        .orElse(late ? waves - 1 : 0);
  }

  private boolean isOn(PortId link, Target.Device box) {
    return ends(link).stream().anyMatch(port -> port.device().equals(box.device()));
  }

  /** The lesser of both ends stands for the link. */
  private PortId link(PortId port) {
    return around.peer(port).filter(peer -> peer.compareTo(port) < 0).orElse(port);
  }

  private List<PortId> ends(PortId link) {
    List<PortId> ends = new ArrayList<>(List.of(link));
    around.peer(link).ifPresent(ends::add);
    return ends;
  }

  /** Links of later waves are most like those that were changed; others stand in. */
  private Set<PortId> control(int wave, int size, Set<PortId> touched) {
    Set<PortId> candidates = new TreeSet<>();
    Target.ports(around.targets().stream()).forEach(port -> candidates.add(link(port)));
    Set<PortId> control = new TreeSet<>();
    candidates.stream()
        .filter(link -> waveOf.getOrDefault(link, Integer.MAX_VALUE) > wave)
        .filter(link -> !untouched(link, touched).isEmpty())
        .sorted(
            Comparator.comparing((PortId link) -> untouched(link, touched).size() < known(link))
                .thenComparing(link -> !waveOf.containsKey(link))
                .thenComparing(Comparator.naturalOrder()))
        .limit(size)
        .forEach(link -> control.addAll(untouched(link, touched)));
    return control;
  }

  private List<PortId> untouched(PortId link, Set<PortId> touched) {
    return ends(link).stream()
        .filter(port -> around.targets().contains(Target.port(port)))
        .filter(port -> !touched.contains(port))
        .toList();
  }

  private long known(PortId link) {
    return ends(link).stream().filter(port -> around.targets().contains(Target.port(port))).count();
  }
}
