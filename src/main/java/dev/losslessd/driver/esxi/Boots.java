package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceNotes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Parameters with which the modules were loaded, as far as they are known. ESXi shows only those of
 * the next boot; so it takes a boot that was seen from here, with the same parameters before and
 * after it, to know that they are in force. It is remembered across restarts of the daemon, as long
 * as the host's time up shows that it was not booted meanwhile.
 */
final class Boots {
  private static final Duration OFTEN = Duration.ofHours(1);

  /** Relation of the next boot's parameters to those in force. */
  sealed interface Standing {
    /** The host was booted with them. */
    record InForce() implements Standing {}

    /**
     * They were changed since the boot, as was seen from here.
     *
     * @param before those in force; null where they are not known
     */
    record Changed(@Nullable Options before) implements Standing {}

    /** They are as they were first seen; nobody knows whether they are older than the boot. */
    record Unknown() implements Standing {}
  }

  private final Map<Module, BootNote.Load> loads = new EnumMap<>(Module.class);
  private final DeviceNotes notes;
  private OptionalLong uptime = OptionalLong.empty();

  /** The last note that was kept; null before the first. */
  private @Nullable BootNote kept;

  Boots(DeviceNotes notes) {
    this.notes = notes;
  }

  /**
   * Takes one look. A host has been booted when it is up for a shorter time than before: whatever
   * the unit, time up only grows.
   *
   * @param up how long the host is up; empty where it does not tell
   * @param options of each module that is there
   */
  void see(OptionalLong up, Map<Module, Options> options) {
    up.ifPresent(this::recall);
    boolean booted = up.isPresent() && uptime.isPresent() && up.getAsLong() < uptime.getAsLong();
    if (up.isPresent()) {
      uptime = up;
    }
    options.forEach((module, now) -> loads.compute(module, (_, load) -> next(load, now, booted)));
    keep();
  }

  private static BootNote.Load next(BootNote.@Nullable Load load, Options now, boolean booted) {
    return load == null ? BootNote.Load.of(now) : booted ? load.booted(now) : load.seen(now);
  }

  /**
   * Recalls the last note at the first look of this daemon: an earlier one may have seen this boot.
   */
  private void recall(long up) {
    if (uptime.isPresent() || !loads.isEmpty()) {
      return;
    }
    notes
        .recall()
        .get()
        .flatMap(BootNote::parse)
        .filter(note -> note.isSameBoot(notes.clock().instant(), up))
        .ifPresent(note -> {
          kept = note;
          loads.putAll(note.loads());
        });
  }

  /**
   * Keeps a note that says something new, and one now and then, so that clocks are compared over a
   * short time.
   */
  private void keep() {
    if (uptime.isEmpty()) {
      return;
    }
    BootNote now = new BootNote(notes.clock().instant(), uptime.getAsLong(), loads);
    BootNote before = kept;
    if (before == null
        || !before.saysAs(now)
        || now.up() < before.up()
        || now.at().isAfter(before.at().plus(OFTEN))) {
      notes.keep().accept(now.text());
      kept = now;
    }
  }

  /** We wrote it, whether that made a difference or not. */
  void wrote(Module module) {
    if (loads.computeIfPresent(module, (_, load) -> load.byUs()) != null) {
      keep();
    }
  }

  /** Returns whether a module runs with the parameters that are set; unknown for one never seen. */
  Standing of(Module module) {
    BootNote.Load load = loads.get(module);
    if (load == null) {
      return new Standing.Unknown();
    }
    if (load.last().equals(load.loaded())) {
      return new Standing.InForce();
    }
    boolean asFirst = load.loaded() == null && !load.written() && load.last().equals(load.first());
    return asFirst ? new Standing.Unknown() : new Standing.Changed(load.loaded());
  }
}
