package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One NIC port as a list of knobs and its counters. */
public final class NicSession implements Session {
  private static final int EVERY_PRIORITY = 8;

  private final Nic nic;
  private final Target target;
  private final HostAccess access;
  private final boolean settable;
  private final List<SettingAccess> knobs;
  private final PortSweeper sweeper;
  private final Duration patience;

  /**
   * @param settable false if no knob is here: dcbnl is not even asked then
   * @param knobs one of each kind that the driver has
   * @param sweeper closed with the session
   * @param patience with one write; zero where the config's deadline is enough
   */
  public NicSession(
      Nic nic,
      HostAccess access,
      boolean settable,
      List<SettingAccess> knobs,
      PortSweeper sweeper,
      Duration patience) {
    this.nic = nic;
    this.target = Target.port(nic.port());
    this.access = access;
    this.settable = settable;
    this.knobs = List.copyOf(knobs);
    this.sweeper = sweeper;
    this.patience = patience;
  }

  /**
   * A session whose counters are those of a catalogue.
   *
   * @param settable as above
   */
  public NicSession(
      Nic nic,
      HostAccess access,
      boolean settable,
      List<SettingAccess> knobs,
      CounterCatalogue counters) {
    this(nic, access, settable, knobs, counters, Duration.ZERO);
  }

  /** One whose driver is slow to put a value in force. */
  public NicSession(
      Nic nic,
      HostAccess access,
      boolean settable,
      List<SettingAccess> knobs,
      CounterCatalogue counters,
      Duration patience) {
    this(nic, access, settable, knobs, counters.sweeper(nic, access), patience);
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public List<Target> targets() {
    return List.of(target);
  }

  @Override
  public Capabilities capabilities(Target asked) {
    requireOurs(asked);
    DcbView view = view();
    Optional<String> lldpad = Lldpad.running(access.files());
    Map<SettingKind, Capability> known = new EnumMap<>(SettingKind.class);
    for (SettingAccess settingAccess : knobs) {
      known.put(
          settingAccess.kind(),
          Lldpad.beside(lldpad, settingAccess.kind(), capability(settingAccess, view)));
    }
    return new Capabilities(target, known, maxLossless(view));
  }

  private static Capability capability(SettingAccess settingAccess, DcbView view) {
    try {
      return settingAccess.capability(view);
    } catch (TransportException e) {
      return Capability.none("could not be read: " + e.getMessage());
    }
  }

  private static int maxLossless(DcbView view) {
    return view instanceof DcbView.Known known
        ? known.state().pfc().map(pfc -> pfc.capable()).orElse(EVERY_PRIORITY)
        : EVERY_PRIORITY;
  }

  @Override
  public Observed read(Target asked) {
    requireOurs(asked);
    DcbView view = view();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    for (SettingAccess settingAccess : knobs) {
      readings.put(settingAccess.kind(), reading(settingAccess, view));
    }
    return new Observed(target, readings);
  }

  private static Reading reading(SettingAccess settingAccess, DcbView view) {
    try {
      return settingAccess.read(view);
    } catch (TransportException e) {
      return new Reading.Unread(String.valueOf(e.getMessage()));
    }
  }

  private DcbView view() {
    return settable ? DcbView.read(access.dcb(), nic) : new DcbView.None("not set here");
  }

  @Override
  public void apply(Change change) {
    requireOurs(change.target());
    SettingAccess settingAccess =
        knobs.stream()
            .filter(k -> k.kind() == change.kind())
            .findFirst()
            .orElseThrow(() ->
                new DeviceException(
                    DeviceException.Kind.UNSUPPORTED,
                    nic.port() + ": no knob " + change.kind().word()));
    try {
      settingAccess.write(change.after());
    } catch (TransportException e) {
      throw Failures.of(nic.port(), change.kind().word() + " " + change.after().text(), e);
    }
  }

  @Override
  public Sweeper sweeper(PortId port) {
    requireOurs(Target.port(port));
    return sweeper;
  }

  /** Asked each time: a card may be another one behind the same name without any session ending. */
  @Override
  public Identity identity(Target asked) {
    requireOurs(asked);
    try {
      return access
          .ethtool()
          .permanentAddress(nic.port().name())
          .map(mac -> Identity.of(Identity.Fact.MAC, mac))
          .orElse(Identity.NONE);
    } catch (TransportException e) {
      if (e.kind() == TransportException.Kind.REFUSED) {
        return Identity.NONE; // it has no such command
      }
      throw Failures.of(nic.port(), "the address that it was made with", e);
    }
  }

  private void requireOurs(Target asked) {
    if (!asked.equals(target)) {
      throw new DeviceException(
          DeviceException.Kind.GONE, asked + ": this session is for " + target);
    }
  }

  @Override
  public void close() {
    sweeper.close();
  }
}
