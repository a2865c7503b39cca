package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.LinuxBoot;
import java.util.List;
import java.util.Map;

/** Every line that is ever sent to a switch with NVUE. */
public final class NvueLedger {
  private static final String REFERENCE =
      "NVIDIA NVUE reference, Set and Unset Commands, QoS (Cumulus Linux 5.3 to 5.17)";
  private static final String SHOW = "NVIDIA NVUE reference, Show Commands, QoS and Interface";
  private static final String CONFIG =
      "NVIDIA NVUE reference, Config Commands; Cumulus Linux guide, NVUE CLI";
  private static final String GUIDE = "Cumulus Linux 5.12 and 5.15 guides, Quality of Service";
  private static final String NAPALM =
      "community NAPALM driver for Cumulus with NVUE (commit_config, confirm_commit, rollback);"
          + " two public lab guides give it without the revision";

  /** Parts of the lines below by name. */
  private static final Map<String, String> FORMS =
      Map.of(
          "PORT", Ports.FORM,
          "PRIORITY", "[0-7]",
          "STATE", "(?:enable|enabled|disable|disabled)",
          "PERCENT", "(?:[1-9]\\d?|100)",
          "PROFILE", "[A-Za-z0-9_-]{1,64}",
          "GLOBAL", Tree.GLOBAL,
          "OURS", Tree.OURS + "(?:-" + AgentName.HOST + ")?",
          "REVISION", "(?:\\d{1,12}|applied|startup)");

