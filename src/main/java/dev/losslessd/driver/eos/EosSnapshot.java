package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Output of a switch at one time, and its meaning.
 *
 * @param text of the configuration
 * @param mtus bytes by port
 */
record EosSnapshot(
    String text, RunningConfig config, Map<String, Integer> mtus, ProfileNames names) {
  static final String INTERFACES = "show interfaces | json";

  /** Settings that each port of a port channel has for itself. */
  private static final Set<SettingKind> OF_CABLE =
      Set.of(SettingKind.MTU, SettingKind.GLOBAL_PAUSE, SettingKind.DSCP_MAP);

  static EosSnapshot read(Console console, ProfileNames names) {
    String text = console.show(RunningConfig.COMMAND);
    return new EosSnapshot(
        text, RunningConfig.parse(text), parseMtus(console.show(INTERFACES)), names);
  }

  /**
   * MTU of each front panel port, whether a line sets it or not; 0 for one that is not understood.
   */
  static Map<String, Integer> parseMtus(String text) {
    Map<String, Integer> mtus = new TreeMap<>();
    DeviceJson.parse(INTERFACES, text)
        .rows("interfaces")
        .forEach(all ->
            all.named((name, port) -> {
              if (RunningConfig.isPort(name)) {
                bytes(port).ifPresent(bytes -> mtus.put(name, bytes));
              }
            }));
    return mtus;
  }

  private static OptionalInt bytes(DeviceJson port) {
    try {
      OptionalLong mtu = port.wholeIfThere("mtu");
      long bytes = mtu.orElse(Mtu.SMALLEST);
      return mtu.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of(bytes < Mtu.SMALLEST || bytes > Mtu.LARGEST ? 0 : (int) bytes);
    } catch (DeviceException e) {
      return OptionalInt.of(0);
    }
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

  /**
   * The lines by which a port acts for one setting. A member of a port channel has those of the
   * port channel and of its profile (Arista's AVD gives members {@code channel-group} alone).
   *
   * @throws DeviceException UNSUPPORTED where the member says other things: no source tells which
   *     of them count
   */
  List<ConfigLine> lines(String name, SettingKind kind) {
    SettingKind of = kind == SettingKind.LOSSLESS ? SettingKind.PFC : kind;
    Optional<String> bundle = config.bundle(name);
    return bundle.isEmpty() || OF_CABLE.contains(kind)
        ? port(name).lines(of)
        : ofBundle(name, bundle.get(), of);
  }

  private List<ConfigLine> ofBundle(String name, String bundle, SettingKind kind) {
    if (!config.hasInterface(bundle)) {
      throw Members.setThere(name, bundle, "which the configuration does not have");
    }
    List<ConfigLine> lines = port(bundle).lines(kind);
    List<ConfigLine> own = port(name).lines(kind);
    if (!own.isEmpty() && !Set.copyOf(own).equals(Set.copyOf(lines))) {
      throw Members.setThere(
          name, bundle, "and has '" + Sanitized.of(own.getFirst().word()) + "' itself");
    }
    return lines;
  }

  /**
   * The value of one setting of a port.
   *
   * @throws DeviceException UNSUPPORTED for what cannot be told in the words of this field
   */
  Setting value(String name, SettingKind kind) {
    List<ConfigLine> lines = lines(name, kind);
    return switch (kind) {
      case PFC -> config.pfcIsKilled() ? Pfc.OFF : PortSettings.pfc(lines);
      case LOSSLESS -> PortSettings.lossless(lines);
      case ETS, ECN, ECN_COUNT -> {
        config.requireQueuesAreClasses();
        yield kind == SettingKind.ETS
            ? PortSettings.ets(lines)
            : kind == SettingKind.ECN ? PortSettings.ecn(lines) : PortSettings.ecnCount(lines);
      }
      case TRUST -> {
        requireNoPolicy(name);
        yield PortSettings.trust(lines, isRouted(name));
      }
      case GLOBAL_PAUSE -> PortSettings.pause(lines);
      case PFC_WATCHDOG -> PortSettings.watchdog(lines);
      case MTU -> mtu(name);
      case DSCP_MAP -> {
        requireNoPolicy(name);
        yield dscpMap();
      }
      default -> throw PortSettings.unknown(kind);
    };
  }

  /**
   * Requires that neither the port nor its port channel has a policy map that classifies.
   *
   * @throws DeviceException UNSUPPORTED with the policy map
   */
  private void requireNoPolicy(String name) {
    Stream.concat(config.bundle(name).stream().filter(config::hasInterface), Stream.of(name))
        .flatMap(place -> port(place).policies())
        .filter(config::classifies)
        .findFirst()
        .ifPresent(policy -> {
          throw DeviceException.unsupported(
              name
                  + ": policy-map "
                  + Sanitized.of(policy)
                  + " gives its packets their traffic class ('set traffic-class'), by neither PCP"
                  + " nor the DSCP map alone");
        });
  }

  private Mtu mtu(String name) {
    Integer bytes = mtus.get(name);
    if (bytes == null || bytes == 0) {
      throw ParseErrors.at(
          INTERFACES, name, "an mtu of this port, " + Mtu.SMALLEST + ".." + Mtu.LARGEST + " bytes");
    }
    return new Mtu(bytes);
  }

  /** Profiles that the agents of other hosts have made, by what they hold of each port. */
  List<ForeignMark> foreign(DeviceId device) {
    List<ForeignMark> marks = new ArrayList<>();
    for (String port : ports()) {
      Target target = Target.port(new PortId(device, port));
      String name = port(port).profile().orElse("");
      names
          .other(port, name)
          .ifPresent(host ->
              ProfileNames.HELD.forEach(
                  kind -> marks.add(ForeignMark.on(target, kind, host, "profile " + name))));
    }
    return marks;
  }

  DscpMap dscpMap() {
    return DscpLines.map(config.tree());
  }
}
