package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.model.FieldType.SetOf;
import dev.losslessd.model.FieldType.Text;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Optional counters of an RDMA port that are switched on. Each costs the NIC a little; the kernel
 * forgets them when the driver is loaded anew.
 *
 * @param on by the kernel's names: {@code cc_rx_ce_pkts}
 */
public record OptionalCounters(SortedSet<String> on) implements NicSetting {
  /** Form of the kernel's names for counters. */
  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

  private static final int MOST = 64;

  private static final String NOTE = "of ";

  public static final OptionalCounters NONE = new OptionalCounters(new TreeSet<>());

  static final SettingShape<OptionalCounters> SHAPE =
      SettingShape.of(
          OptionalCounters.class,
          "optional-counters cc_rx_ce_pkts,cc_tx_cnp_pkts or none",
          OptionalCounters::new,
          field(
              "on",
              new SetOf<>(
                  new Text(NAME, "a name like cc_rx_ce_pkts"),
                  MOST,
                  (SortedSet<String> on) -> on,
                  TreeSet::new),
              OptionalCounters::on,
              "by the names of the kernel"));

  public OptionalCounters {
    on = Collections.unmodifiableSortedSet(new TreeSet<>(on));
    for (String name : on) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "counter '" + name + "': expected a name like cc_rx_ce_pkts");
      }
    }
  }

  public static OptionalCounters of(Set<String> on) {
    return new OptionalCounters(new TreeSet<>(on));
  }

  /**
   * The note of a reading: which of them the port has, on or off.
   *
   * @param all by the kernel's names
   */
  public static String note(Collection<String> all) {
    return NOTE + String.join(",", all);
  }

  /** Each counter that a port has, by its reading, and whether it is on; empty if it has none. */
  public static SortedMap<String, Boolean> told(Reading reading) {
    SortedMap<String, Boolean> all = new TreeMap<>();
    if (reading instanceof Reading.Value value
        && value.setting() instanceof OptionalCounters counters) {
      if (value.note().startsWith(NOTE)) {
        for (String name : value.note().substring(NOTE.length()).split(",")) {
          all.put(name, false);
        }
      }
      counters.on().forEach(name -> all.put(name, true));
    }
    return all;
  }
}
