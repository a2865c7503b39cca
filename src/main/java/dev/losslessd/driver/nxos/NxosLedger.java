package dev.losslessd.driver.nxos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.OwnLines;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Every line that may be sent to a switch, to read it and to change it. */
public final class NxosLedger {
  static final String POLICY = "nxos.policy-map";
  static final String CLASS_MAP = "nxos.class-map";
  static final String SYSTEM_SERVICE = "nxos.system-service-policy";

  static final String GUIDE = "Microsoft network test tool, Nexus lossless set-up and undo";
  private static final String ANSIBLE = "ansible cisco.nxos terminal plug-in, nxos_rollback";
  static final String AZURE = "Azure Local reference for top-of-rack switches, Nexus";
  static final String BATFISH = "batfish NX-OS grammar, show running-config all";
  private static final String OTEL = "OpenTelemetry ciscoosreceiver, recorded outputs";
  private static final String COMMANDS = "Cisco Nexus 9000 show command reference 9.3(x), Q";
  private static final String SALT = "salt nxos module tests, recorded outputs";

  /** A name of the operator's; tighter than what any command line gives a meaning to. */
  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.:@+-]{0,62}";

  /** Time for a large configuration to be written to flash. */
  private static final Duration SAVING = Duration.ofMinutes(2);

  private static final String OUR_CHECKPOINT = "losslessd-[A-Za-z0-9_-]{1,60}";

  private static final String DSCPS = "\\d{1,2}(?:-\\d{1,2})?";

  /** Prefix of this agent's names before the kind; early names had no host. */
  private static final String OURS = "losslessd-(?:" + AgentName.HOST + "-)?";

  static final String OUR_CLASSIFIER = OURS + "qos-[12]";
  private static final String OUR_CLASS_MAP =
      "class-map type qos match-any " + OUR_CLASSIFIER + "-p[0-7]";

  public static final Ledger LEDGER =
      Ledger.of(
          List.of(
              Entry.read("nxos.terminal", "terminal (?:length 0|width 511)", ANSIBLE),
              Entry.read(
                  "nxos.show",
                  "show (?:running-config|startup-config|checkpoint summary"
                      + "|interface (?:priority-flow-control|flowcontrol))",
                  OTEL + "; " + ANSIBLE),
              Entry.read(
                  "nxos.show-queuing",
                  "show queuing interface(?: \\| json)?",
                  OTEL + "; " + COMMANDS),
              Entry.read(
                  "nxos.show-pfc-queue",
                  "show queuing pfc-queue detail(?: \\| json)?",
                  OTEL + "; " + COMMANDS),
              Entry.read(
                  "nxos.show-inventory",
                  "show inventory \\| json",
                  "genie nxos show_platform.py, show inventory; NX-API"),
              Entry.read("nxos.show-user-account", "show user-account", SALT),
              Entry.write("nxos.configure", "configure terminal", ANSIBLE),
              Entry.write("nxos.end", "end", ANSIBLE),
              Entry.write("nxos.checkpoint", "checkpoint " + OUR_CHECKPOINT, ANSIBLE),
              Entry.write(
                  "nxos.no-checkpoint",
                  "no checkpoint " + OUR_CHECKPOINT,
                  "Cisco Nexus 9000 system management guide, checkpoint and rollback"),
              Entry.write("nxos.save", "copy running-config startup-config", ANSIBLE),
              Entry.write(
                  POLICY,
                  Entry.anyOf(
                      policyMap(),
                      "class (?:type (?:network-qos|queuing) )?" + NAME,
                      "mtu \\d{3,5}",
                      "no pause",
                      "congestion-control tail-drop",
                      "pause pfc-cos [0-7](?:[,-][0-7])*",
                      "priority(?: level [1-8])?",
                      "bandwidth(?: remaining)? percent \\d{1,3}",
                      wred(),
                      "set qos-group [0-7]"),
                  GUIDE),
              Entry.write("nxos.no-policy-map", "no " + policyMap(), GUIDE),
              Entry.write(CLASS_MAP, Entry.anyOf(OUR_CLASS_MAP, "match dscp " + DSCPS), GUIDE),
              Entry.write("nxos.no-class-map", "no " + OUR_CLASS_MAP, GUIDE),
              Entry.write(
                  SYSTEM_SERVICE,
                  Entry.anyOf(
                      "system qos", "service-policy type (?:network-qos|queuing output) " + NAME),
                  GUIDE),
              Entry.write(
                  "nxos.no-system-service-policy",
                  filled(
                      "system qos|no service-policy type (?:network-qos <OURS>network-qos"
                          + "|queuing output <OURS>queuing)-[12]"),
                  GUIDE),
              Entry.write(
                  "nxos.interface", "interface Ethernet\\d{1,4}/\\d{1,4}(?:/\\d{1,4})?", GUIDE)),
          PortSettings.ALL.stream().flatMap(setting -> setting.entries.stream()).toList());

  private NxosLedger() {}

  static Line save() {
    return LEDGER.line("copy running-config startup-config").with(line -> line.within(SAVING));
  }

  /**
   * @param ours targets that this agent sets
   */
  static OwnLines ownLines(Set<Target> ours) {
    return new OwnLines(
        LEDGER,
        Set.of(POLICY, CLASS_MAP),
        PortSettings.ALL.stream()
            .flatMap(setting -> setting.entries.stream())
            .map(Entry::id)
            .collect(Collectors.toSet()),
        Set.of(SYSTEM_SERVICE, WatchdogConfig.WRITE),
        ours);
  }

  private static String policyMap() {
    return filled(
        "policy-map type (?:network-qos <OURS>network-qos|queuing <OURS>queuing|qos <OURS>qos)"
            + "-[12]");
  }

  private static String wred() {
    return filled(
        "random-detect threshold burst-optimized ecn|random-detect minimum-<THRESHOLD>"
            + " maximum-<THRESHOLD> drop-probability \\d{1,3} weight \\d{1,2}(?: ecn)?");
  }

  private static String filled(String template) {
    return Entry.filled(
        Map.of("OURS", OURS, "THRESHOLD", "threshold \\d{1,9} (?:bytes|kbytes|mbytes)"), template);
  }
}
