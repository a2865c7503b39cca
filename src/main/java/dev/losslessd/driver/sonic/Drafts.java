package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** States of the databases after some changes. */
final class Drafts {
  private final Map<SettingKind, PortKnob> knobs = new EnumMap<>(SettingKind.class);

  /**
   * @param image that the switch runs, as far as it is known
   */
  Drafts(Supplier<Image> image) {
    List.of(
            new PfcKnob(image),
            new EtsKnob(),
            new EcnKnob(),
            new PlainKnobs.OfMtu(),
            new PlainKnobs.OfTrust(),
            new PlainKnobs.OfWatchdog(image))
        .forEach(knob -> knobs.put(knob.kind(), knob));
  }

  Collection<PortKnob> knobs() {
    return knobs.values();
  }

  /** Reads a knob of a port, with the cells that bring it back. */
  static Reading value(PortKnob knob, ConfigDb db, String port) {
    PortKnob.Told told = knob.read(db, port);
    return new Reading.Value(told.setting(), Words.of(db, knob.owned(port)), told.note());
  }

  static SortedMap<String, ConfigDb> copies(SortedMap<String, ConfigDb> databases) {
    SortedMap<String, ConfigDb> copies = new TreeMap<>();
    databases.forEach((name, db) -> copies.put(name, db.copy()));
    return copies;
  }

  /**
   * @param from databases by namespace that say something of the target
   * @param changes of one target, in order
   * @throws DeviceException UNSUPPORTED for what this switch cannot do
   */
  SortedMap<String, ConfigDb> of(SortedMap<String, ConfigDb> from, List<Change> changes) {
    SortedMap<String, ConfigDb> to = copies(from);
    to.values()
        .forEach(draft -> {
          for (Change change : changes) {
            switch (change.target()) {
              case Target.Device _ -> device(draft, change);
              case Target.Port port -> port(draft, port.id().name(), change);
            }
          }
          OwnedRows.cleanUp(draft);
        });
    return to;
  }

  private static void device(ConfigDb draft, Change change) {
    if (!(change.after() instanceof DscpMap map)) {
      throw noKnob(change);
    }
    DscpMaps.write(draft, map, change.wordsAfter());
  }

  private void port(ConfigDb draft, String port, Change change) {
    PortKnob knob = knobs.get(change.kind());
    if (knob == null) {
      throw noKnob(change);
    }
    if (change.isMet(Failures.orUnread(() -> value(knob, draft, port)))) {
      return;
    }
    if (change.wordsAfter().isEmpty()) {
      knob.write(draft, port, change.after());
      return;
    }
    Words.restore(draft, knob.owned(port), change.wordsAfter());
    OwnedRows.cleanUp(draft);
    Setting then = knob.read(draft, port).setting();
    if (!then.equals(change.after())) {
      throw DeviceException.unsupported(
          change.text() + ": the words '" + change.wordsAfter() + "' would be " + then.text());
    }
  }

  private static DeviceException noKnob(Change change) {
    return DeviceException.unsupported(change.target() + " has no knob " + change.kind().word());
  }
}