  public static final Ledger LEDGER =
      new Ledger(
          List.of(
              read("nvue.show-version", "nv show system version", SHOW),
              read("nvue.show-platform", "nv show platform(?: hardware)?", SHOW),
              Entry.read("nvue.boot-id", LinuxBoot.COMMAND, LinuxBoot.SOURCE),
              read("nvue.show-user", "nv show system aaa user <PROFILE>", SHOW),
              read("nvue.show-interfaces", "nv show interface", SHOW),
              read(
                  "nvue.show-port",
                  "nv show interface <PORT> qos (?:pfc|congestion-control|mapping"
                      + "|egress-scheduler|egress-queue-mapping|link-pause|pfc-watchdog)",
                  SHOW),
              read(
                  "nvue.show-counters",
                  "nv show interface <PORT> (?:counters qos|qos counters)",
                  SHOW),
              read("nvue.show-profile", "nv show qos (?:pfc|congestion-control) <GLOBAL>", SHOW),
              read("nvue.show-config", "nv config show -r <REVISION>", CONFIG),
              read("nvue.show-revisions", "nv config revision", CONFIG),
              write(
                  "nvue.pfc",
                  "nv (?:set|unset) qos pfc (?:<OURS>|<GLOBAL>) switch-priority <PRIORITY>",
                  REFERENCE),
              setting(
                  "nvue.pfc-way",
                  "qos pfc (?:<OURS>|<GLOBAL>) (?:rx|tx) <STATE>",
                  "qos pfc (?:<OURS>|<GLOBAL>) (?:rx|tx)"),
              write("nvue.pfc-profile", "nv unset qos pfc <OURS>", REFERENCE),
              setting(
                  "nvue.traffic-pool",
                  "qos traffic-pool default-(?:lossless|lossy) memory-percent <PERCENT>",
                  "qos traffic-pool default-(?:lossless|lossy)(?: memory-percent)?",
                  REFERENCE + "; " + GUIDE + ", Flow Control Buffers"),
              setting(
                  "nvue.ecn",
                  "qos congestion-control <GLOBAL> traffic-class <PRIORITY> (?:ecn <STATE>|red"
                      + " <STATE>|(?:min|max)-threshold \\d{1,12}|probability \\d{1,3})",
                  "qos congestion-control <GLOBAL> traffic-class <PRIORITY>(?: (?:ecn|red"
                      + "|min-threshold|max-threshold|probability))?"),
              setting(
                  "nvue.scheduler",
                  "qos egress-scheduler <GLOBAL> traffic-class <PRIORITY> (?:mode (?:dwrr"
                      + "|strict)|bw-percent <PERCENT>)",
                  "qos egress-scheduler <GLOBAL> traffic-class <PRIORITY>(?:"
                      + " (?:mode|bw-percent))?"),
              setting(
                  "nvue.queue-mapping",
                  "qos egress-queue-mapping <GLOBAL> switch-priority <PRIORITY> traffic-class"
                      + " <PRIORITY>",
                  "qos egress-queue-mapping <GLOBAL> switch-priority <PRIORITY>(?:"
                      + " traffic-class)?"),
              setting(
                  "nvue.dscp",
                  "qos mapping (?:<OURS>|<GLOBAL>) dscp \\d{1,2} switch-priority <PRIORITY>",
                  "qos mapping (?:<OURS>|<GLOBAL>) dscp \\d{1,2}(?: switch-priority)?"),
              setting("nvue.trust", "qos mapping <OURS> trust l3", "qos mapping <OURS>(?: trust)?"),
              setting(
                  "nvue.bind",
                  "interface <PORT> qos (?:pfc|mapping|link-pause) profile <PROFILE>",
                  "interface <PORT> qos (?:pfc|mapping|link-pause)",
                  GUIDE),
              setting(
                  "nvue.link-pause",
                  "qos link-pause <OURS>-(?:rx|tx|both) (?:rx|tx) <STATE>",
                  "qos link-pause <OURS>-(?:rx|tx|both)"),
              setting(
                  "nvue.watchdog",
                  "interface <PORT> qos pfc-watchdog state <STATE>",
                  "interface <PORT> qos pfc-watchdog",
                  GUIDE),
              setting(
                  "nvue.watchdog-times",
                  "qos pfc-watchdog (?:polling-interval|robustness) \\d{1,4}",
                  "qos pfc-watchdog(?: (?:polling-interval|robustness))?",
                  REFERENCE + "; " + GUIDE + "; 5.6 and later"),
              setting(
                  "nvue.mtu",
                  "interface <PORT> link mtu \\d{3,4}",
                  "interface <PORT> link mtu",
                  CONFIG),
              // only of a port that is left with nothing but the type that NVUE gave it by itself
              write("nvue.bare-port", "nv unset interface <PORT>", CONFIG),
              write("nvue.apply", "nv config apply -y -m losslessd-[A-Za-z0-9_-]{1,100}", CONFIG),
              write(
                  "nvue.apply-confirm",
                  "nv config apply --confirm \\d{1,6}s -y -m losslessd-[A-Za-z0-9_-]{1,100}",
                  CONFIG + "; " + NAPALM),
              write("nvue.confirm-yes", "nv config apply(?: \\d{1,12})? --confirm-yes", NAPALM),
              write("nvue.confirm-no", "nv config apply(?: \\d{1,12})? --confirm-no", NAPALM),
              write("nvue.detach", "nv config detach", CONFIG),
              write("nvue.delete", "nv config delete \\d{1,12}", CONFIG + "; " + NAPALM),
              write("nvue.save", "nv config save", CONFIG)));

  private NvueLedger() {}

  /** With {@code -o json} behind, or without. */
  private static Entry read(String id, String lines, String source) {
    return Entry.read(id, Entry.filled(FORMS, "(?:" + lines + ")(?: -o json)?"), source);
  }

  private static Entry write(String id, String lines, String source) {
    return Entry.write(id, Entry.filled(FORMS, lines), source);
  }

  private static Entry setting(String id, String set, String unset) {
    return setting(id, set, unset, REFERENCE);
  }

  /** Returns the entry of a setting, which one line sets and another takes away. */
  private static Entry setting(String id, String set, String unset, String source) {
    return write(id, "nv set " + set + "|nv unset " + unset, source);
  }
}
