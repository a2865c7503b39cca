package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Ledger.Evidence;
import java.util.List;

/** Every line that may be sent to change a switch. */
final class NxosLedger {
  static final String CONFIGURE = "nxos.configure";
  static final String END = "nxos.end";
  static final String CHECKPOINT = "nxos.checkpoint";
  static final String SAVE = "nxos.save";
  static final String POLICY = "nxos.policy-map";
  static final String NO_POLICY = "nxos.no-policy-map";
  static final String CLASS_MAP = "nxos.class-map";
  static final String NO_CLASS_MAP = "nxos.no-class-map";
  static final String SYSTEM_SERVICE = "nxos.system-service-policy";
  static final String NO_SYSTEM_SERVICE = "nxos.no-system-service-policy";
  static final String INTERFACE = "nxos.interface";
  static final String PORT_SERVICE = "nxos.port-service-policy";
  static final String NO_PORT_SERVICE = "nxos.no-port-service-policy";
  static final String PFC_MODE = "nxos.pfc-mode";
  static final String NO_PFC_MODE = "nxos.no-pfc-mode";
  static final String WATCHDOG = "nxos.watchdog";
  static final String NO_WATCHDOG = "nxos.no-watchdog";
  static final String FLOWCONTROL = "nxos.flowcontrol";
  static final String MTU = "nxos.mtu";

  private static final String GUIDE = "Microsoft network test tool, Nexus lossless set-up and undo";
  private static final String ANSIBLE = "ansible cisco.nxos terminal plug-in, nxos_rollback";
  private static final String AZURE = "Azure Local reference for top-of-rack switches, Nexus";
  private static final String BATFISH = "batfish NX-OS grammar, show running-config all";

  static final Ledger LEDGER =
      new Ledger(
          List.of(
              sourced(CONFIGURE, "configure terminal", ANSIBLE),
              sourced(END, "end", ANSIBLE),
              sourced(CHECKPOINT, "checkpoint losslessd-MARK", ANSIBLE),
              sourced(SAVE, "copy running-config startup-config", ANSIBLE),
              sourced(
                  POLICY,
                  "policy-map type {network-qos|queuing|qos} losslessd-*, description, classes with"
                      + " mtu, pause pfc-cos, priority level, bandwidth remaining percent,"
                      + " random-detect ... ecn, set qos-group",
                  GUIDE + "; description: " + BATFISH),
              sourced(NO_POLICY, "no policy-map type {network-qos|queuing|qos} losslessd-*", GUIDE),
              sourced(CLASS_MAP, "class-map type qos match-any losslessd-*, match dscp", GUIDE),
              sourced(NO_CLASS_MAP, "no class-map type qos match-any losslessd-*", GUIDE),
              sourced(
                  SYSTEM_SERVICE,
                  "system qos, service-policy type {network-qos|queuing output} NAME",
                  GUIDE),
              sourced(
                  NO_SYSTEM_SERVICE,
                  "system qos, no service-policy type {network-qos|queuing output} losslessd-*",
                  GUIDE),
              sourced(INTERFACE, "interface PORT", GUIDE),
              sourced(PORT_SERVICE, "service-policy type qos input NAME", GUIDE),
              sourced(NO_PORT_SERVICE, "no service-policy type qos input NAME", GUIDE),
              sourced(PFC_MODE, "priority-flow-control mode {on|off|on send-tlv}", AZURE),
              sourced(NO_PFC_MODE, "no priority-flow-control mode on", GUIDE),
              sourced(WATCHDOG, "priority-flow-control watch-dog-interval on", GUIDE),
              sourced(NO_WATCHDOG, "no priority-flow-control watch-dog-interval on", GUIDE),
              sourced(FLOWCONTROL, "flowcontrol {receive|send} {on|off}", BATFISH),
              sourced(MTU, "mtu BYTES", AZURE)));

  private NxosLedger() {}

  private static Entry sourced(String id, String form, String source) {
    return new Entry(id, form, source, Evidence.SOURCED);
  }
}
