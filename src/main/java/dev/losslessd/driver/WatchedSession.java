package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A conversation with a switch of a system that is watched. What it tells is compared with the
 * policy; every change is refused before anything is sent, but for the few knobs of {@link
 * #written}.
 */
public abstract class WatchedSession implements SwitchSession {
  private final SwitchAccess access;
  private final Console console;
  private final String why;

  /**
   * @param why nothing is written, for people
   */
  protected WatchedSession(SwitchAccess access, Console.Dialect dialect, String why) {
    this.access = access;
    this.console = new Console(access, dialect);
    this.why = why;
  }

  protected final SwitchAccess access() {
    return access;
  }

  protected final Console console() {
    return console;
  }

  /** Front panel ports by the names of the configuration. */
  protected abstract Collection<String> ports();

  /**
   * Every knob of a target, each with what reads it. A reader that throws UNSUPPORTED makes the
   * knob unsupported, with its reason; one that throws GARBLED or REFUSED makes it unread.
   */
  protected abstract Map<SettingKind, Supplier<Reading>> knobs(Target target);

  /** A knob that is written after all. */
  public interface Written {
    /** Whether it can be, here and now. */
    Capability capability();

    /** Writes one change, as {@link SwitchSession#apply} does. */
    void apply(Change change);
  }

  /** Returns how a knob is written; empty for one that is only watched, as all are by default. */
  protected Optional<Written> written(Target target, SettingKind kind) {
    return Optional.empty();
  }

  /** Commands that are tried before a plan: the account has to be allowed each of them. */
  protected abstract List<String> reads();

  @Override
  public final List<Target> targets() {
    return access.targets(ports());
  }

  @Override
  public final Capabilities capabilities(Target target) {
    Map<SettingKind, Capability> knobs = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : knobs(target).keySet()) {
      Optional<Written> written = written(target, kind);
      knobs.put(kind, written.map(Written::capability).orElseGet(() -> Capability.readOnly(why)));
    }
    return new Capabilities(target, knobs, Priority.COUNT);
  }

  @Override
  public final Observed read(Target target) {
    access.requireOurs(target);
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    knobs(target).forEach((kind, reader) -> readings.put(kind, reading(reader)));
    return new Observed(target, readings);
  }

  private static Reading reading(Supplier<Reading> reader) {
    try {
      return reader.get();
    } catch (DeviceException e) {
      return switch (e.kind()) {
        case UNSUPPORTED -> new Reading.Unsupported(e.getMessage());
        case GARBLED, REFUSED -> new Reading.Unread(e.getMessage());
        case TIMEOUT, GONE, LIED, CLOSED_GATE -> throw e;
      };
    }
  }

  @Override
  public final void apply(Change change) {
    access.requireOurs(change.target());
    written(change.target(), change.kind())
        .orElseThrow(() ->
            new DeviceException(
                DeviceException.Kind.UNSUPPORTED,
                change.target() + " " + change.kind().word() + ": " + why))
        .apply(change);
  }

  @Override
  public final Unsaved unsaved(Set<Target> ours) {
    throw new DeviceException(
        DeviceException.Kind.UNSUPPORTED, access.device() + ": what is saved is not compared");
  }

  @Override
  public final void save() {
    throw new DeviceException(DeviceException.Kind.UNSUPPORTED, access.device() + ": " + why);
  }

  @Override
  public final List<String> missingPermissions() {
    return console.oncePerConnection(
        () -> console.missingPermissions(reads(), console.dialect()::denial));
  }

  @Override
  public final void close() {
    console.close();
  }
}
