package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Access;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Sanitized;
import java.util.List;

/** Every line that is ever sent to a switch with NVUE. */
final class NvueLedger {
  static final String DETACH = "nvue.detach";
  static final String DELETE = "nvue.delete";
  static final String APPLY = "nvue.apply";
  static final String APPLY_HELD = "nvue.apply-confirm";
  static final String KEEP = "nvue.confirm-yes";
  static final String RELEASE = "nvue.confirm-no";
  static final String SAVE = "nvue.save";

  private static final String REFERENCE =
      "NVIDIA NVUE reference, Set and Unset Commands, QoS (Cumulus Linux 5.3 to 5.17)";
  private static final String SHOW = "NVIDIA NVUE reference, Show Commands, QoS and Interface";
  private static final String CONFIG =
      "NVIDIA NVUE reference, Config Commands; Cumulus Linux guide, NVUE CLI";
  private static final String GUIDE = "Cumulus Linux 5.12 and 5.15 guides, Quality of Service";
  private static final String NAPALM =
      "community NAPALM driver for Cumulus with NVUE (commit_config, confirm_commit, rollback);"
          + " two public lab guides give it without the revision";

  private static final String PORT = Ports.FORM;
  private static final String PRIORITY = "[0-7]";
  private static final String STATE = "(?:enable|enabled|disable|disabled)";
  private static final String PROFILE = "[A-Za-z0-9_-]{1,64}";
  private static final String GLOBAL = Tree.GLOBAL;
  private static final String OURS = Tree.OURS + "(?:-" + AgentName.HOST + ")?";
  private static final String REVISION = "(?:\\d{1,12}|applied|startup)";

