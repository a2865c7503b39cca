package dev.losslessd.driver.eos;

import static dev.losslessd.driver.Ledger.Entry.anyOf;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Source;
import dev.losslessd.driver.OwnLines;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every line that may be sent to a switch, to read it and to change it. */
final class EosLedger {
  static final String PORT = "eos.port";
  static final String SERVICE_PROFILE = "eos.service-profile";
  static final String PROFILE = "eos.profile";
  static final String KEPT = "eos.profile-kept";
  static final String QUEUE = "eos.tx-queue";
  static final String QUEUE_LINE = "eos.tx-queue-line";
  static final String WATCHDOG = "eos.watchdog";
  static final String DSCP = "eos.dscp";

  /** Names of this agent's sessions: mark and commit, and a number from the second on. */
  static final String SESSION_NAME = "losslessd-[A-Za-z0-9_-]{1,100}";

  /** Names of this agent's profiles: the host, the port, and the profile that it had. */
  static final String OUR_PROFILE = "losslessd-[A-Za-z0-9_.-]{1,110}";

  /** Parts of lines, which stand in them as {@code <NAME>}. */
  private static final Map<String, String> PARTS =
      Map.of(
          "SESSION", SESSION_NAME,
          "OURS", OUR_PROFILE,
          "NAME", "[A-Za-z0-9_][A-Za-z0-9_.:@+-]{0,62}",
          "UNIT", "(?:bytes|kbytes|segments|microseconds|milliseconds)",
          "SECONDS", "\\d{1,4}(?:\\.\\d{1,3})?",
          "NUMBER", "\\d{1,9}",
          "WATCHDOG", "priority-flow-control pause watchdog",
          "TIMES", "default (?:timeout|recovery-time|polling-interval)");

  private static final Source NAPALM = new Source("napalm eos.py", PARTS);
  private static final Source ANSIBLE =
      new Source("ansible arista.eos cliconf and terminal plug-ins", PARTS);
  static final String AVD = "Arista AVD eos_cli_config_gen, expected configurations";
  static final String BATFISH = "batfish, show running-config all of EOS 4.21.7M";
  private static final String MFD = "Intel mfd-switchmanagement, arista/base.py";
  private static final Source BY_AVD = new Source(AVD, PARTS);
  private static final Source OF_PORTS =
      new Source(AVD + "; no forms: " + BATFISH + "; flowcontrol: " + MFD, PARTS);
  private static final Source OF_QUEUES = new Source(AVD + "; no forms: " + BATFISH, PARTS);
  private static final Source ANTA =
      new Source("Arista ANTA, unit tests of interface and connectivity tests", PARTS);

  static final Ledger LEDGER =
      Ledger.of(
          List.of(
              ANSIBLE.read("eos.terminal", "enable|terminal (?:length 0|width 32767)"),
              NAPALM.read(
                  "eos.show",
                  "show (?:running-config|startup-config|interfaces \\| json|lldp neighbors"
                      + " detail \\| json)"),
              ANTA.read(
                  "eos.show-counters",
                  "show (?:qos interfaces ecn counters queue|interfaces counters queue"
                      + "|priority-flow-control counters watchdog) \\| json"),
              NAPALM.read("eos.show-version", "show version \\| json"),
              NAPALM.read("eos.show-sessions", "show configuration sessions detail \\| json"),
              NAPALM.write(
                  "eos.session",
                  "configure session losslessd-HOST-rREVISION-COMMIT",
                  "configure session <SESSION>"),
              ANSIBLE.write(
                  "eos.session-diffs", "show session-config diffs", "show session-config diffs"),
              NAPALM.write(
                  "eos.commit",
                  "commit, configure session losslessd-* commit",
                  anyOf("commit", "configure session <SESSION> commit")),
              NAPALM.write(
                  "eos.commit-timer",
                  "commit timer HH:MM:SS",
                  "commit timer \\d{2}:[0-5]\\d:[0-5]\\d"),
              NAPALM.write(
                  "eos.abort",
                  "abort, configure session losslessd-* abort",
                  anyOf("abort", "configure session <SESSION> abort")),
              NAPALM.write("eos.save", "write memory", "write memory"),
              BY_AVD.write(
                  "eos.interface",
                  "interface PORT",
                  "interface Ethernet\\d{1,3}(?:/\\d{1,3}){0,2}"),
              OF_PORTS.write(
                  PORT,
                  "[no] priority-flow-control ..., [default] qos trust, flowcontrol, mtu",
                  PortSettings.written(false)),
              BY_AVD.write(
                  SERVICE_PROFILE, "[no] service-profile NAME", "(?:no )?service-profile <NAME>"),
              BY_AVD.write(PROFILE, "[no] qos profile losslessd-*", "(?:no )?qos profile <OURS>"),
              BY_AVD.write(
                  KEPT,
                  "what a profile had that ours replaces: service-policy, qos cos, qos"
                      + " dscp, shape",
                  anyOf(
                      "service-policy type qos input <NAME>",
                      "qos (?:cos|dscp) \\d{1,2}",
                      "shape rate \\d{1,9}(?: percent| kbps| pps)?",
                      "<WATCHDOG> port (?:action (?:drop|notify-only)|timer timeout"
                          + " <SECONDS> polling-interval (?:auto|<SECONDS>) recovery-time"
                          + " <SECONDS>(?: forced)?)")),
              BY_AVD.write(QUEUE, "[uc-|mc-]tx-queue N", "(?:[um]c-)?tx-queue [0-7]"),
              OF_QUEUES.write(
                  QUEUE_LINE,
                  "[no] priority [strict], [no] bandwidth [guaranteed] percent,"
                      + " [no] random-detect ecn ...",
                  anyOf(
                      PortSettings.written(true),
                      "shape rate \\d{1,9}(?: percent| kbps| pps)?",
                      "random-detect drop(?: drop-precedence \\d)? minimum-threshold"
                          + " <NUMBER> <UNIT> maximum-threshold <NUMBER> <UNIT>"
                          + " drop-probability \\d{1,3}(?: weight \\d{1,2})?"))),
          PortSettings.entries(),
          List.of(
              BY_AVD.write(
                  WATCHDOG,
                  "[no] priority-flow-control pause watchdog default"
                      + " {timeout|recovery-time|polling-interval} SECONDS, ... action",
                  anyOf(
                      "<WATCHDOG> <TIMES> <SECONDS>",
                      "no <WATCHDOG> <TIMES>",
                      "<WATCHDOG> action (?:drop|no-drop)",
                      "no <WATCHDOG> action")),
              BY_AVD.write(
                  DSCP,
                  "qos map dscp N to traffic-class N [drop-precedence N]",
                  "qos map dscp \\d{1,2} to traffic-class [0-7](?: drop-precedence [0-9])?")));

  private EosLedger() {}

  /**
   * @param ours targets that this agent sets
   */
  static OwnLines ownLines(Set<Target> ours) {
    return new OwnLines(
        LEDGER,
        Set.of(PROFILE),
        Set.of(PORT, SERVICE_PROFILE, QUEUE),
        Set.of(WATCHDOG, DSCP),
        ours);
  }
}
