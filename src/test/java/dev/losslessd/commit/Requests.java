package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.SortedMap;

/** Requests for more than one resource. */
final class Requests {
  private Requests() {}

  static Request of(SortedMap<Key, Setting> delta) {
    return of(delta, "test");
  }

  static Request of(SortedMap<Key, Setting> delta, String reason) {
    return Request.of(delta, "uid:0", reason);
  }
}
