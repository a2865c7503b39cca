package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Settings of Junos by release and agent, each read with the statements that bring it back. */
final class JunosSettings {
  /** Statements of ether-options that turn 802.3x pause on or off. */
  static final Pattern PAUSE = Pattern.compile("(?:no-)?flow-control");

  private static final Trust BY_DSCP = new Trust(Trust.Field.DSCP);

  private JunosSettings() {}

  static SettingTable<JunosSnapshot> table(Buffers buffers) {
    // Juniper's guide: while PFC is changed the port's queues all lose packets
    Capability pfc = Capability.writable(Risk.BUFFER_RECARVE, Risk.SHORT_STOP);
    return new SettingTable<JunosSnapshot>(Failures::orUnsupported)
        .device(
            SettingKind.DSCP_MAP,
            Capability.writable(Risk.SHORT_STOP),
            now -> {
              requireNoGroup(now);
              return map(now.view().dscpMap(), entries(now.view()));
            })
        .watchdogOfEachPort()
        .port(
            SettingKind.MTU,
            (now, target) -> MtuLines.ability(now.get(), SettingTable.port(target)),
            MtuLines::read)
        .port(
            SettingKind.GLOBAL_PAUSE,
            Capability.writable(),
            (now, port) ->
                new Reading.Value(pause(now, port), InverseWords.of(pauseLines(now, port))))
        .port(SettingKind.PFC, pfc, ofProfile(SettingKind.PFC, PortSettings::pfc))
        .port(
            SettingKind.PFC_WATCHDOG,
            (now, _) ->
                now.get()
                    .release
                    .withoutWatchdog()
                    .map(Capability::readOnly)
                    .orElse(pfc.with(WatchdogLines.RANGE)),
            ofProfile(SettingKind.PFC_WATCHDOG, PortSettings::watchdog))
        .port(
            SettingKind.ETS,
            Capability.writable(Risk.BUFFER_RECARVE)
                .within(Failures.asLimit(Ets.class, PortSettings::requireKnown)),
            alone(JunosSettings::shares))
        .port(
            SettingKind.ECN,
            (now, target) -> marking(now.get(), SettingTable.port(target), buffers),
            alone((now, port) -> ecn(now, port, buffers)))
        .port(SettingKind.TRUST, Capability.writable(Risk.SHORT_STOP), alone(JunosSettings::trust))
        .dscpMapOfAll(alone(JunosSettings::dscpMap));
  }

  private static Reading map(CosView.Read read, String words) {
    return new Reading.Value(read.map(), words, read.beside());
  }

  private static String entries(CosView view) {
    return InverseWords.of(view.classifier().map(view::entries).orElseGet(TreeSet::new));
  }

  private static Capability marking(JunosSnapshot now, String port, Buffers buffers) {
    boolean known =
        IntStream.range(0, Priority.COUNT)
            .anyMatch(queue -> buffers.of(now, port, queue).isPresent());
    return known
        ? Capability.writable(Risk.BUFFER_RECARVE)
        : Capability.readOnly(
            "Junos takes percents of the queue's buffer, and this switch does not tell how many"
                + " bytes that has (jnxCosQstatDepthMax): set its drop profiles by hand");
  }

  private static Collection<String> pauseLines(JunosSnapshot now, String port) {
    return now.view().statements().below("interfaces " + port + " ether-options", PAUSE);
  }

  /** Returns the pause that the port runs; where it does not tell, that of a statement. */
  private static GlobalPause pause(JunosSnapshot now, String port) {
    if (now.view()
        .statements()
        .has("interfaces " + port + " ether-options configured-flow-control")) {
      throw DeviceException.unsupported(
          port + ": configured-flow-control, which differs by direction, is not read from here");
    }
    boolean on =
        now.port(port)
            .flow()
            .or(() -> pauseLines(now, port).stream().findFirst().map("flow-control"::equals))
            .orElseThrow(() ->
                DeviceException.unsupported(
                    port + ": the switch does not tell its flow control, nor does a statement"));
    return new GlobalPause(on, on);
  }

