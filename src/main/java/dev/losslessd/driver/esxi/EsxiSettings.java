package dev.losslessd.driver.esxi;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Caution;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Settings from the output of a host: of all its ports together, and of each. */
record EsxiSettings(DeviceId host, Boots boots) {
  /** The note on DCBX in the form from before the standard, IEEE 802.1Qaz. */
  private static final String CEE = "DCBX in CEE mode";

  static final String NONE =
      "no port of this host has NVIDIA's nmlx5_core, whose parameters this is";

  SettingTable<EsxiSnapshot> table() {
    SettingTable<EsxiSnapshot> table = new SettingTable<>(Failures::orUnsupported);
    for (ModuleParameter one : ModuleParameter.values()) {
      table.device(
          one.kind(),
          (now, _) ->
              now.get().nmlx5().isEmpty()
                  ? Capability.none(NONE)
                  : Capability.writable(Risk.NEEDS_REBOOT),
          now -> whole(now, one));
    }
    table.port(
        SettingKind.MTU,
        Capability.readOnly("the vSwitch decides, for all its uplinks: set it there, by hand"),
        (now, port) -> new Reading.Value(now.nic(port).mtu()));
    ofDriver(table, SettingKind.PFC, (_, _) -> ofAllPorts(ModuleParameter.PFC), this::pfc);
    ofDriver(
        table,
        SettingKind.TRUST,
        (_, _) -> ofAllPorts(ModuleParameter.TRUST),
        (now, _) -> byBoot(now, ModuleParameter.TRUST));
    ofDriver(table, SettingKind.GLOBAL_PAUSE, EsxiSettings::pausable, EsxiSettings::pause);
    return table;
  }

  /** Adds a setting of the ports that NVIDIA's driver has. */
  private static void ofDriver(
      SettingTable<EsxiSnapshot> table,
      SettingKind kind,
      BiFunction<EsxiSnapshot, String, Capability> ability,
      SettingTable.PortReader<EsxiSnapshot> reader) {
    table.port(
        kind,
        (now, target) -> {
          Vmnic nic = now.get().nic(SettingTable.port(target));
          return nic.isNmlx5()
              ? ability.apply(now.get(), nic.name())
              : Capability.none(elsewhere(nic));
        },
        (now, port) ->
            now.nic(port).isNmlx5()
                ? reader.read(now, port)
                : new Reading.Unsupported(elsewhere(now.nic(port))));
  }

  private Capability ofAllPorts(ModuleParameter parameter) {
    return Capability.readOnly(
        "one parameter of %s for all its ports: set %s of %s"
            .formatted(parameter.module().word(), parameter.kind().word(), host));
  }

  private static Capability pausable(EsxiSnapshot now, String port) {
    Pause pause = now.pauses().get(port);
    return pause != null && pause.supported()
        ? Capability.writable()
        : Capability.readOnly("the host says that its pause parameters are not supported");
  }

  static String elsewhere(Vmnic nic) {
    return ("the driver of %s is %s, not NVIDIA's nmlx5_core: set it with its own parameters"
            + " ('esxcli system module parameters list -m %s')")
        .formatted(nic.name(), nic.driver(), nic.driver());
  }

  private static Reading pause(EsxiSnapshot now, String port) {
    Pause pause = now.pauses().get(port);
    if (pause == null) {
      return new Reading.Unread(
          "'" + Pause.COMMAND + "' has no row of " + port + " with true or false in each column");
    }
    boolean on = !pause.setting().equals(GlobalPause.OFF);
    String note = on ? "as the guides leave it; it is not PFC" : "";
    return new Reading.Value(pause.setting(), "", note);
  }

  private Reading whole(EsxiSnapshot now, ModuleParameter parameter) {
    if (now.nmlx5().isEmpty()) {
      return new Reading.Unsupported(NONE);
    }
    return parameter == ModuleParameter.PFC ? pfc(now, now.runs(), "") : byBoot(now, parameter);
  }

  /** Adds a caution where no switch port of the standard agrees with the port's DCBX. */
  Reading pfc(EsxiSnapshot now, String port) {
    String why = now.dcb().get(port) instanceof EsxiSnapshot.Dcb.Untold no ? no.why() : "";
    Reading reading = pfc(now, now.runs(port), why);
    if (!(reading instanceof Reading.Value value) || !now.isCee(port)) {
      return reading;
    }
    String note = value.note().isEmpty() ? CEE : value.note() + "; " + CEE;
    return new Reading.Value(
        value.setting(), value.words(), note, true, Optional.of(cee(value.setting(), note)));
  }

  private static Caution cee(Setting pfc, String note) {
    return new Caution(
        FindingRule.DCBX_CEE,
        CEE,
        "%s: a switch port that speaks IEEE 802.1Qaz agrees on no PFC with it. PFC here is %s (%s)"
            .formatted(CEE, pfc.text(), note));
  }

  /** Reads a setting that nothing shows but the module's parameters. */
  private Reading byBoot(EsxiSnapshot now, ModuleParameter parameter) {
    Options options = now.of(parameter.module());
    Setting next = parameter.read(options);
    String note = parameter.isNamed(options) ? "" : "the driver's default, unverified";
    return switch (boots.of(parameter.module())) {
      case Boots.Standing.InForce _ -> new Reading.Value(next, parameter.words(options), note);
      case Boots.Standing.Changed changed -> staged(parameter, changed.before(), next, options);
      case Boots.Standing.Unknown _ -> staged(parameter, null, next, options);
    };
  }

  private static Reading staged(
      ModuleParameter parameter, @Nullable Options before, Setting next, Options options) {
    Setting now = before == null ? null : parameter.read(before);
    return next.equals(now)
        ? new Reading.Value(next, parameter.words(options))
        : new Reading.Staged(now, next, Reading.Event.REBOOT, parameter.words(options));
  }

  /**
   * Reads PFC, for which DCB status shows what runs.
   *
   * @param runs empty where that is not told
   * @param why not, as far as the host said
   */
  private Reading pfc(EsxiSnapshot now, Optional<PrioritySet> runs, String why) {
    Options options = now.of(Module.NMLX5_CORE);
    Boots.Standing standing = boots.of(Module.NMLX5_CORE);
    ModuleParameter parameter = ModuleParameter.PFC;
    Setting next = parameter.read(options);
    String words = parameter.words(options);
    if (runs.isEmpty()) {
      String note = "as booted; DCB status does not tell" + (why.isEmpty() ? "" : ": " + why);
      return standing instanceof Boots.Standing.InForce
          ? new Reading.Value(next, words, note)
          : byBoot(now, parameter);
    }
    Pfc is = new Pfc(runs.get());
    boolean negotiated =
        !parameter.isNamed(options) && !(standing instanceof Boots.Standing.Changed);
    if (is.equals(next) || negotiated || standing instanceof Boots.Standing.InForce) {
      return new Reading.Value(is, words, note(now, is, next, negotiated));
    }
    return new Reading.Staged(is, next, Reading.Event.REBOOT, words);
  }

  private static String note(EsxiSnapshot now, Pfc is, Setting next, boolean negotiated) {
    if (!now.others().isEmpty()) {
      return "more on " + String.join(", ", now.others());
    }
    if (is.equals(next)) {
      return "";
    }
    return negotiated
        ? "by DCBX: no parameter of nmlx5_core asks for it"
        : "booted with " + next.text() + ", and DCB status says otherwise";
  }
}
