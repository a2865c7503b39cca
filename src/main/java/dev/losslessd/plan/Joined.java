package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings of a port that its switch writes in one, since each write takes the port's link down.
 * One bounce goes before the order of steps: what a plan takes away from such a port goes with what
 * it gives to it, and a setting that would be widened first and narrowed later goes straight over.
 * The port is down meanwhile, and by the rule {@code busy} nothing runs on it.
 *
 * @param kinds by device; a device that is not there writes each change by itself
 */
public record Joined(Map<DeviceId, Set<SettingKind>> kinds) {
  public static final Joined NONE = new Joined(Map.of());

  public Joined {
    kinds = Map.copyOf(kinds);
  }

  /** Devices that write so, and those that hold. */
  Set<DeviceId> and(Set<DeviceId> holding) {
    Set<DeviceId> all = new TreeSet<>(holding);
    all.addAll(kinds.keySet());
    return all;
  }

  /** Whether a change is written together with others of its port. */
  public boolean has(Change change) {
    return change.target() instanceof Target.Port
        && kinds.getOrDefault(change.device(), Set.of()).contains(change.kind());
  }

  /** Brings the changes of each such port together, each setting in one step. */
  List<Change> contract(List<Change> row) {
    Map<Target, Map<SettingKind, Change>> ports = new HashMap<>();
    for (Change change : row) {
      if (has(change)) {
        ports
            .computeIfAbsent(change.target(), _ -> new LinkedHashMap<>())
            .merge(change.kind(), change, Joined::over);
      }
    }
    if (ports.isEmpty()) {
      return row;
    }
    Map<DeviceId, Change> maps = newMaps(row);
    Set<Object> taken = new HashSet<>();
    List<Change> all = new ArrayList<>();
    for (Change change : row) {
      Change map = has(change) ? maps.get(change.device()) : null;
      if (map != null && taken.add(map)) {
        all.add(map);
      }
      if (!has(change)) {
        if (!maps.containsValue(change) || taken.add(change)) {
          all.add(change);
        }
      } else if (taken.add(change.target())) {
        all.addAll(ports.getOrDefault(change.target(), Map.of()).values());
      }
    }
    return all;
  }

  /**
   * A map where there was none classifies nothing until a port names it, which it can do only then.
   */
  private static Map<DeviceId, Change> newMaps(List<Change> row) {
    Map<DeviceId, Change> maps = new HashMap<>();
    row.stream()
        .filter(change -> change.target() instanceof Target.Device)
        .filter(change -> change.before().equals(DscpMap.EMPTY))
        .forEach(change -> maps.putIfAbsent(change.device(), change));
    return maps;
  }

  private static Change over(Change first, Change next) {
    return new Change(
        first.target(),
        first.before(),
        next.after(),
        first.wordsBefore(),
        next.wordsAfter(),
        first.touches(),
        first.risks());
  }

  /**
   * What is written at a time: the joined changes of a port together, any other by itself. No part
   * has a setting twice.
   *
   * @param lane changes of one device, in the order in which they are written
   */
  public List<List<Change>> parts(List<Change> lane) {
    List<List<Change>> parts = new ArrayList<>();
    Map<Target, List<Change>> open = new HashMap<>();
    Set<Key> in = new HashSet<>();
    for (Change change : lane) {
      List<Change> part = has(change) ? open.get(change.target()) : null;
      if (part == null || !in.add(change.key())) {
        part = new ArrayList<>();
        parts.add(part);
        if (has(change)) {
          open.put(change.target(), part);
          in.removeIf(key -> key.target().equals(change.target()));
          in.add(change.key());
        }
      }
      part.add(change);
    }
    return parts;
  }
}
