package dev.losslessd.driver.eos;

import static dev.losslessd.driver.Ledger.Entry.anyOf;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.OwnLines;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every line that may be sent to a switch, to read it and to change it. */
public final class EosLedger {
  static final String PORT = "eos.port";
  static final String SERVICE_PROFILE = "eos.service-profile";
  static final String PROFILE = "eos.profile";
  static final String KEPT = "eos.profile-kept";
  static final String QUEUE = "eos.tx-queue";
  static final String QUEUE_LINE = "eos.tx-queue-line";
  static final String WATCHDOG = "eos.watchdog";
  static final String DSCP = "eos.dscp";

  private static final String NAPALM = "napalm eos.py";
  private static final String ANSIBLE = "ansible arista.eos cliconf and terminal plug-ins";
  static final String AVD = "Arista AVD eos_cli_config_gen, expected configurations";
  static final String BATFISH = "batfish, show running-config all of EOS 4.21.7M";
  private static final String MFD = "Intel mfd-switchmanagement, arista/base.py";
  private static final String ANTA = "Arista ANTA, unit tests of interface and connectivity tests";

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

  public static final Ledger LEDGER =
      Ledger.of(
          List.of(
              Entry.read("eos.terminal", "enable|terminal (?:length 0|width 32767)", ANSIBLE),
              Entry.read(
                  "eos.show",
                  "show (?:running-config|startup-config|interfaces \\| json|lldp neighbors"
                      + " detail \\| json)",
                  NAPALM),
              Entry.read(
                  "eos.show-counters",
                  "show (?:qos interfaces ecn counters queue|interfaces counters queue"
                      + "|priority-flow-control counters watchdog) \\| json",
                  ANTA),
              Entry.read("eos.show-version", "show version \\| json", NAPALM),
              Entry.read(
                  "eos.show-sessions", "show configuration sessions detail \\| json", NAPALM),
              write("eos.session", "configure session <SESSION>", NAPALM),
              write("eos.session-diffs", "show session-config diffs", ANSIBLE),
              write("eos.commit", anyOf("commit", "configure session <SESSION> commit"), NAPALM),
              write("eos.commit-timer", "commit timer \\d{2}:[0-5]\\d:[0-5]\\d", NAPALM),
              write("eos.abort", anyOf("abort", "configure session <SESSION> abort"), NAPALM),
              write("eos.save", "write memory", NAPALM),
              write("eos.interface", "interface Ethernet\\d{1,3}(?:/\\d{1,3}){0,2}", AVD),
              write(
                  PORT,
                  PortSettings.written(false),
                  AVD + "; no forms: " + BATFISH + "; flowcontrol: " + MFD),
              write(SERVICE_PROFILE, "(?:no )?service-profile <NAME>", AVD),
              write(PROFILE, "(?:no )?qos profile <OURS>", AVD),
              // what a profile had that ours replaces
              write(
                  KEPT,
                  anyOf(
                      "service-policy type qos input <NAME>",
                      "qos (?:cos|dscp) \\d{1,2}",
                      "shape rate \\d{1,9}(?: percent| kbps| pps)?",
                      "<WATCHDOG> port (?:action (?:drop|notify-only)|timer timeout"
                          + " <SECONDS> polling-interval (?:auto|<SECONDS>) recovery-time"
                          + " <SECONDS>(?: forced)?)"),
                  AVD),
              write(QUEUE, "(?:[um]c-)?tx-queue [0-7]", AVD),
              write(
                  QUEUE_LINE,
                  anyOf(
                      PortSettings.written(true),
                      "shape rate \\d{1,9}(?: percent| kbps| pps)?",
                      "random-detect drop(?: drop-precedence \\d)? minimum-threshold"
                          + " <NUMBER> <UNIT> maximum-threshold <NUMBER> <UNIT>"
                          + " drop-probability \\d{1,3}(?: weight \\d{1,2})?"),
                  AVD + "; no forms: " + BATFISH)),
          PortSettings.entries(),
          List.of(
              write(
                  WATCHDOG,
                  anyOf(
                      "<WATCHDOG> <TIMES> <SECONDS>",
                      "no <WATCHDOG> <TIMES>",
                      "<WATCHDOG> action (?:drop|no-drop)",
                      "no <WATCHDOG> action"),
                  AVD),
              write(
                  DSCP,
                  "qos map dscp \\d{1,2} to traffic-class [0-7](?: drop-precedence [0-9])?",
                  AVD)));

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

  private static Entry write(String id, String lines, String source) {
    return Entry.write(id, Entry.filled(PARTS, lines), source);
  }
}
