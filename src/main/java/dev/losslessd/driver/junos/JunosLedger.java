package dev.losslessd.driver.junos;

import static dev.losslessd.driver.Ledger.Entry.anyOf;
import static dev.losslessd.driver.Ledger.Entry.read;
import static dev.losslessd.driver.Ledger.Entry.write;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Sanitized;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Every line that may be sent to a switch, to read it and to change it. */
final class JunosLedger {
  /** A commit goes through every daemon of the box: half a minute on a large one is usual. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  static final String CONFIGURE = "junos.configure";
  static final String CHECK = "junos.commit-check";
  static final String COMMIT = "junos.commit";
  static final String CONFIRMED = "junos.commit-confirmed";
  static final String ROLLBACK = "junos.rollback";

  private static final String NETMIKO =
      "netmiko and ansible junipernetworks.junos terminal plug-in";
  private static final String NAPALM = "napalm junos.py";
  private static final String JVD = "Juniper validated design, rdma-rocev2-lossless.conf";
  private static final String YANG = "Juniper/yang 24.4R1, conf-class-of-service";
  private static final String MFD = "Intel mfd-switchmanagement, juniper";
  private static final String JX = "captures of QFX and genie, Junos CLI";

  private static final String PORT = "(?:et|xe|ge|mge)-\\d{1,2}/\\d{1,2}/\\d{1,3}(?::\\d{1,2})?";
  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}";
  private static final String OURS = "losslessd[A-Za-z0-9_.:-]{0,100}";
  private static final String COMMENT = "losslessd-[A-Za-z0-9_.:-]{1,100}";
  private static final String UNIT = "unit (?:\\d{1,5}|\\*)";
  private static final String POINT = "(?:[01]{6}|[a-z]{2,3}\\d{0,2})";
  private static final String WATCHDOG =
      "pfc-watchdog(?: (?:poll-interval|detection|recovery) \\d{1,9}"
          + "| watchdog-action (?:drop|forward))?";

  private static final String COS = "class-of-service ";
  private static final String AT_PORT = COS + "interfaces " + PORT;
  private static final String PROFILES = COS + "congestion-notification-profile " + OURS;
  private static final String OUR_CLASS =
      COS + "forwarding-classes class losslessd-(?:" + AgentName.HOST + "-)?p[0-7]";
  private static final String OUR_CLASSIFIER =
      COS + "classifiers dscp losslessd(?:-" + AgentName.HOST + ")?";
  private static final String ENTRY =
      COS + "classifiers dscp " + NAME + " forwarding-class " + NAME;
  private static final String LOSS = " loss-priority (?:low|medium-low|medium-high|high)";

  static final Ledger LEDGER =
      new Ledger(
          List.of(
              read(
                  "junos.terminal",
                  "set cli (?:screen-length 0|screen-width 511|complete-on-space off)",
                  NETMIKO),
              read("junos.show-configuration", "show configuration \\| display json", NAPALM),
              read("junos.show-version", "show version \\| display json", NAPALM),
              read(
                  "junos.show-chassis",
                  "show chassis hardware \\| display json",
                  "PyEZ get-chassis-inventory; suzieq inventory.yml"),
              read("junos.show-commit", "(?:run )?show system commit", NAPALM),
              read("junos.show-interfaces", "show interfaces(?: extensive| queue)?", JX),
              read("junos.show-cos", "show class-of-service interface", JX),
              read("junos.show-lldp", "show lldp neighbors \\| display json", NAPALM),
              write(
                  CONFIGURE,
                  "configure [exclusive], show | compare, exit",
                  anyOf("configure", "configure exclusive", "show \\| compare", "exit"),
                  NAPALM),
              write(CHECK, "commit check", NAPALM),
              write(COMMIT, "commit comment losslessd-*", "commit comment " + COMMENT, NAPALM),
              write(
                  CONFIRMED,
                  "commit confirmed MINUTES comment losslessd-*",
                  "commit confirmed [1-9]\\d{0,4} comment " + COMMENT,
                  NAPALM),
              write(ROLLBACK, "rollback {0|1}", "rollback [01]", NAPALM),
              write(
                  "junos.mtu",
                  "(?:set interfaces " + PORT + " mtu \\d{2,5}|delete interfaces " + PORT + " mtu)",
                  MFD),
              write(
                  "junos.flow-control",
                  "(?:set|delete) interfaces " + PORT + " ether-options (?:no-)?flow-control",
                  MFD),
              write(
                  "junos.bind",
                  "set "
                      + AT_PORT
                      + " (?:(?:congestion-notification-profile|scheduler-map) "
                      + NAME
                      + "|(?:"
                      + UNIT
                      + " )?classifiers dscp "
                      + NAME
                      + ")",
                  JVD),
              write(
                  "junos.unbind",
                  "delete "
                      + AT_PORT
                      + "(?: (?:congestion-notification-profile|scheduler-map|"
                      + UNIT
                      + "|(?:"
                      + UNIT
                      + " )?classifiers(?: dscp)?))?",
                  JVD),
              write(
                  "junos.profile",
                  "set "
                      + PROFILES
                      + " (?:"
                      + anyOf(
                          WATCHDOG,
                          "input cable-length \\d{1,6}",
                          "input ieee-802\\.1 code-point [01]{3} (?:pfc|mru \\d{2,5})",
                          "input dscp code-point " + POINT + " (?:pfc|mru \\d{2,5})",
                          "output ieee-802\\.1 code-point [01]{3} flow-control-queue [0-7]")
                      + ")",
                  JVD + "; " + YANG),
              write(
                  "junos.map",
                  "set "
                      + COS
                      + "scheduler-maps "
                      + OURS
                      + " forwarding-class "
                      + NAME
                      + " scheduler "
                      + OURS,
                  JVD),
              write(
                  "junos.scheduler",
                  "set "
                      + COS
                      + "schedulers "
                      + OURS
                      + " (?:"
                      + anyOf(
                          "transmit-rate (?:percent"
                              + " \\d{1,3}|exact|rate-limit|remainder|\\d{1,12}[kmg]?)",
                          "priority [a-z-]{3,20}",
                          "buffer-size (?:percent \\d{1,3}|remainder|exact)",
                          "shaping-rate (?:percent \\d{1,3}|\\d{1,12}[kmg]?)",
                          "drop-profile-map loss-priority [a-z-]{3,11} protocol (?:any|tcp|non-tcp)"
                              + " drop-profile "
                              + NAME,
                          "explicit-congestion-notification")
                      + ")",
                  JVD + "; " + YANG),
              write(
                  "junos.drop-profile",
                  "set "
                      + COS
                      + "drop-profiles "
                      + OURS
                      + " interpolate (?:fill-level|drop-probability) \\d{1,3}",
                  JVD),
              write(
                  "junos.class",
                  "set " + OUR_CLASS + " (?:queue-num [0-7]|no-loss|pfc-priority [0-7])",
                  JVD),
              write(
                  "junos.classifier",
                  anyOf(
                      "set " + OUR_CLASSIFIER + " import default",
                      "set " + ENTRY + LOSS + " code-points " + POINT),
                  JVD + "; import: " + YANG),
              write(
                  "junos.delete-entry",
                  anyOf(
                      "delete " + OUR_CLASSIFIER,
                      "delete " + ENTRY + "(?:" + LOSS + "(?: code-points " + POINT + ")?)?"),
                  JVD + "; delete: mfd-switchmanagement"),
              write(
                  "junos.delete-ours",
                  "delete class-of-service ... losslessd-* ...",
                  "delete (?:"
                      + anyOf(
                          PROFILES,
                          COS + "scheduler-maps " + OURS,
                          COS + "schedulers " + OURS,
                          COS + "drop-profiles " + OURS,
                          OUR_CLASS)
                      + ")(?: [a-z0-9][A-Za-z0-9_.: -]{0,120})?",
                  JVD + "; delete: mfd-switchmanagement")));

  private static final Pattern SINGLE =
      Pattern.compile(
          "mtu|congestion-notification-profile|scheduler-map|dscp|percent|priority|queue-num"
              + "|pfc-priority|scheduler|poll-interval|detection|recovery|watchdog-action"
              + "|drop-profile|cable-length|mru|buffer-size|shaping-rate|transmit-rate");

  private JunosLedger() {}

  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  static Line line(String entry, String literal) {
    return Line.of(LEDGER, entry, literal);
  }

  /** Returns a line that compiles and pushes the whole configuration, with a longer deadline. */
  static Line slow(String entry, String literal) {
    Line line = line(entry, literal);
    return new Line(LEDGER, entry, line.command().within(PATIENCE));
  }

  /** A line that sets or deletes, by whichever entry allows it. */
  static Line change(String text) {
    String entry =
        LEDGER
            .find(text)
            .map(Ledger.Entry::id)
            .orElseThrow(() ->
                DeviceException.unsupported(
                    "line '"
                        + Sanitized.of(text)
                        + "' is not in the ledger: it is neither set nor"
                        + " copied"));
    return line(entry, text);
  }

  /** The shortest line that deletes this statement and nothing that stays; empty if none may. */
  static Optional<String> deletion(List<String> statement, Statements... staying) {
    for (int words = 2; words <= statement.size(); words++) {
      List<String> path = statement.subList(0, words);
      String line = "delete " + String.join(" ", path);
      if (LEDGER.find(line).isPresent() && List.of(staying).stream().noneMatch(s -> s.has(path))) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /** Whether a statement has one value, which the next {@code set} replaces. */
  static boolean isReplaced(List<String> statement, Iterable<List<String>> added) {
    int last = statement.size() - 1;
    if (!SINGLE.matcher(statement.get(last - 1)).matches()) {
      return false;
    }
    for (List<String> one : added) {
      if (one.size() == statement.size() && Statements.begins(one, statement.subList(0, last))) {
        return true;
      }
    }
    return false;
  }
}
