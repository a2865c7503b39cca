package dev.losslessd.demo;

import dev.losslessd.store.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Configures the demo's host and leaves before anyone acts on them. */
public final class DemoConfig {
  /** Policy for the host; its leaves are set up already. */
  public static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
      """;

  private static final String SECRET = "losslessd-demo";

  private DemoConfig() {}

  /**
   * The agent's own config file, and the secrets beside it.
   *
   * @param folder that holds the fabric's folder
   */
  public static String of(String host, Path folder, String listen, int port, DemoSite site)
      throws IOException {
    WholeFile.write(folder.resolve("secret"), folder.resolve(".secret"), SECRET + "\n");
    return """
    mode: enforce
    host: { name: %s, root: "%s/fabric/%s/root", kernel: "unix:%s/fabric/%s" }
    state: %s/state
    http: { listen: "%s:%d", socket: %s/losslessd.sock }
    """
            .formatted(host, folder, host, folder, host, folder, listen, port, folder)
        + POLICY
        + links(site)
        + "switches:\n"
        + boxes(folder, site);
  }

  /** Cables to servers, declared because a standard vSwitch sends no LLDP. */
  private static String links(DemoSite site) {
    StringBuilder all = new StringBuilder(site.hasServers() ? "links:\n" : "");
    site.cables()
        .forEach(one ->
            all.append("  - { a: \"%s\", b: \"%s\" }\n".formatted(one.leaf(), one.server())));
    return all.toString();
  }

  private static String boxes(Path folder, DemoSite site) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int n = 0; n < site.leaves().size(); n++) {
      all.append(
          leaf(folder, "leaf" + (n + 1), site.leaves().get(n), !site.leaf(n + 1).isWatched()));
    }
    for (String server : site.serverNames()) {
      all.append(leaf(folder, server, "esxi", true));
    }
    return all.toString();
  }

  private static String leaf(Path folder, String name, String os, boolean manage)
      throws IOException {
    Path own = folder.resolve("fabric").resolve(name);
    return """
      - name: %s
        address: 127.0.0.1
        os: %s
        manage: %s
        ssh: { user: admin, port: %s, password: "file:%s/secret", knownHosts: %s/known_hosts }
        snmp: { version: 2c, port: %s, community: "file:%s/secret" }
        poll: { snmp: 2s, ssh: 10s }
        ports: lldp
    """
        .formatted(
            name,
            os,
            manage,
            Files.readString(own.resolve("ssh.port")).strip(),
            folder,
            own,
            Files.readString(own.resolve("snmp.port")).strip(),
            folder)
        .indent(2);
  }

  /** Configures a Nexus of which one port in four leads to gpu01. */
  public static String networkTeam() {
    return networkTeam(new DemoLeaf.Ports(1));
  }

  /**
   * Configuration by the network team on a Nexus, for all ports but those to gpu01: a lossless
   * class, its queues and marking, and the classification.
   */
  static String networkTeam(DemoLeaf.Ports ports) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "class-map type qos match-any ROCE",
            "match dscp 26",
            "class-map type qos match-any CNP",
            "match dscp 48",
            "policy-map type qos CLASSIFY",
            "class ROCE",
            "set qos-group 3",
            "class CNP",
            "set qos-group 6",
            "policy-map type network-qos NODROP",
            "class type network-qos c-8q-nq3",
            "mtu 9216",
            "pause pfc-cos 3",
            "policy-map type queuing EGRESS"));
    queue("q7", "priority level 1", lines);
    queue("q6", "priority level 2", lines);
    queue("q3", "bandwidth remaining percent 50", lines);
    lines.add(
        "random-detect minimum-threshold 400 kbytes maximum-threshold 1600 kbytes"
            + " drop-probability 20 weight 0 ecn");
    List.of("q5", "q4", "q2", "q1")
        .forEach(name -> queue(name, "bandwidth remaining percent 0", lines));
    queue("q-default", "bandwidth remaining percent 50", lines);
    lines.addAll(
        List.of(
            "system qos",
            "service-policy type queuing output EGRESS",
            "service-policy type network-qos NODROP"));
    for (int port = 1; port <= ports.last(); port++) {
      lines.addAll(List.of("interface Ethernet1/" + port, "mtu 9216"));
      if (port > ports.own()) {
        lines.addAll(
            List.of("priority-flow-control mode on", "service-policy type qos input CLASSIFY"));
      }
    }
    return String.join(" ; ", lines);
  }

  private static void queue(String name, String scheduling, List<String> lines) {
    lines.add("class type queuing c-out-8q-" + name);
    lines.add(scheduling);
  }
}
