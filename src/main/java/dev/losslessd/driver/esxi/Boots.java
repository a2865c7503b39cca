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

  /** Knowledge about one module in this boot. */
  private static final class Load {
    final Options first;
    Options last;
    @Nullable Options loaded;
    boolean written;

    Load(Options options) {
      first = options;
      last = options;
    }

    Load(BootNote.Load noted) {
      first = noted.first();
      last = noted.last();
      loaded = noted.loaded();
      written = noted.written();
    }

    BootNote.Load note() {
      return new BootNote.Load(first, last, loaded, written);
    }
  }

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

  private final Map<Module, Load> loads = new EnumMap<>(Module.class);
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
    options.forEach((module, now) -> {
      Load load = loads.get(module);
      if (load == null) {
        loads.put(module, new Load(now));
      } else if (booted) {
        loads.put(module, anew(load, now));
      } else {
        load.last = now;
      }
    });
    keep();
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
          note.loads().forEach((module, load) -> loads.put(module, new Load(load)));
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
    Map<Module, BootNote.Load> all = new EnumMap<>(Module.class);
    loads.forEach((module, load) -> all.put(module, load.note()));
    BootNote now = new BootNote(notes.clock().instant(), uptime.getAsLong(), all);
    BootNote before = kept;
    if (before == null
        || !before.saysAs(now)
        || now.up() < before.up()
        || now.at().isAfter(before.at().plus(OFTEN))) {
      notes.keep().accept(now.text());
      kept = now;
    }
  }

  private static Load anew(Load before, Options now) {
    Load load = new Load(now);
    load.loaded = before.last.equals(now) ? now : null;
    return load;
  }

  /** We wrote it, whether that made a difference or not. */
  void wrote(Module module) {
    Load load = loads.get(module);
    if (load != null) {
      load.written = true;
      keep();
    }
  }

  /** Returns whether a module runs with the parameters that are set; unknown for one never seen. */
  Standing of(Module module) {
    Load load = loads.get(module);
    if (load == null) {
      return new Standing.Unknown();
    }
    if (load.last.equals(load.loaded)) {
      return new Standing.InForce();
    }
    boolean asFirst = load.loaded == null && !load.written && load.last.equals(load.first);
    return asFirst ? new Standing.Unknown() : new Standing.Changed(load.loaded);
  }
}
