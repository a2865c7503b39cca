package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The DSCP map of the switch as lines. Words for a code point are {@code 4}, or {@code 4
 * drop-precedence 2}, which this field has no word for and which comes back with the inverse.
 */
final class DscpLines {
  private static final String TO = " to traffic-class ";
  private static final int CODE_POINTS = 64;

  private static final Pattern MAP =
      Pattern.compile("qos map dscp ((?:\\d+ )+)to traffic-class (\\d+)( drop-precedence \\d)?");

  private DscpLines() {}

  /** The whole map: the lines of the configuration over the factory's map. */
  static DscpMap map(ConfigTree config) {
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (int dscp = 0; dscp < CODE_POINTS; dscp++) {
      entries.put(Dscp.of(dscp), priority(factory(Dscp.of(dscp))));
    }
    places(config).forEach((dscp, place) -> entries.put(dscp, priority(place)));
    return DscpMap.of(entries);
  }

  /**
   * The traffic class that a code point has without a line, which the running configuration does
   * not print: one for eight code points, where 0-7 have class 1 and 8-15 have class 0. Arista's
   * manual has this map for Arad, Jericho, Trident and Tomahawk, as public RoCE guides for EOS
   * quote it (of 2026, for EOS 4.36). Unverified on other chips.
   */
  private static String factory(Dscp dscp) {
    int eight = dscp.value() / Priority.COUNT;
    return String.valueOf(eight < 2 ? 1 - eight : eight);
  }

  /** The traffic class of each entry that a line names, with its drop precedence. */
  static SortedMap<Dscp, String> places(ConfigTree config) {
    TreeMap<Dscp, String> places = new TreeMap<>();
    for (ConfigTree line : config.starting("qos map dscp ")) {
      Matcher m = MAP.matcher(line.line());
      if (!m.matches() || !Pattern.matches("[0-7]", m.group(2))) {
        throw garbled(line.line(), "qos map dscp NUMBERS to traffic-class 0..7");
      }
      String place = m.group(2) + (m.group(3) == null ? "" : m.group(3));
      for (String dscp : m.group(1).strip().split(" ")) {
        int number = NumberRanges.number(dscp, 63, () -> garbled(line.line(), "DSCPs of 0..63"));
        places.put(Dscp.of(number), place);
      }
    }
    return places;
  }

  private static Priority priority(String place) {
    return Priority.of(place.charAt(0) - '0');
  }

  /** Entries that say more than their priority: {@code 18 to traffic-class 4 drop-precedence 2}. */
  static String words(ConfigTree config) {
    List<String> more =
        places(config).entrySet().stream()
            .filter(one -> one.getValue().length() > 1)
            .map(one -> one.getKey() + TO + one.getValue())
            .toList();
    return String.join("; ", more);
  }

  /**
   * The lines that a map needs. An entry that a line names gets another line, also to go back to
   * the factory's class: no source has the command that removes a line.
   *
   * @param words of entries that said more once and shall do so again; empty where the value tells
   *     all: an entry that keeps its priority keeps what else it says
   */
  static SortedMap<Dscp, String> wanted(SortedMap<Dscp, String> now, DscpMap map, String words) {
    SortedMap<Dscp, String> wanted = places(map, words);
    now.keySet().forEach(dscp -> wanted.putIfAbsent(dscp, factory(dscp)));
    wanted
        .entrySet()
        .removeIf(
            one -> !now.containsKey(one.getKey()) && one.getValue().equals(factory(one.getKey())));
    wanted.replaceAll((dscp, place) -> {
      String is = now.getOrDefault(dscp, "");
      return words.isEmpty() && is.startsWith(place) ? is : place;
    });
    return wanted;
  }

  private static SortedMap<Dscp, String> places(DscpMap map, String words) {
    TreeMap<Dscp, String> places = new TreeMap<>();
    map.entries().forEach((dscp, priority) -> places.put(dscp, priority.toString()));
    for (String word : words.isEmpty() ? new String[0] : Pattern.of("; ").split(words, -1)) {
      Matcher m = MAP.matcher("qos map dscp " + word);
      if (!m.matches() || m.group(3) == null || !Pattern.matches("\\d{1,2}", m.group(1).strip())) {
        throw ParseErrors.at("words", word, "NUMBER to traffic-class N drop-precedence N");
      }
      places.put(Dscp.of(Integer.parseInt(m.group(1).strip())), m.group(2) + m.group(3));
    }
    return places;
  }

  /** The lines that make one of the other. */
  static List<String> between(Map<Dscp, String> before, Map<Dscp, String> after) {
    return after.entrySet().stream()
        .filter(one -> !one.getValue().equals(before.get(one.getKey())))
        .map(one -> "qos map dscp " + one.getKey() + TO + one.getValue())
        .toList();
  }
}
