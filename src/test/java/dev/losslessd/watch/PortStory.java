package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The counters of one port as they grow; a test starts each sweep. */
final class PortStory {
  static final PortId PORT = PortId.parse("gpu01:ens1f0np0");

  private final PortId port;
  private final Map<Counter, Long> values = new LinkedHashMap<>();
  private final Set<Counter> unread = new HashSet<>();
  private long tick = 5_000_000_000L;

  PortStory(PortId port, Counter... counters) {
    this.port = port;
    for (Counter counter : counters) {
      values.put(counter, 0L);
    }
  }

  PortStory(Counter... counters) {
    this(PORT, counters);
  }

  PortStory grow(Counter counter, long amount) {
    values.merge(counter, amount, Long::sum);
    return this;
  }

  PortStory set(Counter counter, long value) {
    values.put(counter, value);
    return this;
  }

  PortStory without(Counter counter) {
    values.remove(counter);
    return this;
  }

  PortStory unread(Counter counter, boolean on) {
    if (on) {
      unread.add(counter);
    } else {
      unread.remove(counter);
    }
    return this;
  }

  long tick() {
    return tick;
  }

  Sweep after(long millis) {
    tick += millis * 1_000_000;
    List<Counter> columns = new ArrayList<>(values.keySet());
    long[] numbers = new long[columns.size()];
    byte[] missing = new byte[columns.size()];
    for (int i = 0; i < numbers.length; i++) {
      Counter counter = columns.get(i);
      numbers[i] = values.getOrDefault(counter, 0L);
      missing[i] = (byte) (unread.contains(counter) ? 2 : 0);
    }
    return new Sweep(port, new Schema(columns), numbers, missing, tick / 1_000_000, tick);
  }
}
