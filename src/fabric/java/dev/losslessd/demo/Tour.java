package dev.losslessd.demo;

import dev.losslessd.cli.ExitCode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** {@code demo --once}: what a newcomer would type, each step with its result and its check. */
final class Tour extends TourSteps {
  /**
   * Number of lies that one port takes. EOS takes two sessions where servers hang on the port, and
   * keeps only one. A lasting lie would spoil the undo of the other, which sets PFC as well.
   */
  private static final String TWO_LINES = " 2";

  private static final String NIC = "gpu01:ens1f0np0";

  /** Waives the other reason not to change a NIC alone: this is about the load. */
  private static final String ALONE = "one-end=to see the other rule";

  /** Lines of a watched leaf's log, behind its prompt, that change nothing. */
  private static final String READS =
      ".*[#>] (?:show .*|enable|no cli session paging enable|terminal length 0)";

  private final List<String> devices = new ArrayList<>();
  private final List<String> os;
  private final DemoSite site;

  /**
   * @param site whose NIC n of gpu01 hangs on leaf n
   */
  Tour(Demo demo, DemoSite site, PrintStream out, PrintStream err) {
    super(demo, out, err);
    this.site = site;
    this.os = site.leaves();
    devices.addAll(site.serverNames());
    for (int n = 1; n <= os.size(); n++) {
      devices.add("leaf" + n);
    }
    for (int nic = 1; nic <= DemoLeaf.nics(os.size()); nic++) {
      devices.add("gpu01:ens" + nic + "f0np0");
    }
  }

  @Override
  void walk() {
    List<List<String>> found = settled();
    aPolicyThatLandsOnBothEnds();
    aServerThatWaitsForItsReboot();
    aSwitchThatLies();
    aSwitchThatIsAwayAtTheDeadline();
    aSettingThatIsNotOursAlone();
    aBusyLinkIsLeftAlone();
    leftAsFound(found);
  }

  private void aPolicyThatLandsOnBothEnds() {
    headline("One policy, both ends: planned, journaled, applied in a safe order, read back");
    await(
        () -> quiet("contract", NIC) == ExitCode.FINDING && quiet(wide("plan")) == ExitCode.OK,
        "LLDP told of no link, or nothing is wrong with it");
    cli(ExitCode.FINDING, "contract", NIC);
    cli(ExitCode.OK, wide("apply", "--yes", "--reason", "RoCE for the new host"));
    cli(ExitCode.OK, "confirm", "--yes");
    await(() -> quiet("contract", NIC) == ExitCode.OK, "the contract is not met");
    cli(ExitCode.OK, "contract", NIC);
    device(NIC, "pfc 3");
    for (int n = 1; n <= os.size(); n++) {
      leaf("leaf" + n, site.leaf(n));
    }
    site.numbers(true).forEach(this::onlyWatched);
    metric("roce_pfc_enabled{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",priority=\"3\"} 1");
    metric(
        "roce_pfc_enabled{device=\"leaf1\",port=\""
            + site.leaf(1).port()
            + "\",end=\"switch\",priority=\"3\",poller=\"gpu01\"} 1");
  }

  /** Settings there take effect only after a reboot, which is left to an operator. */
  private void aServerThatWaitsForItsReboot() {
    for (String server : site.serverNames()) {
      headline(
          server + " is a server with ESXi: its PFC is set, and staged until somebody reboots it");
      device(server, "nmlx5_core options = 'pfctx=0x08 pfcrx=0x08 trust_state=2'");
      device(server, "vmnic2 running pfc=0");
      cli(ExitCode.OK, "get", server);
      control("reboot " + server);
      device(server, "vmnic2 running pfc=8");
      await(
          () ->
              demo.page()
                  .contains(
                      "roce_pfc_enabled{device=\""
                          + server
                          + "\",port=\"vmnic2\",end=\"nic\",priority=\"3\"} 1"),
          "the reboot did not bring what was staged");
      cli(ExitCode.OK, "get", server);
    }
  }

  /** What it was sent is what it is asked; and the contract of its link is judged all the same. */
  private void onlyWatched(int number) {
    String name = "leaf" + number;
    List<String> asked = demo.tell("log " + name);
    if (asked.size() < 2) {
      throw new Failed(name + " was not even asked");
    }
    for (String line : asked.subList(1, asked.size())) {
      if (!line.matches(READS)) {
        throw new Failed(name + " is watched, and was sent '" + line + "'");
      }
    }
    out.println("  " + name + " itself: watched, was sent nothing but questions");
    String nic = "gpu01:ens" + number + "f0np0";
    await(() -> quiet("contract", nic) == ExitCode.OK, "the contract of " + nic + " is not met");
    cli(ExitCode.OK, "contract", nic);
  }

