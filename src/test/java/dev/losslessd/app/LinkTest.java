package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The daemon between two hosts and two leaves: who is wired to whom, and whether it fits. */
@SystemGroup
class LinkTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String PORT = "leaf1:Ethernet1/1";
  private static final String RED =
      "random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes"
          + " drop-probability 10 weight 0 ecn";

  /** RoCE settings of a whole switch; its ports are set through the daemon. */
  static final String ROCE =
      String.join(
          " ; ",
          "class-map type qos match-any ROCE",
          "match dscp 26",
          "policy-map type qos CLASSIFY",
          "class ROCE",
          "set qos-group 3",
          "policy-map type network-qos NODROP",
          "class type network-qos c-8q-nq3",
          "mtu 9216",
          "pause pfc-cos 3",
          "policy-map type queuing EGRESS",
          "class type queuing c-out-8q-q7",
          "priority level 1",
          "class type queuing c-out-8q-q6",
          "bandwidth remaining percent 0",
          "class type queuing c-out-8q-q5",
          "bandwidth remaining percent 0",
          "class type queuing c-out-8q-q4",
          "bandwidth remaining percent 0",
          "class type queuing c-out-8q-q3",
          "bandwidth remaining percent 50",
          RED,
          "class type queuing c-out-8q-q2",
          "bandwidth remaining percent 0",
          "class type queuing c-out-8q-q1",
          "bandwidth remaining percent 0",
          "class type queuing c-out-8q-q-default",
          "bandwidth remaining percent 50",
          "system qos",
          "service-policy type queuing output EGRESS",
          "service-policy type network-qos NODROP",
          "interface Ethernet1/1",
          "service-policy type qos input CLASSIFY");

  @TempDir private Path folder;

  @Test
  void aContractIsBrokenUntilBothEndsAreSet() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.add("leaf2", "lldp");
      fixture.start();
      awaitLink(fixture, NIC, PORT, "lldp");
      awaitVerdict(fixture, NIC, "ok");
      assertThat(fixture.type("contract", NIC).code()).isZero();

      set(fixture, NIC, "pfc", "3", "--waive", "one-end=to see it broken");
      awaitVerdict(fixture, NIC, "broken");
      DaemonFixture.Typed broken = fixture.type("contract", PORT);
      assertThat(broken.code()).as(broken.text()).isEqualTo(1);
      assertThat(broken.text()).contains("broken", "has no lossless queue for priority 3");
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[contract]"),
          "a broken contract is silent");
      assertThat(fixture.type("findings").text()).contains(NIC + " <-> " + PORT);
      assertThat(page(fixture)).contains(line("pfc", 0), line("mtu", 0));

      fixture.tell("foreign leaf1 " + ROCE);
      set(fixture, PORT, "mtu", "9216");
      set(fixture, PORT, "pfc", "3");
      set(fixture, NIC, "dscp", "26=3");
      set(fixture, NIC, "global-pause", "off");

      awaitVerdict(fixture, NIC, "ok");
      DaemonFixture.Typed fine = fixture.type("contract", NIC);
      assertThat(fine.code()).as(fine.text()).isZero();
      assertThat(fine.text()).doesNotContain("broken", "unknown");
      DaemonFixture.await(
          () -> !fixture.type("findings").text().contains("[contract]"), "the finding stays open");
      for (String check :
          List.of("pfc", "dscp", "trust", "lossless", "ecn", "mtu", "global-pause")) {
        assertThat(page(fixture)).contains(line(check, 1));
      }
      assertThat(link(fixture, "gpu02").path("verdict").asString())
          .as("a host elsewhere")
          .isEqualTo("unknown");
      assertThat(page(fixture)).doesNotContain("roce_link_contract{a=\"gpu02");
      assertThat(fixture.type("findings").text()).doesNotContain("gpu02");
      CleanPage.require(fixture);
    }
  }

  @Test
  void portsAreFollowedByTheirNeighboursAndASilentSwitchKeepsItsLinks() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.tell("lldp leaf1 Ethernet1/1 gpu01.pod3.example.net");
      fixture.tell("lldp leaf1 Ethernet1/2 off");
      fixture.tell("lldp leaf1 Ethernet1/3 leaf2.pod3.example.net Ethernet1/3");
      fixture.tell("lldp leaf2 Ethernet1/3 leaf1 Ethernet1/3");
      fixture.tell("lldp leaf2 Ethernet1/1 gpu01 ens2f0np0");
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.add("leaf2", "[Ethernet1/1]");
      fixture.start();

      awaitLink(fixture, NIC, PORT, "lldp");
      awaitLink(fixture, "gpu01:ens2f0np0", "leaf2:Ethernet1/1", "lldp");
      awaitLink(fixture, PORT.replace("1/1", "1/3"), "leaf2:Ethernet1/3", "lldp");
      assertThat(ports(fixture, "leaf1"))
          .containsExactly("leaf1:Ethernet1/1", "leaf1:Ethernet1/3", "leaf1:Ethernet1/4");
      assertThat(ports(fixture, "leaf2")).containsExactly("leaf2:Ethernet1/1");
      assertThat(links(fixture)).hasSize(6);

      fixture.tell("lldp leaf1 Ethernet1/2 gpu02 ens1f0np0");
      awaitLink(fixture, "gpu02:ens1f0np0", "leaf1:Ethernet1/2", "lldp");
      DaemonFixture.await(
          () ->
              page(fixture)
                  .contains(
                      "roce_target_up{device=\"leaf1\",port=\"Ethernet1/2\",poller=\"gpu01\"} 1"),
          "a new neighbour's port is not polled");

      List<String> before = texts(fixture);
      fixture.tell("vanish leaf1");
      DaemonFixture.await(
          () ->
              page(fixture)
                  .contains(
                      "roce_target_up{device=\"leaf1\",port=\"Ethernet1/1\",poller=\"gpu01\"} 0"),
          "a switch that is gone is still up");
      assertThat(texts(fixture)).isEqualTo(before);
      awaitVerdict(fixture, NIC, "unknown");
      assertThat(fixture.type("findings").text()).doesNotContain("[contract]", "[cabling]");
    }
  }

  @Test
  void aCableThatIsNotWhereTheConfigSaysIsAFinding() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config)
              + """
              links:
                - { a: "leaf1:Ethernet1/1", b: "gpu01:ens2f0np0", cable: 5m }
                - { a: "gpu02:ens1f0np0", b: "leaf1:Ethernet1/2" }
              switches:
              """);
      fixture.add("leaf1", "lldp");
      fixture.start();

      awaitLink(fixture, "gpu01:ens2f0np0", PORT, "config");
      assertThat(link(fixture, "gpu01:ens2f0np0").path("cableMetres").asInt()).isEqualTo(5);
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[cabling]"), "the wrong cable is silent");
      assertThat(fixture.type("findings").text())
          .contains("gpu01:ens2f0np0 <-> " + PORT + " is believed")
          .contains("LLDP tells " + NIC + " <-> " + PORT)
          .as("gpu02 tells only an address")
          .doesNotContain("gpu02:ens1f0np0 <-> leaf1:Ethernet1/2 is believed");

      fixture.tell("lldp leaf1 Ethernet1/1 gpu01 ens2f0np0");
      fixture.tell("wire gpu01:ens2f0np0 leaf1 Ethernet1/1");
      fixture.tell("wire gpu01:ens1f0np0 off");
      DaemonFixture.await(
          () -> !fixture.type("findings").text().contains("[cabling]"),
          "the mended cable is not seen");
    }
  }

  @Test
  void aHostHearsItsSwitchItselfAndSeesThatACableWasMoved() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.tell("wire " + NIC + " leaf9.pod3.example.net Ethernet1/7");
      fixture.start();
      awaitLink(fixture, NIC, "leaf9.pod3.example.net:Ethernet1/7", "lldp");

      fixture.tell("wire " + NIC + " leaf9.pod3.example.net Ethernet1/8");

      awaitLink(fixture, NIC, "leaf9.pod3.example.net:Ethernet1/8", "lldp");
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[cable-moved]"),
          "a moved cable is silent");
      assertThat(fixture.type("findings").text())
          .contains(NIC + " was wired to leaf9.pod3.example.net:Ethernet1/7");
    }
  }

  private static void set(DaemonFixture fixture, String... words) {
    String[] all = new String[words.length + 4];
    all[0] = "set";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "--while-busy";
    all[words.length + 2] = "--confirm";
    all[words.length + 3] = "--yes";
    DaemonFixture.Typed typed = fixture.type(all);
    assertThat(typed.code()).as(String.join(" ", words) + "\n" + typed.text()).isZero();
  }

  private static void awaitLink(DaemonFixture fixture, String a, String b, String source) {
    DaemonFixture.await(
        () ->
            links(fixture).stream()
                .anyMatch(link ->
                    link.path("a").asString().equals(a)
                        && link.path("b").asString().equals(b)
                        && link.path("source").asString().equals(source)),
        "no link " + a + " <-> " + b + " by " + source);
  }

  private static void awaitVerdict(DaemonFixture fixture, String end, String verdict) {
    DaemonFixture.await(
        () -> link(fixture, end).path("verdict").asString().equals(verdict),
        end + " is not " + verdict);
  }

  private static JsonNode link(DaemonFixture fixture, String a) {
    return links(fixture).stream()
        .filter(link -> link.path("a").asString().startsWith(a))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> links(DaemonFixture fixture) {
    return items(fixture, "/api/v1/links");
  }

  private static List<String> texts(DaemonFixture fixture) {
    return links(fixture).stream()
        .map(link -> link.path("a").asString() + " <-> " + link.path("b").asString())
        .toList();
  }

  private static List<String> ports(DaemonFixture fixture, String name) {
    return items(fixture, "/api/v1/switches").stream()
        .filter(one -> one.path("name").asString().equals(name))
        .flatMap(one -> one.path("ports").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  private static List<JsonNode> items(DaemonFixture fixture, String path) {
    return JsonMapper.shared()
        .readTree(fixture.get(path).body())
        .path("items")
        .valueStream()
        .toList();
  }

  private static String page(DaemonFixture fixture) {
    return fixture.get("/metrics").body();
  }

  private static String line(String check, int value) {
    return ("roce_link_contract{a=\"%s\",b=\"%s\",check=\"%s\",device=\"gpu01\","
            + "port=\"ens1f0np0\",poller=\"gpu01\"} %d")
        .formatted(NIC, PORT, check, value);
  }
}
