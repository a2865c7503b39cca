package dev.losslessd.driver.junos;

import static dev.losslessd.driver.Ledger.Entry.anyOf;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Source;
import dev.losslessd.driver.Line;
import dev.losslessd.text.Pattern;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every line that may be sent to a switch, to read it and to change it. */
final class JunosLedger {
  /** A commit goes through every daemon of the box: half a minute on a large one is usual. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Parts of lines, which stand in them as {@code <PORT>}. */
  private static final Map<String, String> PARTS =
      Map.ofEntries(
          Map.entry("PORT", "(?:et|xe|ge|mge)-\\d{1,2}/\\d{1,2}/\\d{1,3}(?::\\d{1,2})?"),
          Map.entry("NAME", "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}"),
          Map.entry("OURS", "losslessd[A-Za-z0-9_.:-]{0,100}"),
          Map.entry("COMMENT", "losslessd-[A-Za-z0-9_.:-]{1,100}"),
          Map.entry("UNIT", "unit (?:\\d{1,5}|\\*)"),
          Map.entry("POINT", "(?:[01]{6}|[a-z]{2,3}\\d{0,2})"),
          Map.entry("LOSS", "loss-priority (?:low|medium-low|medium-high|high)"),
          Map.entry("CLASS", "losslessd-(?:" + AgentName.HOST + "-)?p[0-7]"),
          Map.entry("CLASSIFIER", "losslessd(?:-" + AgentName.HOST + ")?"),
          Map.entry("COS", "class-of-service"),
          Map.entry("BIND", "congestion-notification-profile|scheduler-map"));

  private static final Source NETMIKO =
      new Source("netmiko and ansible junipernetworks.junos terminal plug-in", PARTS);
  private static final Source NAPALM = new Source("napalm junos.py", PARTS);
  private static final String JVD = "Juniper validated design, rdma-rocev2-lossless.conf";
  private static final String YANG = "Juniper/yang 24.4R1, conf-class-of-service";
  private static final Source BY_JVD = new Source(JVD, PARTS);
  private static final Source MODELS = new Source(JVD + "; " + YANG, PARTS);
  private static final Source DELETIONS = new Source(JVD + "; delete: mfd-switchmanagement", PARTS);
  private static final Source IMPORTS = new Source(JVD + "; import: " + YANG, PARTS);
  private static final Source PYEZ =
      new Source("PyEZ get-chassis-inventory; suzieq inventory.yml", PARTS);
  private static final Source MFD = new Source("Intel mfd-switchmanagement, juniper", PARTS);
  private static final Source JX = new Source("captures of QFX and genie, Junos CLI", PARTS);

