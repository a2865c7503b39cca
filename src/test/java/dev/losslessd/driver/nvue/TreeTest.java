package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches that NVUE writes for several ports or priorities at once. */
class TreeTest {
  private static final String SHOWN =
      """
      {"set": {
        "interface": {
          "lo,swp5-6,11,14-15,vlan20,30": {"link": {"mtu": 9216}},
          "swp6,21": {"qos": {"pfc": {"profile": "site"}}},
          "swp9s0-1,3": {"type": "swp"}},
        "qos": {"pfc": {"site": {"switch-priority": {"2,4-5": {}}, "rx": "enabled"}}}}}
      """;

  private static Node tree() {
    return Tree.parse("show", Node.of(DeviceJson.parse("show", SHOWN)));
  }

  @Test
  void aNumberAloneIsAPortThatBeginsAsTheOneBefore() {
    assertThat(Ports.each("swp1-2,32")).containsExactly("swp1", "swp2", "swp32");
    assertThat(Ports.each("swp3s0-1,3,swp40,41-42"))
        .containsExactly("swp3s0", "swp3s1", "swp3s3", "swp40", "swp41", "swp42");
    assertThat(Ports.each("lo,eth0")).containsExactly("lo", "eth0");
    assertThat(Ports.each("3,5-6")).containsExactly("3", "5", "6");
    assertThat(Ports.each("swp9-7")).containsExactly("swp9-7");
  }

  @Test
  void aFieldWithoutANameIsNoEmptyTree() {
    DeviceJson shown = DeviceJson.parse("show", "{\"qos\": {\"3\": {}}, \"\": \"x\"}");

    assertThatThrownBy(() -> Node.of(shown))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED));
  }

  /** They are in journals, and a rollback compares them. */
  @Test
  void savedWordsAreInTheOrderOfTheirParts() {
    Node tree =
        Node.of(
            DeviceJson.parse(
                "show",
                """
                {"qos": {
                  "egress-queue-mapping": {"default-global": {"switch-priority": {
                    "10": {"traffic-class": 1}, "3": {"traffic-class": 3}}}},
                  "egress-scheduler": {"default-global": {"traffic-class": {"0": {"mode": "dwrr"}}}}}}
                """));

    assertThat(
            SavedConfig.of(
                tree,
                List.of(
                    "qos egress-scheduler default-global",
                    "qos egress-queue-mapping default-global")))
        .isEqualTo(
            "qos egress-scheduler default-global traffic-class 0 mode=dwrr;"
                + " qos egress-queue-mapping default-global switch-priority 3 traffic-class=3;"
                + " qos egress-queue-mapping default-global switch-priority 10 traffic-class=1");
  }

  @Test
  void eachPortHasWhatIsSetForItWithOthers() {
    Node tree = tree();

    assertThat(tree.names("interface"))
        .containsExactlyInAnyOrder(
            "lo", "swp5", "swp6", "swp11", "swp14", "swp15", "vlan20", "vlan30", "swp21", "swp9s0",
            "swp9s1", "swp9s3");
    assertThat(tree.text("interface", "swp15", "link", "mtu")).contains("9216");
    assertThat(Tree.bound(tree, "pfc", "site")).isEqualTo(List.of("swp21", "swp6"));
    assertThat(Tree.profile(tree, "pfc", "swp11")).isEqualTo(Tree.GLOBAL);
    assertThat(tree.names("qos", "pfc", "site", "switch-priority")).containsExactly("2", "4", "5");
  }
}
