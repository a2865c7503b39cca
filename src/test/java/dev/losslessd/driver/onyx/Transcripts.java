package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Transcript;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;

/** Output of Onyx, in its format and with made-up values. */
final class Transcripts {
  static final DeviceId LEAF = new DeviceId("leaf1");

  static final String VERSION = Transcript.read(SwitchSystem.ONYX, "show-version.json");

  static final String INTERFACES =
      Transcript.read(SwitchSystem.ONYX, "show-interfaces-ethernet.json");

  /** As newer releases: the whole switch first, then its ports. */
  static final String PFC =
      Transcript.read(SwitchSystem.ONYX, "show-dcb-priority-flow-control.json");

  /** Output of older releases: ports alone. */
  static final String PFC_PORTS =
      Transcript.read(SwitchSystem.ONYX, "show-dcb-priority-flow-control-of-ports.json");

  static final String PFC_TEXT =
      Transcript.read(SwitchSystem.ONYX, "show-dcb-priority-flow-control.txt");

  static final String POOLS = Transcript.read(SwitchSystem.ONYX, "show-traffic-pool.json");

  static final String CONGESTION =
      Transcript.read(SwitchSystem.ONYX, "show-interfaces-congestion-control.json");

  static final String CALM = CONGESTION.replaceAll("\"Mode\": \"ECN\"[^}]*", "\"Mode\": \"none\" ");

  /** Class 6 strict, 3 with four tenths, the rest with one each. */
  static final String ETS = Transcript.read(SwitchSystem.ONYX, "show-dcb-ets-interface.json");

  /** Every DSCP to a eighth of itself; switch-priority n to class n, but 7 to 6. */
  private static final String QOS = Transcript.read(SwitchSystem.ONYX, "show-qos-interface.json");

  static final String LLDP = Transcript.read(SwitchSystem.ONYX, "show-lldp-remote.json");

  static final String LLDP_TEXT = Transcript.read(SwitchSystem.ONYX, "show-lldp-remote.txt");

  private Transcripts() {}

  /** Output where the port trusts this: L2, L3, both or port. */
  static String qos(String trust) {
    return QOS.replace("\"L3\"", '"' + trust + '"');
  }
}
