package dev.losslessd.driver.nxos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Ledger.Source;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.OwnLines;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Every line that may be sent to a switch, to read it and to change it. */
final class NxosLedger {
  static final String POLICY = "nxos.policy-map";
  static final String CLASS_MAP = "nxos.class-map";
  static final String SYSTEM_SERVICE = "nxos.system-service-policy";

  static final String GUIDE = "Microsoft network test tool, Nexus lossless set-up and undo";
  static final String AZURE = "Azure Local reference for top-of-rack switches, Nexus";
  static final String BATFISH = "batfish NX-OS grammar, show running-config all";
  private static final String OTEL = "OpenTelemetry ciscoosreceiver, recorded outputs";

  /** Time for a large configuration to be written to flash. */
  private static final Duration SAVING = Duration.ofMinutes(2);

  /** Prefix of this agent's names before the kind; early names had no host. */
  private static final String OURS = "losslessd-(?:" + AgentName.HOST + "-)?";

  static final String OUR_CLASSIFIER = OURS + "qos-[12]";

  private static final String POLICY_MAP =
      "policy-map type (?:network-qos <OURS>network-qos|queuing <OURS>queuing|qos <OURS>qos)-[12]";

  /** Parts of lines, which stand in them as {@code <NAME>}. */
  private static final Map<String, String> PARTS =
      Map.of(
          // of the operator's; tighter than what any command line gives a meaning to
          "NAME", "[A-Za-z0-9_][A-Za-z0-9_.:@+-]{0,62}",
          "CHECKPOINT", "losslessd-[A-Za-z0-9_-]{1,60}",
          "DSCPS", "\\d{1,2}(?:-\\d{1,2})?",
          "MAP", "class-map type qos match-any " + OUR_CLASSIFIER + "-p[0-7]",
          "OURS", OURS,
          "THRESHOLD", "threshold \\d{1,9} (?:bytes|kbytes|mbytes)");

  private static final Source ANSIBLE =
      new Source("ansible cisco.nxos terminal plug-in, nxos_rollback", PARTS);
  private static final Source SHOWS = new Source(OTEL + "; " + ANSIBLE.name(), PARTS);
  private static final Source QUEUES =
      new Source(OTEL + "; Cisco Nexus 9000 show command reference 9.3(x), Q", PARTS);
  private static final Source INVENTORY =
      new Source("genie nxos show_platform.py, show inventory; NX-API", PARTS);
  private static final Source SALT = new Source("salt nxos module tests, recorded outputs", PARTS);
  private static final Source CISCO =
      new Source("Cisco Nexus 9000 system management guide, checkpoint and rollback", PARTS);
  private static final Source BY_GUIDE = new Source(GUIDE, PARTS);

  static final Ledger LEDGER =
      Ledger.of(
          List.of(
              ANSIBLE.read("nxos.terminal", "terminal (?:length 0|width 511)"),
              SHOWS.read(
                  "nxos.show",
                  "show (?:running-config|startup-config|checkpoint summary"
                      + "|interface (?:priority-flow-control|flowcontrol))"),
              QUEUES.read("nxos.show-queuing", "show queuing interface(?: \\| json)?"),
              QUEUES.read("nxos.show-pfc-queue", "show queuing pfc-queue detail(?: \\| json)?"),
              INVENTORY.read("nxos.show-inventory", "show inventory \\| json"),
              SALT.read("nxos.show-user-account", "show user-account"),
              ANSIBLE.write("nxos.configure", "configure terminal"),
              ANSIBLE.write("nxos.end", "end"),
              ANSIBLE.write(
                  "nxos.checkpoint",
                  "checkpoint losslessd-HOST-rREVISION-tTURN",
                  "checkpoint <CHECKPOINT>"),
              CISCO.write(
                  "nxos.no-checkpoint",
                  "no checkpoint losslessd-HOST[-rREVISION[-tTURN]]",
                  "no checkpoint <CHECKPOINT>"),
              ANSIBLE.write("nxos.save", "copy running-config startup-config"),
              BY_GUIDE.write(
                  POLICY,
                  "policy-map type {network-qos|queuing|qos} losslessd-*, classes with"
                      + " mtu, pause pfc-cos, priority level, bandwidth remaining percent,"
                      + " random-detect ... ecn, set qos-group",
                  Entry.anyOf(
                      POLICY_MAP,
                      "class (?:type (?:network-qos|queuing) )?<NAME>",
                      "mtu \\d{3,5}",
                      "no pause",
                      "congestion-control tail-drop",
                      "pause pfc-cos [0-7](?:[,-][0-7])*",
                      "priority(?: level [1-8])?",
                      "bandwidth(?: remaining)? percent \\d{1,3}",
                      "random-detect threshold burst-optimized ecn",
                      "random-detect minimum-<THRESHOLD> maximum-<THRESHOLD>"
                          + " drop-probability \\d{1,3} weight \\d{1,2}(?: ecn)?",
                      "set qos-group [0-7]")),
              BY_GUIDE.write(
                  "nxos.no-policy-map",
                  "no policy-map type {network-qos|queuing|qos} losslessd-*",
                  "no " + POLICY_MAP),
              BY_GUIDE.write(
                  CLASS_MAP,
                  "class-map type qos match-any losslessd-*, match dscp",
                  Entry.anyOf("<MAP>", "match dscp <DSCPS>")),
              BY_GUIDE.write(
                  "nxos.no-class-map", "no class-map type qos match-any losslessd-*", "no <MAP>"),
              BY_GUIDE.write(
                  SYSTEM_SERVICE,
                  "system qos, service-policy type {network-qos|queuing output} NAME",
                  Entry.anyOf(
                      "system qos", "service-policy type (?:network-qos|queuing output) <NAME>")),
              BY_GUIDE.write(
                  "nxos.no-system-service-policy",
                  "system qos, no service-policy type {network-qos|queuing output} losslessd-*",
                  "system qos|no service-policy type (?:network-qos <OURS>network-qos"
                      + "|queuing output <OURS>queuing)-[12]"),
              BY_GUIDE.write(
                  "nxos.interface",
                  "interface PORT",
                  "interface Ethernet\\d{1,4}/\\d{1,4}(?:/\\d{1,4})?")),
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
}
