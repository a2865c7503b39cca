package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Caution;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Settings from the output of a host: of all its ports together, and of each. */
record Readings(EsxiSnapshot printed, Boots boots) {
  /** The note on DCBX in the form from before the standard, IEEE 802.1Qaz. */
  private static final String CEE = "DCBX in CEE mode";

  static final String NONE =
      "no port of this host has NVIDIA's nmlx5_core, whose parameters this is";

  Map<SettingKind, Reading> of(Target target) {
    Map<SettingKind, Reading> all = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        for (ModuleKnob knob : ModuleKnob.values()) {
          all.put(knob.kind(), reading(() -> whole(knob)));
        }
      }
      case Target.Port port -> ofPort(printed.nic(port.id().name()), all);
    }
    return all;
  }

  private void ofPort(Vmnic nic, Map<SettingKind, Reading> all) {
    all.put(SettingKind.MTU, new Reading.Value(nic.mtu()));
    if (nic.isNmlx5()) {
      all.put(
          SettingKind.PFC, reading(() -> told(nic, pfc(printed.runs(nic.name()), untold(nic)))));
      all.put(SettingKind.TRUST, reading(() -> byBoot(ModuleKnob.TRUST)));
      all.put(SettingKind.GLOBAL_PAUSE, pause(nic));
    } else {
      Reading elsewhere = new Reading.Unsupported(elsewhere(nic));
      all.put(SettingKind.PFC, elsewhere);
      all.put(SettingKind.TRUST, elsewhere);
      all.put(SettingKind.GLOBAL_PAUSE, elsewhere);
    }
  }

  static String elsewhere(Vmnic nic) {
    return "the driver of "
        + nic.name()
        + " is "
        + nic.driver()
        + ", not NVIDIA's nmlx5_core: set it with its own parameters ('esxcli system module"
        + " parameters list -m "
        + nic.driver()
        + "')";
  }

  private Reading pause(Vmnic nic) {
    Pause pause = printed.pauses().get(nic.name());
    if (pause == null) {
      return new Reading.Unread("'" + Pause.COMMAND + "' has no row of " + nic.name());
    }
    boolean on = !pause.setting().equals(GlobalPause.OFF);
    String note = on ? "as the guides leave it; it is not PFC" : "";
    return new Reading.Value(pause.setting(), "", note);
  }

  private Reading whole(ModuleKnob knob) {
    if (printed.nmlx5().isEmpty()) {
      return new Reading.Unsupported(NONE);
    }
    return knob == ModuleKnob.PFC ? pfc(printed.runs(), "") : byBoot(knob);
  }

  /** Adds a caution where no switch port of the standard agrees with the port's DCBX. */
  private Reading told(Vmnic nic, Reading reading) {
    if (!(reading instanceof Reading.Value value) || !printed.isCee(nic.name())) {
      return reading;
    }
    String note = value.note().isEmpty() ? CEE : value.note() + "; " + CEE;
    return new Reading.Value(
        value.setting(), value.words(), note, true, Optional.of(cee(value.setting(), note)));
  }

  private static Caution cee(Setting pfc, String note) {
    return new Caution(
        "dcbx-cee",
        CEE,
        CEE
            + ": a switch port that speaks IEEE 802.1Qaz agrees on no PFC with it. PFC here is "
            + pfc.text()
            + " ("
            + note
            + ")",
        "set the switch's port to IEEE DCBX and switch DCBX of the host's uplink off and on"
            + " again; or set PFC by the driver's own parameters, which needs no DCBX:"
            + " 'losslessd plan' shows them");
  }

  private String untold(Vmnic nic) {
    return printed.dcb().get(nic.name()) instanceof EsxiSnapshot.Dcb.Untold no ? no.why() : "";
  }

  /** Reads a knob that nothing shows but the module's parameters. */
  private Reading byBoot(ModuleKnob knob) {
    Options options = printed.of(knob.module());
    Setting next = knob.read(options);
    String note = knob.isNamed(options) ? "" : "the driver's default, unverified";
    return switch (boots.of(knob.module())) {
      case Boots.Standing.InForce _ -> new Reading.Value(next, knob.words(options), note);
      case Boots.Standing.Changed changed -> staged(knob, changed.before(), next, options);
      case Boots.Standing.Unknown _ -> staged(knob, null, next, options);
    };
  }

  private static Reading staged(
      ModuleKnob knob, @Nullable Options before, Setting next, Options options) {
    Setting now = before == null ? null : knob.read(before);
    return next.equals(now)
        ? new Reading.Value(next, knob.words(options))
        : new Reading.Staged(now, next, Reading.Event.REBOOT, knob.words(options));
  }

  /**
   * Reads PFC, for which DCB status shows what runs.
   *
   * @param runs empty where that is not told
   * @param why not, as far as the host said
   */
  private Reading pfc(Optional<PrioritySet> runs, String why) {
    Options options = printed.of(Module.NMLX5_CORE);
    Boots.Standing standing = boots.of(Module.NMLX5_CORE);
    ModuleKnob knob = ModuleKnob.PFC;
    Setting next = knob.read(options);
    String words = knob.words(options);
    if (runs.isEmpty()) {
      String note = "as booted; DCB status does not tell" + (why.isEmpty() ? "" : ": " + why);
      return standing instanceof Boots.Standing.InForce
          ? new Reading.Value(next, words, note)
          : byBoot(knob);
    }
    Pfc now = new Pfc(runs.get());
    boolean negotiated = !knob.isNamed(options) && !(standing instanceof Boots.Standing.Changed);
    if (now.equals(next) || negotiated || standing instanceof Boots.Standing.InForce) {
      return new Reading.Value(now, words, note(now, next, negotiated));
    }
    return new Reading.Staged(now, next, Reading.Event.REBOOT, words);
  }

  private String note(Pfc now, Setting next, boolean negotiated) {
    if (!printed.others().isEmpty()) {
      return "more on " + String.join(", ", printed.others());
    }
    if (now.equals(next)) {
      return "";
    }
    return negotiated
        ? "by DCBX: no parameter of nmlx5_core asks for it"
        : "booted with " + next.text() + ", and DCB status says otherwise";
  }

  private static Reading reading(Supplier<Reading> knob) {
    try {
      return knob.get();
    } catch (DeviceException e) {
      return e.kind() == DeviceException.Kind.UNSUPPORTED
          ? new Reading.Unsupported(e.getMessage())
          : new Reading.Unread(e.getMessage());
    }
  }
}
