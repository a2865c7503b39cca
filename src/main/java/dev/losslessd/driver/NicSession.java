package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One NIC port as its settings and counters. */
final class NicSession implements Session {
  private static final int EVERY_PRIORITY = 8;

  private final Nic nic;
  private final Target target;
  private final HostAccess access;
  private final boolean settable;
  private final Map<SettingKind, SettingAccess> settings;
  private final PortSweeper sweeper;
  private final Duration patience;

  /**
   * @param settable false if nothing of the netdev is set here: dcbnl is not even asked then
   * @param settings one of each kind that the driver has
   * @param sweeper closed with the session
   * @param patience with one write; zero where the config's deadline is enough
   */
  NicSession(
      Nic nic,
      HostAccess access,
      boolean settable,
      Map<SettingKind, SettingAccess> settings,
      PortSweeper sweeper,
      Duration patience) {
    this.nic = nic;
    this.target = Target.port(nic.port());
    this.access = access;
    this.settable = settable;
    this.settings = Collections.unmodifiableMap(settings);
    this.sweeper = sweeper;
    this.patience = patience;
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
    Map<SettingKind, Capability> known =
        ofEach(
            setting -> Lldpad.beside(lldpad, setting.kind(), setting.capability(view)),
            e -> Capability.none("could not be read: " + e.getMessage()));
    return new Capabilities(target, known, maxLossless(view));
  }

  /** Asks all settings on one thread, handed over once; a file that hangs is that of all. */
  private <T> Map<SettingKind, T> ofEach(
      Function<SettingAccess, T> ask, Function<TransportException, T> failed) {
    Map<SettingKind, T> all = new EnumMap<>(SettingKind.class);
    try {
      return access
          .files()
          .together(() -> {
            settings.forEach((kind, setting) -> all.put(kind, answer(setting, ask, failed)));
            return all;
          });
    } catch (TransportException e) {
      // not the map that the thread may go on filling
      Map<SettingKind, T> none = new EnumMap<>(SettingKind.class);
      settings.keySet().forEach(kind -> none.put(kind, failed.apply(e)));
      return none;
    }
  }

  private static <T> T answer(
      SettingAccess setting,
      Function<SettingAccess, T> ask,
      Function<TransportException, T> failed) {
    try {
      return ask.apply(setting);
    } catch (TransportException e) {
      return failed.apply(e);
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
    return new Observed(
        target,
        ofEach(
            setting -> setting.read(view),
            e -> new Reading.Unread(String.valueOf(e.getMessage()))));
  }

  private DcbView view() {
    return settable ? DcbView.read(access.dcb(), nic) : new DcbView.None("not set here");
  }

  @Override
  public void apply(Change change) {
    requireOurs(change.target());
    SettingAccess setting = settings.get(change.kind());
    if (setting == null) {
      throw DeviceException.unsupported(nic.port() + ": no setting " + change.kind().word());
    }
    try {
      setting.write(change.after());
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
      return Identity.port(access.ethtool().permanentAddress(nic.port().name()));
    } catch (TransportException e) {
      if (e.kind() == TransportException.Kind.REFUSED) {
        return Identity.NONE; // it has no such command
      }
      throw Failures.of(nic.port(), "the address that it was made with", e);
    }
  }

  /**
   * The index of the netdev: the kernel gives each registration the next free one (Linux, {@code
   * dev_index_reserve} in net/core/dev.c), so a driver that is reloaded has another one. A reset
   * that keeps the netdev (mlx5 health recovery, bnxt and ice firmware reset) is not seen.
   */
  @Override
  public Optional<Incarnation> incarnation(Target asked) {
    requireOurs(asked);
    String path = Discovery.NET + nic.port().name() + "/ifindex";
    return Failures.asking(nic.port(), "ifindex", () -> access.files().readText(path))
        .filter(text -> Pattern.matches("[1-9][0-9]{0,9}", text))
        .map(text -> new Incarnation(Incarnation.Kind.IFINDEX, text));
  }

  private void requireOurs(Target asked) {
    if (!asked.equals(target)) {
      throw DeviceException.gone(asked + ": this session is for " + target);
    }
  }

  @Override
  public void close() {
    sweeper.close();
  }
}
