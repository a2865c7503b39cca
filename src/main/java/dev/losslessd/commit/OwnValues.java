package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a device shows can come from the changes of a commit, or from the time before it: it
 * is one of their values, or a mixture of them, part by part. A device that went away in the middle
 * of a write, or of its undo, shows such a mixture. Anything else was set by somebody else.
 */
final class OwnValues {
  private OwnValues() {}

  /**
   * @param changes of the commit, of all devices
   * @return true also where the value is not known
   */
  static boolean has(Observed shown, Key key, List<Change> changes) {
    if (follows(key.kind())) {
      return true;
    }
    return shown
        .reading(key.kind())
        .standing()
        .map(now -> mixes(now, values(key, changes, now)))
        .orElse(true);
  }

  /**
   * Whether the device itself derives the setting when PFC, MTU or classes change. Then it proves
   * no other writer.
   */
  private static boolean follows(SettingKind kind) {
    return kind == SettingKind.HEADROOM;
  }

  private static List<Setting> values(Key key, List<Change> changes, Setting now) {
    List<Setting> all = new ArrayList<>();
    for (Change change : changes) {
      if (change.target().equals(key.target()) && change.kind() == key.kind()) {
        all.add(change.before().completedBy(now));
        all.add(change.after().completedBy(now));
      } else if (key.kind() == SettingKind.PFC && change.device().equals(key.target().device())) {
        // NX-OS: a port whose PFC is on has the set of its box
        box(change.before(), all);
        box(change.after(), all);
      }
    }
    return all;
  }

  private static void box(Setting value, List<Setting> all) {
    if (value instanceof Lossless set) {
      all.add(new Pfc(set.priorities()));
    }
  }

  /** Whether each part of a value is as in one of the others. */
  static boolean mixes(Setting now, Collection<Setting> of) {
    Map<String, Object> shown = parts(now);
    List<Map<String, Object>> known = of.stream().map(OwnValues::parts).toList();
    Set<String> paths = new HashSet<>(shown.keySet());
    known.forEach(one -> paths.addAll(one.keySet()));
    return paths.stream()
        .allMatch(
            path -> known.stream().anyMatch(one -> Objects.equals(one.get(path), shown.get(path))));
  }

  /** Every number, word and bit of a value, by its place. */
  private static Map<String, Object> parts(Setting setting) {
    Map<String, Object> parts = new HashMap<>();
    collect("", setting, parts);
    return parts;
  }

  private static void collect(String path, @Nullable Object value, Map<String, Object> parts) {
    switch (value) {
      case null -> {}
      case PrioritySet set ->
          set.priorities().forEach(priority -> parts.put(path + "." + priority, true));
      case Map<?, ?> map -> map.forEach((key, one) -> collect(path + "." + key, one, parts));
      case List<?> list ->
          IntStream.range(0, list.size()).forEach(i -> collect(path + "." + i, list.get(i), parts));
      case Collection<?> set -> set.forEach(one -> parts.put(path + "." + one, true));
      case Record record -> {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          collect(path + "." + component.getName(), component(record, component), parts);
        }
      }
      default -> parts.put(path, value);
    }
  }

  private static @Nullable Object component(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a public record of the model", e);
    }
  }
}
