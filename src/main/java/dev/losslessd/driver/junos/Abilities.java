package dev.losslessd.driver.junos;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WatchdogRange;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Capability of each knob of a switch, by its release and its agent. */
final class Abilities {
  /** Unverified for each ASIC. */
  private static final int MAX_LOSSLESS = 8;

  private final JunosSnapshot now;
  private final Buffers buffers;

  Abilities(JunosSnapshot now, Buffers buffers) {
    this.now = now;
    this.buffers = buffers;
  }

  Capabilities of(Target target) {
    Map<SettingKind, Capability> knobs = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device device -> {
        knobs.put(SettingKind.DSCP_MAP, Capability.writable(Risk.SHORT_STOP));
        knobs.put(
            SettingKind.PFC_WATCHDOG,
            Capability.readOnly("each port of " + device + " has its own, and there is no other")
                .with(WatchdogRange.elsewhere("each port has its own")));
      }
      case Target.Port port -> port(port.id().name(), target, knobs);
    }
    return new Capabilities(target, knobs, MAX_LOSSLESS);
  }

  private void port(String name, Target target, Map<SettingKind, Capability> knobs) {
    // Juniper's guide: while PFC is changed the port's queues all lose packets
    Capability pfc = Capability.writable(Risk.BUFFER_RECARVE, Risk.SHORT_STOP);
    knobs.put(SettingKind.PFC, pfc);
    knobs.put(
        SettingKind.PFC_WATCHDOG,
        now.release()
            .withoutWatchdog()
            .map(Capability::readOnly)
            .orElse(pfc.with(WatchdogLines.RANGE)));
    knobs.put(SettingKind.ETS, Capability.writable(Risk.BUFFER_RECARVE));
    knobs.put(SettingKind.ECN, marking(name));
    knobs.put(SettingKind.TRUST, Capability.writable(Risk.SHORT_STOP));
    knobs.put(SettingKind.GLOBAL_PAUSE, Capability.writable());
    knobs.put(SettingKind.MTU, Capability.writable(Risk.LINK_BOUNCE));
    knobs.put(
        SettingKind.DSCP_MAP,
        Capability.readOnly("one map for the whole switch: set dscp of " + target.device()));
  }

  private Capability marking(String port) {
    boolean known =
        IntStream.range(0, Priority.COUNT)
            .anyMatch(queue -> buffers.of(now, port, queue).isPresent());
    return known
        ? Capability.writable(Risk.BUFFER_RECARVE)
        : Capability.readOnly(
            "Junos takes percents of the queue's buffer, and this switch does not tell how many"
                + " bytes that has (jnxCosQstatDepthMax): set its drop profiles by hand");
  }
}
