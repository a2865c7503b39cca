package dev.losslessd.commit;

import dev.losslessd.model.DeviceId;
import dev.losslessd.store.Entry;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Devices that hold a revert timer, by commit, and until when. Not safe for threads. */
final class HeldUntil {
  private final Map<String, Map<DeviceId, Instant>> held = new HashMap<>();

  /** An earlier batch may have the earlier end. */
  void add(Entry.Held e) {
    Map<DeviceId, Instant> all = held.computeIfAbsent(e.commit(), _ -> new HashMap<>());
    for (DeviceId device : e.devices()) {
      Instant known = all.get(device);
      Instant until = e.until().at();
      boolean earlier = known != null && known.isBefore(until);
      all.put(device, earlier && !e.anew() ? known : until);
    }
  }

  /** Nothing for devices that do not. */
  Map<DeviceId, Instant> of(String id) {
    return new TreeMap<>(held.getOrDefault(id, Map.of()));
  }

  boolean has(String id) {
    return held.containsKey(id);
  }

  void remove(String id) {
    held.remove(id);
  }
}
