package dev.losslessd.driver.os10;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Maps from priority to qos-group by {@code trust dot1p-map}, from there to queue by {@code
 * qos-map}.
 */
final class QueueMaps {
  private static final Pattern TRUST = Pattern.compile("qos-group ([0-7]) dot1p ([0-9,-]+)");
  private static final Pattern QUEUE =
      Pattern.compile("queue ([0-7]) qos-group ([0-9,-]+)(?: type (ucast|mcast))?");
  private static final int LARGEST = 7;

  private final Map<Integer, Integer> groups;
  private final Map<Integer, Integer> queues;

  /**
   * @param trust a {@code trust dot1p-map} section
   * @param queue a {@code qos-map traffic-class} section
   */
  QueueMaps(ConfigTree trust, ConfigTree queue) {
    this.groups = map(trust, TRUST);
    this.queues = map(queue, QUEUE);
  }

  /**
   * Maps each number of the list behind to the number before it; queues of multicast are others.
   */
  private static Map<Integer, Integer> map(ConfigTree section, Pattern pattern) {
    Map<Integer, Integer> map = new TreeMap<>();
    for (ConfigTree line : section.below()) {
      Matcher m = pattern.matcher(line.line());
      ParseErrors.throwIf(!m.matches(), RunningConfig.COMMAND, line.line(), pattern.pattern());
      if (m.groupCount() < 3 || !"mcast".equals(m.group(3))) {
        for (int from : NumberRanges.parse(RunningConfig.COMMAND, m.group(2), LARGEST)) {
          map.put(from, Integer.valueOf(m.group(1)));
        }
      }
    }
    return map;
  }

  /**
   * Queue of each priority.
   *
   * @throws DeviceException UNSUPPORTED where the maps leave a priority out
   */
  List<Integer> queueOfPriority() {
    List<Integer> all = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      Integer group = groups.get(n);
      Integer queue = group == null ? null : queues.get(group);
      if (queue == null) {
        throw DeviceException.unsupported(
            "the maps leave out dot1p " + n + ": no source tells the queue that it has then");
      }
      all.add(queue);
    }
    return all;
  }
}
