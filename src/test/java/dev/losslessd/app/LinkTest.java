package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The daemon between two hosts and two leaves: who is wired to whom, and whether it fits. */
class LinkTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String PORT = "leaf1:Ethernet1/1";
  private static final String RED =
      "random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes"
          + " drop-probability 10 weight 0 ecn";

  /** What a whole switch must have; its ports are set through the daemon. */
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
    try (Stage stage = new Stage(folder, "enforce")) {
      Files.writeString(stage.config, Files.readString(stage.config) + "switches:\n");
      stage.add("leaf1", "lldp");
      stage.add("leaf2", "lldp");
      stage.start();
      awaitLink(stage, NIC, PORT, "lldp");
      awaitVerdict(stage, NIC, "ok");
      assertThat(stage.type("contract", NIC).code()).isZero();

      set(stage, NIC, "pfc", "3");
      awaitVerdict(stage, NIC, "broken");
      Stage.Typed broken = stage.type("contract", PORT);
      assertThat(broken.code()).as(broken.text()).isEqualTo(1);
      assertThat(broken.text()).contains("broken", "has no lossless queue for priority 3");
      Stage.await(
          () -> stage.type("findings").text().contains("[contract]"),
          "a broken contract is silent");
      assertThat(stage.type("findings").text()).contains(NIC + " <-> " + PORT);
      assertThat(page(stage)).contains(line("pfc", 0), line("mtu", 0));

      stage.tell("foreign leaf1 " + ROCE);
      set(stage, PORT, "mtu", "9216");
      set(stage, PORT, "pfc", "3");
      set(stage, NIC, "dscp", "26=3");
      set(stage, NIC, "global-pause", "off");

      awaitVerdict(stage, NIC, "ok");
      Stage.Typed fine = stage.type("contract", NIC);
      assertThat(fine.code()).as(fine.text()).isZero();
      assertThat(fine.text()).doesNotContain("broken", "unknown");
      Stage.await(
          () -> !stage.type("findings").text().contains("[contract]"), "the finding stays open");
      for (String check :
          List.of("pfc", "dscp", "trust", "lossless", "ecn", "mtu", "global-pause")) {
        assertThat(page(stage)).contains(line(check, 1));
      }
      assertThat(link(stage, "gpu02").path("verdict").asString())
          .as("a host elsewhere")
          .isEqualTo("unknown");
      assertThat(page(stage)).doesNotContain("roce_link_contract{a=\"gpu02");
      assertThat(stage.type("findings").text()).doesNotContain("gpu02");
      stage.requireCleanPage();
    }
  }

  @Test
  void portsAreFollowedByTheirNeighboursAndASilentSwitchKeepsItsLinks() throws Exception {
    try (Stage stage = new Stage(folder, "observe")) {
      stage.tell("lldp leaf1 Ethernet1/1 gpu01.pod3.example.net");
      stage.tell("lldp leaf1 Ethernet1/2 off");
      stage.tell("lldp leaf1 Ethernet1/3 leaf2.pod3.example.net Ethernet1/3");
      stage.tell("lldp leaf2 Ethernet1/3 leaf1 Ethernet1/3");
      stage.tell("lldp leaf2 Ethernet1/1 gpu01 ens2f0np0");
      Files.writeString(stage.config, Files.readString(stage.config) + "switches:\n");
      stage.add("leaf1", "lldp");
      stage.add("leaf2", "[Ethernet1/1]");
      stage.start();

      awaitLink(stage, NIC, PORT, "lldp");
      awaitLink(stage, "gpu01:ens2f0np0", "leaf2:Ethernet1/1", "lldp");
      awaitLink(stage, PORT.replace("1/1", "1/3"), "leaf2:Ethernet1/3", "lldp");
      assertThat(ports(stage, "leaf1"))
          .containsExactly("leaf1:Ethernet1/1", "leaf1:Ethernet1/3", "leaf1:Ethernet1/4");
      assertThat(ports(stage, "leaf2")).containsExactly("leaf2:Ethernet1/1");
      assertThat(links(stage)).hasSize(6);

      stage.tell("lldp leaf1 Ethernet1/2 gpu02 ens1f0np0");
      awaitLink(stage, "gpu02:ens1f0np0", "leaf1:Ethernet1/2", "lldp");
      Stage.await(
          () -> page(stage).contains("roce_target_up{device=\"leaf1\",port=\"Ethernet1/2\"} 1"),
          "a new neighbour's port is not polled");

      List<String> before = texts(stage);
      stage.tell("vanish leaf1");
      Stage.await(
          () -> page(stage).contains("roce_target_up{device=\"leaf1\",port=\"Ethernet1/1\"} 0"),
          "a switch that is gone is still up");
      assertThat(texts(stage)).isEqualTo(before);
      awaitVerdict(stage, NIC, "unknown");
      assertThat(stage.type("findings").text()).doesNotContain("[contract]", "[cabling]");
    }
  }

  @Test
  void aCableThatIsNotWhereTheConfigSaysIsAFinding() throws Exception {
    try (Stage stage = new Stage(folder, "observe")) {
      Files.writeString(
          stage.config,
          Files.readString(stage.config)
              + """
              links:
                - { a: "leaf1:Ethernet1/1", b: "gpu01:ens2f0np0", cable: 5m }
                - { a: "gpu02:ens1f0np0", b: "leaf1:Ethernet1/2" }
              switches:
              """);
      stage.add("leaf1", "lldp");
      stage.start();

      awaitLink(stage, "gpu01:ens2f0np0", PORT, "config");
      assertThat(link(stage, "gpu01:ens2f0np0").path("cableMetres").asInt()).isEqualTo(5);
      Stage.await(
          () -> stage.type("findings").text().contains("[cabling]"), "the wrong cable is silent");
      assertThat(stage.type("findings").text())
          .contains("gpu01:ens2f0np0 <-> " + PORT + " is believed")
          .contains("LLDP tells " + NIC + " <-> " + PORT)
          .as("gpu02 tells only an address")
          .doesNotContain("gpu02:ens1f0np0 <-> leaf1:Ethernet1/2 is believed");

      stage.tell("lldp leaf1 Ethernet1/1 gpu01 ens2f0np0");
      stage.tell("wire gpu01:ens2f0np0 leaf1 Ethernet1/1");
      stage.tell("wire gpu01:ens1f0np0 off");
      Stage.await(
          () -> !stage.type("findings").text().contains("[cabling]"),
          "the mended cable is not seen");
    }
  }

  @Test
  void aHostHearsItsSwitchItselfAndSeesThatACableWasMoved() throws Exception {
    try (Stage stage = new Stage(folder, "observe")) {
      stage.tell("wire " + NIC + " leaf9.pod3.example.net Ethernet1/7");
      stage.start();
      awaitLink(stage, NIC, "leaf9.pod3.example.net:Ethernet1/7", "lldp");

      stage.tell("wire " + NIC + " leaf9.pod3.example.net Ethernet1/8");

      awaitLink(stage, NIC, "leaf9.pod3.example.net:Ethernet1/8", "lldp");
      Stage.await(
          () -> stage.type("findings").text().contains("[cable-moved]"), "a moved cable is silent");
      assertThat(stage.type("findings").text())
          .contains(NIC + " was wired to leaf9.pod3.example.net:Ethernet1/7");
    }
  }

  private static void set(Stage stage, String... words) {
    String[] all = new String[words.length + 3];
    all[0] = "set";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "--while-busy";
    all[words.length + 2] = "--confirm";
    Stage.Typed typed = stage.type(all);
    assertThat(typed.code()).as(String.join(" ", words) + "\n" + typed.text()).isZero();
  }

  private static void awaitLink(Stage stage, String a, String b, String source) {
    Stage.await(
        () ->
            links(stage).stream()
                .anyMatch(link ->
                    link.path("a").asString().equals(a)
                        && link.path("b").asString().equals(b)
                        && link.path("source").asString().equals(source)),
        "no link " + a + " <-> " + b + " by " + source);
  }

  private static void awaitVerdict(Stage stage, String end, String verdict) {
    Stage.await(
        () -> link(stage, end).path("verdict").asString().equals(verdict),
        end + " is not " + verdict);
  }

  private static JsonNode link(Stage stage, String a) {
    return links(stage).stream()
        .filter(link -> link.path("a").asString().startsWith(a))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> links(Stage stage) {
    return items(stage, "/api/v1/links");
  }

  private static List<String> texts(Stage stage) {
    return links(stage).stream()
        .map(link -> link.path("a").asString() + " <-> " + link.path("b").asString())
        .toList();
  }

  private static List<String> ports(Stage stage, String name) {
    return items(stage, "/api/v1/switches").stream()
        .filter(one -> one.path("name").asString().equals(name))
        .flatMap(one -> one.path("ports").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  private static List<JsonNode> items(Stage stage, String path) {
    return JsonMapper.shared()
        .readTree(stage.get(path).body())
        .path("items")
        .valueStream()
        .toList();
  }

  private static String page(Stage stage) {
    return stage.get("/metrics").body();
  }

  private static String line(String check, int value) {
    return "roce_link_contract{a=\"%s\",b=\"%s\",check=\"%s\"} %d"
        .formatted(NIC, PORT, check, value);
  }
}
