package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.path;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Readings of all knobs of a switch, with the words that bring them back. */
final class Readings {
  private final JunosSnapshot now;
  private final CosView view;
  private final Buffers buffers;
  private final Map<SettingKind, Reading> all = new EnumMap<>(SettingKind.class);

  Readings(JunosSnapshot now, Buffers buffers) {
    this.now = now;
    this.view = now.view();
    this.buffers = buffers;
  }

  Observed of(Target target) {
    all.clear();
    switch (target) {
      case Target.Device _ -> box();
      case Target.Port port -> port(port.id().name());
    }
    return new Observed(target, all);
  }

  private void box() {
    classOfService(SettingKind.DSCP_MAP, view::dscpMap, this::entries);
    put(SettingKind.PFC_WATCHDOG, () -> new PfcWatchdog(true), () -> "");
  }

  private String entries() {
    return Words.of(view.classifier().map(view::entries).orElseGet(TreeSet::new));
  }

  private void port(String name) {
    Interfaces.Facts facts = now.port(name);
    put(SettingKind.MTU, () -> mtu(name, facts), () -> Words.of(own(name, "mtu")));
    put(SettingKind.GLOBAL_PAUSE, () -> pause(name, facts), () -> Words.of(pauseLines(name)));
    alone(name, SettingKind.PFC, () -> value(SettingKind.PFC, name, () -> Knobs.pfc(view, name)));
    alone(
        name,
        SettingKind.PFC_WATCHDOG,
        () -> value(SettingKind.PFC_WATCHDOG, name, () -> Knobs.watchdog(view, name)));
    alone(name, SettingKind.ETS, () -> shares(name));
    alone(name, SettingKind.ECN, () -> marking(name));
    alone(name, SettingKind.TRUST, () -> trust(name));
    alone(name, SettingKind.DSCP_MAP, () -> new Reading.Value(view.dscpMap()));
  }

  private TreeSet<String> own(String port, String word) {
    TreeSet<String> lines = view.statements().below(path("interfaces", port));
    lines.removeIf(line -> !line.startsWith(word + " "));
    return lines;
  }

  private static Mtu mtu(String port, Interfaces.Facts facts) {
    int bytes = facts.mtu().orElse(0);
    if (bytes < Mtu.SMALLEST || bytes > Mtu.LARGEST) {
      throw ParseErrors.at(Interfaces.COMMAND, port + " MTU " + bytes, "64..65535 bytes");
    }
    return new Mtu(bytes);
  }

  private Collection<String> pauseLines(String port) {
    TreeSet<String> lines = view.statements().below(path("interfaces", port, "ether-options"));
    lines.removeIf(line -> !line.matches("(?:no-)?flow-control"));
    return lines;
  }

  /** Returns the pause that the port runs; where it does not tell, that of a statement. */
  private GlobalPause pause(String port, Interfaces.Facts facts) {
    if (view.statements()
        .has(path("interfaces", port, "ether-options", "configured-flow-control"))) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          port + ": configured-flow-control, which differs by direction, is not read from here");
    }
    Collection<String> lines = pauseLines(port);
    boolean on =
        facts
            .flow()
            .or(() ->
                lines.isEmpty()
                    ? Optional.<Boolean>empty()
                    : Optional.of(lines.contains("flow-control")))
            .orElseThrow(() ->
                new DeviceException(
                    DeviceException.Kind.UNSUPPORTED,
                    port + ": the switch does not tell its flow control, nor does a statement"));
    return new GlobalPause(on, on);
  }

  private Reading value(SettingKind kind, String port, Supplier<Setting> knob) {
    return new Reading.Value(
        knob.get(),
        Words.of(Words.only(ProfileKind.PROFILE, kind, view.content(ProfileKind.PROFILE, port))));
  }

  private Reading shares(String port) {
    return new Reading.Value(
        Knobs.ets(view.classes(), PortDraft.queues(now, view, port)),
        PortDraft.shareWords(now, view, port));
  }

  private Reading marking(String port) {
    Collection<String> content = view.content(ProfileKind.QUEUES, port);
    Knobs.Marking told = Knobs.ecn(view, content, queue -> buffers.of(now, port, queue), port);
    return new Reading.Value(
        told.ecn(),
        Words.of(Words.only(ProfileKind.QUEUES, SettingKind.ECN, content)),
        told.note());
  }

  private Reading trust(String port) {
    Trust trust = view.trust(port);
    boolean unbound =
        trust.field() == Trust.Field.PCP
            && !view.statements().has(path("class-of-service", "interfaces", port, "unit"));
    String note = unbound ? "no classifier is bound: the release's own" + usual(port) : "";
    return new Reading.Value(trust, Words.of(view.bindings(port)), note);
  }

  /** Returns the default classifier of a port without a statement, where the switch shows it. */
  private String usual(String port) {
    try {
      List<String> names =
          now.classifiers(port).values().stream().flatMap(List::stream).distinct().toList();
      return names.isEmpty() ? "" : ", " + Sanitized.of(String.join(", ", names));
    } catch (DeviceException e) {
      return switch (e.kind()) {
        case REFUSED, UNSUPPORTED, GARBLED -> ", which was not told: " + e.getMessage();
        case TIMEOUT, GONE, LIED, CLOSED_GATE -> throw e;
      };
    }
  }

  /**
   * Reads a knob of class of service. A member has it at its bundle, and a group may add to it;
   * both are unsupported.
   */
  private void alone(String port, SettingKind kind, Supplier<Reading> knob) {
    all.put(
        kind,
        Failures.orUnsupported(() -> {
          now.junosConfig()
              .bundle(port)
              .ifPresent(bundle -> {
                throw new DeviceException(
                    DeviceException.Kind.UNSUPPORTED,
                    port + " is a member of " + bundle + ": its class of service is set there");
              });
          requireNoGroup();
          return knob.get();
        }));
  }

  private void classOfService(SettingKind kind, Supplier<Setting> knob, Supplier<String> words) {
    all.put(
        kind,
        Failures.orUnsupported(() -> {
          requireNoGroup();
          return new Reading.Value(knob.get(), words.get());
        }));
  }

  private void requireNoGroup() {
    now.junosConfig()
        .group()
        .ifPresent(name -> {
          throw new DeviceException(
              DeviceException.Kind.UNSUPPORTED,
              "group "
                  + name
                  + " is applied and has class of service or ports in it: what it adds is not"
                  + " followed");
        });
  }

  private void put(SettingKind kind, Supplier<Setting> knob, Supplier<String> words) {
    all.put(kind, Failures.orUnsupported(() -> new Reading.Value(knob.get(), words.get())));
  }
}