  static final Ledger LEDGER =
      new Ledger(
          List.of(
              NETMIKO.read(
                  "junos.terminal",
                  "set cli (?:screen-length 0|screen-width 511|complete-on-space off)"),
              NAPALM.read("junos.show-configuration", "show configuration \\| display json"),
              NAPALM.read("junos.show-version", "show version \\| display json"),
              PYEZ.read("junos.show-chassis", "show chassis hardware \\| display json"),
              NAPALM.read("junos.show-commit", "(?:run )?show system commit"),
              JX.read("junos.show-interfaces", "show interfaces(?: extensive| queue)?"),
              JX.read("junos.show-cos", "show class-of-service interface"),
              NAPALM.read("junos.show-lldp", "show lldp neighbors \\| display json"),
              NAPALM.write(
                  "junos.configure",
                  "configure [exclusive], show | compare, exit",
                  anyOf("configure", "configure exclusive", "show \\| compare", "exit")),
              NAPALM.write("junos.commit-check", "commit check"),
              NAPALM.write(
                  "junos.commit", "commit comment losslessd-*", "commit comment <COMMENT>"),
              NAPALM.write(
                  "junos.commit-confirmed",
                  "commit confirmed MINUTES comment losslessd-*",
                  "commit confirmed [1-9]\\d{0,4} comment <COMMENT>"),
              NAPALM.write("junos.rollback", "rollback {0|1}", "rollback [01]"),
              MFD.write(
                  "junos.mtu",
                  "(?:set interfaces <PORT> mtu \\d{2,5}|delete interfaces <PORT> mtu)"),
              MFD.write(
                  "junos.flow-control",
                  "(?:set|delete) interfaces <PORT> ether-options (?:no-)?flow-control"),
              BY_JVD.write(
                  "junos.bind",
                  "set <COS> interfaces <PORT>"
                      + " (?:(?:<BIND>) <NAME>|(?:<UNIT> )?classifiers dscp <NAME>)"),
              BY_JVD.write(
                  "junos.unbind",
                  "delete <COS> interfaces <PORT>"
                      + "(?: (?:<BIND>|<UNIT>|(?:<UNIT> )?classifiers(?: dscp)?))?"),
              MODELS.write(
                  "junos.profile",
                  "set <COS> congestion-notification-profile <OURS> (?:"
                      + anyOf(
                          "pfc-watchdog(?: (?:poll-interval|detection|recovery) \\d{1,9}"
                              + "| watchdog-action (?:drop|forward))?",
                          "input cable-length \\d{1,6}",
                          "input ieee-802\\.1 code-point [01]{3} (?:pfc|mru \\d{2,5})",
                          "input dscp code-point <POINT> (?:pfc|mru \\d{2,5})",
                          "output ieee-802\\.1 code-point [01]{3} flow-control-queue [0-7]")
                      + ")"),
              BY_JVD.write(
                  "junos.map",
                  "set <COS> scheduler-maps <OURS> forwarding-class <NAME> scheduler <OURS>"),
              MODELS.write(
                  "junos.scheduler",
                  "set <COS> schedulers <OURS> (?:"
                      + anyOf(
                          "transmit-rate (?:percent"
                              + " \\d{1,3}|exact|rate-limit|remainder|\\d{1,12}[kmg]?)",
                          "priority [a-z-]{3,20}",
                          "buffer-size (?:percent \\d{1,3}|remainder|exact)",
                          "shaping-rate (?:percent \\d{1,3}|\\d{1,12}[kmg]?)",
                          "drop-profile-map loss-priority [a-z-]{3,11}"
                              + " protocol (?:any|tcp|non-tcp) drop-profile <NAME>",
                          "explicit-congestion-notification")
                      + ")"),
              BY_JVD.write(
                  "junos.drop-profile",
                  "set <COS> drop-profiles <OURS>"
                      + " interpolate (?:fill-level|drop-probability) \\d{1,3}"),
              BY_JVD.write(
                  "junos.class",
                  "set <COS> forwarding-classes class <CLASS>"
                      + " (?:queue-num [0-7]|no-loss|pfc-priority [0-7])"),
              IMPORTS.write(
                  "junos.classifier",
                  anyOf(
                      "set <COS> classifiers dscp <CLASSIFIER> import default",
                      "set <COS> classifiers dscp <NAME> forwarding-class <NAME> <LOSS>"
                          + " code-points <POINT>")),
              DELETIONS.write(
                  "junos.delete-entry",
                  anyOf(
                      "delete <COS> classifiers dscp <CLASSIFIER>",
                      "delete <COS> classifiers dscp <NAME> forwarding-class <NAME>"
                          + "(?: <LOSS>(?: code-points <POINT>)?)?")),
              DELETIONS.write(
                  "junos.delete-ours",
                  "delete class-of-service ... losslessd-* ...",
                  "delete (?:"
                      + anyOf(
                          "<COS> congestion-notification-profile <OURS>",
                          "<COS> scheduler-maps <OURS>",
                          "<COS> schedulers <OURS>",
                          "<COS> drop-profiles <OURS>",
                          "<COS> forwarding-classes class <CLASS>")
                      + ")(?: [a-z0-9][A-Za-z0-9_.: -]{0,120})?")));

  private static final Pattern SINGLE =
      Pattern.compile(
          "mtu|congestion-notification-profile|scheduler-map|dscp|percent|priority|queue-num"
              + "|pfc-priority|scheduler|poll-interval|detection|recovery|watchdog-action"
              + "|drop-profile|cable-length|mru|buffer-size|shaping-rate|transmit-rate");

  private JunosLedger() {}

  /** Returns a line that compiles and pushes the whole configuration, with a longer deadline. */
  static Line slow(String text) {
    return LEDGER.line(text).with(command -> command.within(PATIENCE));
  }

  /** The shortest line that deletes this statement and nothing that stays; empty if none may. */
  static Optional<String> deletion(String statement, Statements... staying) {
    String[] words = statement.split(" ");
    return IntStream.rangeClosed(2, words.length)
        .mapToObj(n -> String.join(" ", List.of(words).subList(0, n)))
        .filter(path -> Stream.of(staying).noneMatch(all -> all.has(path)))
        .map(path -> "delete " + path)
        .filter(line -> LEDGER.find(line).isPresent())
        .findFirst();
  }

  /** Whether a statement has one value, which the next {@code set} replaces. */
  static boolean isReplaced(String statement, Collection<String> added) {
    String path = statement.substring(0, Math.max(0, statement.lastIndexOf(' ')));
    return SINGLE.matcher(Statements.last(path)).matches()
        && added.stream()
            .anyMatch(one -> path.equals(one.substring(0, Math.max(0, one.lastIndexOf(' ')))));
  }
}
