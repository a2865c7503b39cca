package dev.losslessd.http;

import dev.losslessd.commit.Releases;
import dev.losslessd.model.Key;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Settings that a rollback or a release does not put back. */
final class LeftSettings {
  private static final String FIELD = "leave";
  private static final int MOST = 4096;

  private LeftSettings() {}

  /** Reads the field {@code leave}: {@code ["leaf2:dscp", "leaf1:Ethernet1/1:pfc"]}. */
  static Set<Key> of(JsonObjectReader body) {
    Set<Key> all = new TreeSet<>();
    if (body.take(FIELD).isPresent()) {
      for (JsonNode one : body.needElements(FIELD, 1, MOST).orElse(List.<JsonNode>of())) {
        String text = one.asString("");
        key(text)
            .ifPresentOrElse(
                all::add, () -> body.errors().unexpected(FIELD, text, "a setting like leaf1:dscp"));
      }
    }
    return all;
  }

  private static Optional<Key> key(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      return Optional.empty();
    }
    try {
      Target target = Target.parse(text.substring(0, colon));
      return SettingKind.ofWord(text.substring(colon + 1)).map(kind -> new Key(target, kind));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is not put back. */
  static Fields json(Releases.Untouched one) {
    return PlanJson.key(one.key())
        .with("now", one.now())
        .with("why", one.why())
        .withAny("named", one.named());
  }
}