  /** Reads a setting of the profile that a port uses, with its statements. */
  private static SettingTable.PortReader<JunosSnapshot> ofProfile(
      SettingKind kind, BiFunction<CosView, String, Setting> reader) {
    return alone((now, port) -> {
      CosView view = now.view();
      return new Reading.Value(
          reader.apply(view, port),
          InverseWords.of(ProfileKind.only(kind, view.content(ProfileKind.PROFILE, port))));
    });
  }

  private static Reading shares(JunosSnapshot now, String port) {
    CosView view = now.view();
    TreeSet<String> queues = PortSettings.queues(now, view, port);
    String words = InverseWords.of(ProfileKind.only(SettingKind.ETS, queues));
    return new Reading.Value(
        PortSettings.ets(view.classes(), queues),
        PortSettings.isUsual(view, port) ? PortSettings.DEFAULT_WORDS + words : words);
  }

  private static Reading ecn(JunosSnapshot now, String port, Buffers buffers) {
    CosView view = now.view();
    view.requireOwnMap(port);
    Collection<String> content = view.content(ProfileKind.QUEUES, port);
    return PortSettings.ecn(view, content, queue -> buffers.of(now, port, queue), port);
  }

  private static Reading trust(JunosSnapshot now, String port) {
    CosView view = now.view();
    Trust trust = view.trust(port);
    String words = InverseWords.of(view.bindings(port));
    if (view.isBound(port)) {
      return new Reading.Value(trust, words);
    }
    String note = "no classifier is bound: the release's own";
    return Failures.answered(
        () -> {
          List<String> names = usual(now, port);
          // a wish for DSCP is met by a classifier that has the switch's map
          return isByDscp(names)
              ? new Reading.Value(BY_DSCP, words, note + named(names), false)
              : new Reading.Value(trust, words, note + named(names));
        },
        e ->
            new Reading.Value(trust, words, note + ", which could not be read: " + e.getMessage()));
  }

  /** Returns the classifiers of a port without a statement, where the switch shows them. */
  private static List<String> usual(JunosSnapshot now, String port) {
    return now.classifiers(port).values().stream().flatMap(List::stream).distinct().toList();
  }

  /** Juniper's guide of QFX: a port that routes has the release's DSCP classifier. */
  private static boolean isByDscp(List<String> classifiers) {
    return classifiers.stream().anyMatch(name -> name.endsWith(" (dscp)"));
  }

  private static String named(List<String> names) {
    return names.isEmpty() ? "" : ", " + PrintableText.brief(String.join(", ", names));
  }

  /** The map of a port; one without a classifier may have the release's own. */
  private static Reading dscpMap(JunosSnapshot now, String port) {
    CosView view = now.view();
    view.requireNoFilter(port);
    if (!view.isBound(port) && trust(now, port).inForce().filter(BY_DSCP::equals).isPresent()) {
      throw DeviceException.unsupported(
          port + " classifies by the release's own" + named(usual(now, port)) + ": bind another");
    }
    return map(view.dscpMap(port), "");
  }

  /**
   * Reads a setting of class of service. A member has it at its bundle, and a group may add to it;
   * both are unsupported.
   */
  private static SettingTable.PortReader<JunosSnapshot> alone(
      SettingTable.PortReader<JunosSnapshot> reader) {
    return (now, port) -> {
      now.junosConfig().requireAlone(port);
      requireNoGroup(now);
      return reader.read(now, port);
    };
  }

  private static void requireNoGroup(JunosSnapshot now) {
    now.junosConfig()
        .groups()
        .findFirst()
        .ifPresent(name -> {
          throw DeviceException.unsupported(
              ("group %s is applied and has class of service or ports in it: what it adds is not"
                      + " followed")
                  .formatted(name));
        });
  }
}
