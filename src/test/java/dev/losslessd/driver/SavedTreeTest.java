package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Unsaved;
import java.util.List;
import org.junit.jupiter.api.Test;

class SavedTreeTest {
  private static final String SAVED =
      """
      hostname leaf1
      interface Ethernet1
        mtu 1500
        description to gpu01
      policy-map type qos ours
        class a
      """;

  private static Unsaved compare(String running) {
    return SavedTree.compare(
        tree(SAVED),
        tree(running),
        path -> path.getFirst().endsWith("ours") || path.getLast().startsWith("mtu"));
  }

  private static ConfigTree tree(String text) {
    return ConfigTree.parse(text.lines().toList());
  }

  @Test
  void theSameInAnotherOrderIsSaved() {
    String other =
        """
        policy-map type qos ours
          class a
        interface Ethernet1
          description to gpu01
          mtu 1500
        hostname leaf1
        """;
    assertThat(compare(SAVED).isNothing()).isTrue();
    assertThat(compare(other).isNothing()).isTrue();
  }

  @Test
  void eachLineIsToldWithItsBlockOnTheSideOfWhoSetsIt() {
    Unsaved told = compare(SAVED.replace("1500", "9216").replace("to gpu01", "to gpu02"));

    assertThat(told.ours())
        .containsExactly("interface Ethernet1: + mtu 9216", "interface Ethernet1: - mtu 1500");
    assertThat(told.foreign())
        .containsExactly(
            "interface Ethernet1: + description to ...",
            "interface Ethernet1: - description to ...");
  }

  @Test
  void aWholeBlockIsToldLineByLine() {
    Unsaved told = compare(SAVED + "interface Ethernet2\n  mtu 9000\n  shutdown\nvlan 10\n");

    assertThat(told.ours()).containsExactly("interface Ethernet2: + mtu 9000");
    assertThat(told.foreign()).containsExactly("interface Ethernet2: + shutdown", "+ vlan ...");
  }

  @Test
  void noSecretIsTold() {
    for (String line :
        List.of(
            "snmp-server community s3cret ro",
            "snmp-server community s3cret",
            "username admin password 5 s3cret",
            "enable secret s3cret",
            "password s3cret",
            "key s3cret",
            "key 7 s3cret",
            "key-string s3cret and more",
            "ntp authentication-key 1 md5 s3cret 7")) {
      assertThat(compare(SAVED + line + "\n").foreign())
          .singleElement()
          .asString()
          .startsWith("+ ")
          .endsWith(" ...")
          .doesNotContain("s3cret");
    }
  }
}