  private void aSwitchThatLies() {
    if (site.numbers(false).isEmpty()) {
      return;
    }
    int number = site.numbers(false).getLast();
    String last = "leaf" + number;
    headline(
        "The way back, but " + last + " lies: it says yes and does nothing. Undone on both ends");
    List<List<String>> before = settled();
    control("lie " + last + " pfc" + (os.get(number - 1).equals("eos") ? TWO_LINES : ""));
    cli(ExitCode.FINDING, wide("rollback", "0", "--yes", "--confirm"));
    control("clear " + last);
    unchanged(before);
  }

  private void aSwitchThatIsAwayAtTheDeadline() {
    if (site.numbers(false).isEmpty()) {
      return;
    }
    String leaf = "leaf" + site.numbers(false).getFirst();
    headline("Nobody confirms, and " + leaf + " is away at the deadline: undone when it is back");
    List<List<String>> before = settled();
    String outstanding = "losslessd_undo_outstanding{device=\"" + leaf + "\"} 1";
    cli(ExitCode.OK, wide("rollback", "0", "--yes", "--confirm-within", "5s"));
    control("vanish " + leaf);
    metric(outstanding);
    cli(ExitCode.OK, "commits");
    cli(ExitCode.FINDING, "findings");
    control("return " + leaf);
    await(() -> !demo.page().contains(outstanding), leaf + " is back, and not undone");
    unchanged(before);
  }

  private void aSettingThatIsNotOursAlone() {
    if (site.numbers(false).isEmpty()) {
      return;
    }
    int first = site.numbers(false).getFirst();
    DemoLeaf leaf = site.leaf(first);
    headline(
        leaf.sharedName()
            + " is one setting for the whole switch: it would change other hosts' ports");
    List<String> words = new ArrayList<>(List.of("set", "leaf" + first));
    words.addAll(leaf.shared());
    cli(ExitCode.FINDING, words.toArray(String[]::new));
  }

  private void aBusyLinkIsLeftAlone() {
    headline("A job runs: a change that would bounce its link is refused");
    control("load 60");
    await(
        () -> quiet("set", NIC, "pfc", "none", "--waive", ALONE, "--dry-run") == ExitCode.FINDING,
        "the port did not become busy");
    cli(ExitCode.FINDING, "set", NIC, "pfc", "none", "--waive", ALONE);
    control("load 0");
  }

  private void leftAsFound(List<List<String>> found) {
    headline("Back to where it was, as a revision of its own");
    cli(ExitCode.OK, wide("rollback", "0", "--yes", "--while-busy", "--confirm"));
    site.serverNames().forEach(server -> control("reboot " + server));
    unchanged(found);
    cli(ExitCode.OK, "commits");
  }

  /** States of all devices, read once no link is coming up after a new PFC mask. */
  private List<List<String>> settled() {
    await(
        () -> everything().stream().noneMatch(lines -> lines.contains("link down")),
        "a link does not come up");
    return everything();
  }

  /** Every device by its own word, past the daemon. */
  private List<List<String>> everything() {
    return devices.stream().map(device -> demo.tell("state " + device)).toList();
  }

  /** A link that went down for its new PFC mask takes a moment to come up. */
  private void unchanged(List<List<String>> before) {
    await(() -> different(before).isEmpty(), () -> "not as they were: " + different(before));
    out.println("  the devices themselves: NICs and leaves are as they were");
    out.println();
  }

  private String different(List<List<String>> before) {
    List<List<String>> now = everything();
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < now.size(); n++) {
      List<String> came = new ArrayList<>(now.get(n));
      came.removeAll(before.get(n));
      List<String> went = new ArrayList<>(before.get(n));
      went.removeAll(now.get(n));
      if (!now.get(n).equals(before.get(n))) {
        text.append(devices.get(n)).append(" has ").append(came).append(", had ").append(went);
      }
    }
    return text.toString();
  }

  /** A server's PFC is one setting for all its ports. */
  private String[] wide(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    if (site.hasServers()) {
      all.add("--accept-scope");
    }
    return all.toArray(String[]::new);
  }

  private void leaf(String name, DemoLeaf leaf) {
    if (!leaf.showsPfc(demo.tell("state " + name))) {
      throw new Failed(
          name + " does not show '" + leaf.pfcOn().strip() + "' at its port " + leaf.port());
    }
    out.println("  " + name + " itself: " + leaf.port() + " has " + leaf.pfcOn().strip());
  }
}