  static final Ledger LEDGER =
      new Ledger(
          List.of(
              read("nvue.show-version", "nv show system version", SHOW),
              read("nvue.show-platform", "nv show platform(?: hardware)?", SHOW),
              read("nvue.show-user", "nv show system aaa user " + PROFILE, SHOW),
              read("nvue.show-interfaces", "nv show interface", SHOW),
              read(
                  "nvue.show-port",
                  "nv show interface "
                      + PORT
                      + " qos (?:pfc|congestion-control|mapping|egress-scheduler"
                      + "|egress-queue-mapping|link-pause|pfc-watchdog)",
                  SHOW),
              read(
                  "nvue.show-counters",
                  "nv show interface " + PORT + " (?:counters qos|qos counters)",
                  SHOW),
              read("nvue.show-profile", "nv show qos (?:pfc|congestion-control) " + GLOBAL, SHOW),
              read("nvue.show-config", "nv config show -r " + REVISION, CONFIG),
              read("nvue.show-revisions", "nv config revision", CONFIG),
              Entry.write(
                  "nvue.pfc",
                  "nv (?:set|unset) qos pfc (?:"
                      + OURS
                      + "|"
                      + GLOBAL
                      + ") switch-priority "
                      + PRIORITY,
                  REFERENCE),
              Entry.write(
                  "nvue.pfc-way",
                  "nv set qos pfc (?:"
                      + OURS
                      + "|"
                      + GLOBAL
                      + ") (?:rx|tx) "
                      + STATE
                      + "|nv unset qos pfc (?:"
                      + OURS
                      + "|"
                      + GLOBAL
                      + ") (?:rx|tx)",
                  REFERENCE),
              Entry.write("nvue.pfc-profile", "nv unset qos pfc " + OURS, REFERENCE),
              Entry.write(
                  "nvue.traffic-pool",
                  "nv set qos traffic-pool default-(?:lossless|lossy) memory-percent"
                      + " (?:[1-9]\\d?|100)"
                      + "|nv unset qos traffic-pool default-(?:lossless|lossy)(?: memory-percent)?",
                  REFERENCE + "; " + GUIDE + ", Flow Control Buffers"),
              Entry.write(
                  "nvue.ecn",
                  "nv set qos congestion-control "
                      + GLOBAL
                      + " traffic-class "
                      + PRIORITY
                      + " (?:ecn "
                      + STATE
                      + "|red "
                      + STATE
                      + "|(?:min|max)-threshold \\d{1,12}|probability \\d{1,3})"
                      + "|nv unset qos congestion-control "
                      + GLOBAL
                      + " traffic-class "
                      + PRIORITY
                      + "(?: (?:ecn|red|min-threshold|max-threshold|probability))?",
                  REFERENCE),
              Entry.write(
                  "nvue.scheduler",
                  "nv set qos egress-scheduler "
                      + GLOBAL
                      + " traffic-class "
                      + PRIORITY
                      + " (?:mode (?:dwrr|strict)|bw-percent (?:[1-9]\\d?|100))"
                      + "|nv unset qos egress-scheduler "
                      + GLOBAL
                      + " traffic-class "
                      + PRIORITY
                      + "(?: (?:mode|bw-percent))?",
                  REFERENCE),
              Entry.write(
                  "nvue.queue-mapping",
                  "nv set qos egress-queue-mapping "
                      + GLOBAL
                      + " switch-priority "
                      + PRIORITY
                      + " traffic-class "
                      + PRIORITY
                      + "|nv unset qos egress-queue-mapping "
                      + GLOBAL
                      + " switch-priority "
                      + PRIORITY
                      + "(?: traffic-class)?",
                  REFERENCE),
              Entry.write(
                  "nvue.dscp",
                  "nv set qos mapping (?:"
                      + OURS
                      + "|"
                      + GLOBAL
                      + ") dscp \\d{1,2} switch-priority "
                      + PRIORITY
                      + "|nv unset qos mapping (?:"
                      + OURS
                      + "|"
                      + GLOBAL
                      + ") dscp \\d{1,2}"
                      + "(?: switch-priority)?",
                  REFERENCE),
              Entry.write(
                  "nvue.trust",
                  "nv set qos mapping "
                      + OURS
                      + " trust l3|nv unset qos mapping "
                      + OURS
                      + "(?: trust)?",
                  REFERENCE),
              Entry.write(
                  "nvue.bind",
                  "nv set interface "
                      + PORT
                      + " qos (?:pfc|mapping|link-pause) profile "
                      + PROFILE
                      + "|nv unset interface "
                      + PORT
                      + " qos (?:pfc|mapping|link-pause)",
                  GUIDE),
              Entry.write(
                  "nvue.link-pause",
                  "nv set qos link-pause "
                      + OURS
                      + "-(?:rx|tx|both) (?:rx|tx) "
                      + STATE
                      + "|nv unset qos link-pause "
                      + OURS
                      + "-(?:rx|tx|both)",
                  REFERENCE),
              Entry.write(
                  "nvue.watchdog",
                  "nv set interface "
                      + PORT
                      + " qos pfc-watchdog state "
                      + STATE
                      + "|nv unset interface "
                      + PORT
                      + " qos pfc-watchdog",
                  GUIDE),
              Entry.write(
                  "nvue.watchdog-times",
                  "nv set qos pfc-watchdog (?:polling-interval|robustness) \\d{1,4}"
                      + "|nv unset qos pfc-watchdog(?: (?:polling-interval|robustness))?",
                  REFERENCE + "; " + GUIDE + "; 5.6 and later"),
              Entry.write(
                  "nvue.mtu",
                  "nv set interface "
                      + PORT
                      + " link mtu \\d{3,4}|nv unset interface "
                      + PORT
                      + " link mtu",
                  CONFIG),
              // only of a port that is left with nothing but the type that NVUE gave it by itself
              Entry.write("nvue.bare-port", "nv unset interface " + PORT, CONFIG),
              Entry.write(APPLY, "nv config apply -y -m losslessd-[A-Za-z0-9_-]{1,100}", CONFIG),
              Entry.write(
                  APPLY_HELD,
                  "nv config apply --confirm \\d{1,6}s -y -m losslessd-[A-Za-z0-9_-]{1,100}",
                  CONFIG + "; " + NAPALM),
              Entry.write(KEEP, "nv config apply(?: \\d{1,12})? --confirm-yes", NAPALM),
              Entry.write(RELEASE, "nv config apply(?: \\d{1,12})? --confirm-no", NAPALM),
              Entry.write(DETACH, "nv config detach", CONFIG),
              Entry.write(DELETE, "nv config delete \\d{1,12}", CONFIG + "; " + NAPALM),
              Entry.write(SAVE, "nv config save", CONFIG)));

  private NvueLedger() {}

  /**
   * A line with its place in the ledger.
   *
   * @throws DeviceException UNSUPPORTED if it has none
   */
  static Line line(String text) {
    Entry entry =
        LEDGER
            .find(text)
            .filter(one -> one.access() == Access.WRITE)
            .orElseThrow(() ->
                DeviceException.unsupported(
                    "line '" + Sanitized.of(text) + "' is not in the ledger"));
    return Line.of(LEDGER, entry.id(), text);
  }

  /** With {@code -o json} behind, or without. */
  private static Entry read(String id, String lines, String source) {
    return Entry.read(id, "(?:" + lines + ")(?: -o json)?", source);
  }
}
