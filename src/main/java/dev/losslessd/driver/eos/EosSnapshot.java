package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Members;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Output of a switch at one time, and its meaning.
 *
 * @param text of the configuration
 * @param mtus of the interfaces
 */
record EosSnapshot(String text, RunningConfig config, Mtus mtus, ProfileNames names) {
  static EosSnapshot read(Console console, ProfileNames names) {
    String text = console.show(RunningConfig.COMMAND);
    Mtus mtus = new Mtus(() -> console.show(Mtus.COMMAND));
    return new EosSnapshot(text, RunningConfig.parse(RunningConfig.COMMAND, text), mtus, names);
  }

  List<String> ports() {
    return config.ports();
  }

  PortConfig port(String name) {
    return PortConfig.of(config, name);
  }

  /** A port with {@code no switchport} routes, as does one whose port channel has that line. */
  boolean isRouted(String name) {
    return config.port(config.bundle(name).orElse(name)).has("no switchport");
  }

  /** The interface whose lines apply to a port: its port channel, else itself. */
  private PortConfig place(String name) {
    return port(config.bundle(name).filter(config::hasInterface).orElse(name));
  }

  /**
   * The lines by which a port acts for one setting. A member of a port channel has those of the
   * port channel and of its profile (Arista's AVD gives members {@code channel-group} alone).
   *
   * @throws DeviceException UNSUPPORTED where the member says other things: no source tells which
   *     of them count; and where an interface profile adds to them, which is not followed
   */
  List<ConfigLine> lines(String name, SettingKind kind) {
    SettingKind of = kind == SettingKind.LOSSLESS ? SettingKind.PFC : kind;
    if (kind == SettingKind.MTU) {
      return port(name).lines(of); // the value is that of the table, whatever sets it
    }
    requireNoProfile(name);
    Optional<String> bundle = config.bundle(name);
    return bundle.isEmpty() || kind == SettingKind.GLOBAL_PAUSE
        ? port(name).lines(of)
        : ofBundle(name, bundle.get(), of);
  }

  private List<ConfigLine> ofBundle(String name, String bundle, SettingKind kind) {
    requireFollowed(name, bundle);
    List<ConfigLine> lines = port(bundle).lines(kind);
    List<ConfigLine> own = port(name).lines(kind);
    if (!own.isEmpty() && !Set.copyOf(own).equals(Set.copyOf(lines))) {
      throw Members.setThere(
          name, bundle, "and has '" + PrintableText.brief(own.getFirst().word()) + "' itself");
    }
    return lines;
  }

  private void requireFollowed(String name, String bundle) {
    if (!config.hasInterface(bundle)) {
      throw Members.setThere(name, bundle, "which the configuration does not have");
    }
    config
        .interfaceProfile(bundle)
        .ifPresent(profile -> {
          throw Members.setThere(name, bundle, "which has interface profile " + profile);
        });
  }

  /**
   * Requires that a port's lines are all that applies to it.
   *
   * @throws DeviceException UNSUPPORTED if an interface profile adds to them
   */
  void requireNoProfile(String name) {
    config
        .interfaceProfile(name)
        .ifPresent(profile -> {
          throw DeviceException.unsupported(
              name + " has interface profile " + profile + ": set there");
        });
  }

  /**
   * Requires that neither the port nor its port channel has a policy map that classifies.
   *
   * @throws DeviceException UNSUPPORTED with the policy map
   */
  void requireNoPolicy(String name) {
    Stream.of(place(name), port(name))
        .flatMap(PortConfig::policies)
        .filter(config::classifies)
        .findFirst()
        .ifPresent(policy -> {
          throw DeviceException.unsupported(
              ("%s: policy-map %s gives its packets their traffic class ('set traffic-class'), by"
                      + " neither PCP nor the DSCP map alone")
                  .formatted(name, PrintableText.brief(policy)));
        });
  }

  /**
   * The value of one setting of a port.
   *
   * @throws DeviceException UNSUPPORTED for what cannot be told in the words of this field
   */
  Setting value(String name, SettingKind kind) {
    List<ConfigLine> lines = lines(name, kind);
    return kind == SettingKind.LOSSLESS
        ? PfcLines.lossless(lines)
        : PortSettings.of(kind).read(this, name, lines);
  }

  /**
   * The MTU of a port; of a member that of the port channel, which routes what its members receive.
   *
   * @throws DeviceException UNSUPPORTED if the port channel's is not printed, or the larger one
   */
  Mtu mtu(String name) {
    Mtu own = mtus.of(name);
    Optional<String> bundle = config.bundle(name);
    if (bundle.isEmpty()) {
      return own;
    }
    if (!mtus.has(bundle.get())) {
      throw Members.setThere(name, bundle.get(), "which '" + Mtus.COMMAND + "' does not print");
    }
    Mtu whole = mtus.of(bundle.get());
    if (whole.bytes() > own.bytes()) {
      throw Members.setThere(
          name, bundle.get(), "whose MTU is " + whole.text() + " and its own " + own.text());
    }
    return whole;
  }

  /** Profiles that the agents of other hosts have made, by what they hold of each port. */
  List<ForeignMark> foreign(DeviceId device) {
    List<SettingKind> held =
        PortSettings.ALL.stream()
            .filter(setting -> setting.home != PortSetting.Home.PORT)
            .map(PortSetting::kind)
            .toList();
    List<ForeignMark> marks = new ArrayList<>();
    for (String port : ports()) {
      String name = port(port).profile().orElse("");
      Target target = Target.port(new PortId(device, port));
      marks.addAll(ForeignMark.on(target, held, names.other(port, name), "profile " + name));
    }
    return marks;
  }

  DscpMap dscpMap() {
    return DscpLines.map(config.tree());
  }

  /**
   * The map that a port classifies by, which is that of the switch.
   *
   * @throws DeviceException UNSUPPORTED if a policy map or an interface profile may classify
   *     instead
   */
  DscpMap dscpMap(String name) {
    requireNoProfile(name);
    config.bundle(name).ifPresent(bundle -> requireFollowed(name, bundle));
    requireNoPolicy(name);
    return dscpMap();
  }

  /** Lines that apply to a port and give its watchdog times or an action of its own. */
  List<String> watchdogLines(String name) {
    return Stream.of(port(name), place(name))
        .flatMap(PortConfig::all)
        .map(ConfigLine::text)
        .filter(text -> text.startsWith(WatchdogLines.WATCHDOG + "port "))
        .distinct()
        .toList();
  }
}
