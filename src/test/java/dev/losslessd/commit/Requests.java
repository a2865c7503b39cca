package dev.losslessd.commit;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Requests for more than one resource. */
final class Requests {
  private Requests() {}

  static Request of(SortedMap<Key, Setting> delta) {
    return of(delta, "test");
  }

  static Request of(SortedMap<Key, Setting> delta, String reason) {
    return new Request(
        delta,
        false,
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of(),
        Acceptance.NOTHING,
        "uid:0",
        reason,
        false,
        Set.of(),
        Optional.empty());
  }
}
