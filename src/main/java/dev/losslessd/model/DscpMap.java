package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * DSCP to priority entries of a port. As an intent it names the entries that must hold and leaves
 * the others alone; as an observation it is the whole list. An empty list on a NIC means trust PCP.
 *
 * @param entries sorted by DSCP
 */
public record DscpMap(SortedMap<Dscp, Priority> entries) implements NicSetting, SwitchSetting {
  public static final DscpMap EMPTY = new DscpMap(new TreeMap<>());

  static final SettingShape<DscpMap> SHAPE =
      SettingShape.of(
          DscpMap.class,
          "dscp 26=3 48=6",
          DscpMap::new,
          field(
              "map",
              new FieldType.Entries<>(Dscp.TYPE, Priority.TYPE),
              DscpMap::entries,
              "DSCP 0..63 to priority 0..7"));

  public DscpMap {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  public static DscpMap of(Map<Dscp, Priority> entries) {
    return new DscpMap(new TreeMap<>(entries));
  }

  @Override
  public Setting over(Setting observed) {
    if (!(observed instanceof DscpMap map)) {
      throw new IllegalArgumentException("DSCP map laid over " + observed.kind());
    }
    TreeMap<Dscp, Priority> merged = new TreeMap<>(map.entries);
    merged.putAll(entries);
    return new DscpMap(merged);
  }

  /** Neighboring code points of one priority are a range: {@code 24-31->3}. */
  @Override
  public String text() {
    Map<String, String> words = new LinkedHashMap<>();
    entries.forEach((dscp, priority) -> words.put(dscp.toString(), priority.toString()));
    return entries.isEmpty()
        ? "none"
        : SettingWords.ranges(words).entrySet().stream()
            .map(e -> e.getKey() + "->" + e.getValue())
            .collect(Collectors.joining(" "));
  }
}
