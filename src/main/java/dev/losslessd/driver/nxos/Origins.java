package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which policies ours have replaced, so that the inverse attaches those again. Kept in our own
 * state: no source at hand says that a policy of type queuing takes a description.
 */
final class Origins {
  /** Stands for the policies of the factory, which have no name in the configuration. */
  private static final String FACTORY = "";

  private final DeviceNotes notes;
  private final Map<Kind, String> known = new EnumMap<>(Kind.class);

  Origins(DeviceNotes notes) {
    this.notes = notes;
    notes.recall().get().ifPresent(this::parse);
  }

  /** Returns a copy of the policies that were replaced, by kind. */
  synchronized Map<Kind, String> all() {
    return Map.copyOf(known);
  }

  /**
   * Ours is about to replace one. Where ours is in force already, what it replaced stays known.
   *
   * @param now before the first line is sent: a crash in the middle loses nothing
   */
  synchronized void replacing(Kind kind, NxosSnapshot now) {
    Optional<String> inForce = now.policy(kind).map(QosPolicy::name);
    boolean ours = inForce.filter(name -> now.names().isOurs(kind, name)).isPresent();
    String name = inForce.orElse(FACTORY);
    if (!ours && !name.equals(known.put(kind, name))) {
      StringBuilder text = new StringBuilder();
      known.forEach((of, origin) -> text.append(of.word).append('=').append(origin).append('\n'));
      notes.keep().accept(text.toString());
    }
  }

  /** Parses the note; what a later release adds is left alone. */
  private void parse(String text) {
    for (String line : text.lines().toList()) {
      for (Kind kind : Kind.values()) {
        if (line.startsWith(kind.word + "=")) {
          known.put(kind, line.substring(kind.word.length() + 1));
        }
      }
    }
  }
}
