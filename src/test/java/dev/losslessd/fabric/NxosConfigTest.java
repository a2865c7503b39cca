package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Configuration: what is kept, shown, refused, rolled back and saved. */
@Timeout(20)
class NxosConfigTest {
  private static final String RED =
      "random-detect minimum-threshold 400 kbytes maximum-threshold 1600 kbytes"
          + " drop-probability 20 weight 0 ecn";

  @TempDir Path temp;
  private Fabric fabric;
  private Operator op;

  @BeforeEach
  void open() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withSwitches();
    fabric = Fabric.start(temp.resolve("f"), options, new ManualPace());
    op = Operator.ready(fabric.switchDir(new DeviceId("leaf1")), "admin");
  }

  @AfterEach
  void close() throws Exception {
    op.close();
    fabric.close();
  }

  private void configureRoce() throws Exception {
    op.configure(
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
        "class type queuing c-out-8q-q3",
        "bandwidth remaining percent 50",
        RED,
        "class type queuing c-out-8q-q7",
        "priority level 1",
        "system qos",
        "service-policy type queuing output EGRESS",
        "service-policy type network-qos NODROP",
        "interface Ethernet1/1-2",
        "priority-flow-control mode on",
        "priority-flow-control watch-dog-interval on",
        "mtu 9216",
        "service-policy type qos input CLASSIFY");
  }

  private List<String> running() throws Exception {
    List<String> lines = op.type("show running-config");
    return lines.subList(lines.indexOf("hostname leaf1"), lines.size());
  }

  @Test
  void aWholeRoceConfigurationIsShownInCanonicalOrder() throws Exception {
    configureRoce();

    List<String> shown = op.type("show running-config ipqos");
    assertThat(shown).anyMatch(line -> line.startsWith("!Command: show running-config ipqos"));
    assertThat(shown.subList(6, shown.size()))
        .containsExactly(
            "class-map type qos match-any ROCE",
            "  match dscp 26",
            "policy-map type qos CLASSIFY",
            "  class ROCE",
            "    set qos-group 3",
            "policy-map type queuing EGRESS",
            "  class type queuing c-out-8q-q3",
            "    bandwidth remaining percent 50",
            "    " + RED,
            "  class type queuing c-out-8q-q7",
            "    priority level 1",
            "policy-map type network-qos NODROP",
            "  class type network-qos c-8q-nq3",
            "    pause pfc-cos 3",
            "    mtu 9216",
            "system qos",
            "  service-policy type queuing output EGRESS",
            "  service-policy type network-qos NODROP",
            "",
            "interface Ethernet1/1",
            "  priority-flow-control mode on",
            "  priority-flow-control watch-dog-interval on",
            "  service-policy type qos input CLASSIFY",
            "",
            "interface Ethernet1/2",
            "  priority-flow-control mode on",
            "  priority-flow-control watch-dog-interval on",
            "  service-policy type qos input CLASSIFY");
    assertThat(op.type("show running-config | section \"system qos\""))
        .containsExactly(
            "system qos",
            "  service-policy type queuing output EGRESS",
            "  service-policy type network-qos NODROP");
  }

  @Test
  void pfcIsOnWithTheBitmapOfTheNetworkQosPolicy() throws Exception {
    configureRoce();

    assertThat(op.type("show interface priority-flow-control"))
        .contains(
            "Ethernet1/1        On   On   (8)       0          0         ",
            "Ethernet1/3        Auto Off            0          0         ");
    assertThat(op.type("show policy-map system type network-qos"))
        .contains("  policy-map type network-qos NODROP", "      pause pfc-cos 3");
    assertThat(op.type("show policy-map interface ethernet 1/1"))
        .anyMatch(line -> line.contains("Service-policy (qos) input:   CLASSIFY"))
        .anyMatch(line -> line.contains("Service-policy (queuing) output:   EGRESS"));
  }

  @Test
  void oneRowIsAnObjectAndManyAreAnArray() throws Exception {
    String one = op.type("show interface ethernet 1/1 brief | json").getFirst();
    String many = op.type("show interface brief | json").getFirst();

    assertThat(one)
        .startsWith("{\"TABLE_interface\": {\"ROW_interface\": {\"interface\": \"Ethernet1/1\"")
        .contains("\"vlan\": \"1\"");
    assertThat(many).startsWith("{\"TABLE_interface\": {\"ROW_interface\": [{");
  }

  @Test
  void theNoFormsLeaveNothingBehind() throws Exception {
    List<String> before = running();
    configureRoce();

    op.configure(
        "interface Ethernet1/1-2",
        "no priority-flow-control mode on",
        "no priority-flow-control watch-dog-interval on",
        "no service-policy type qos input CLASSIFY",
        "no mtu 9216",
        "system qos",
        "no service-policy type queuing output EGRESS",
        "no service-policy type network-qos NODROP",
        "exit",
        "no policy-map type queuing EGRESS",
        "no policy-map type network-qos NODROP",
        "no policy-map type qos CLASSIFY",
        "no class-map type qos match-any ROCE");

    List<String> after = running();
    assertThat(after.stream().filter(line -> !line.equals("system qos")).toList())
        .isEqualTo(before);
  }

  @Test
  void whatIsInUseCannotBeDeleted() throws Exception {
    configureRoce();
    List<String> before = running();
    op.type("configure terminal");

    assertThat(op.type("no policy-map type network-qos NODROP"))
        .containsExactly("ERROR: Policy-map NODROP is in use by system qos, cannot be deleted");
    assertThat(op.type("no policy-map type qos CLASSIFY")).first().asString().startsWith("ERROR:");
    assertThat(op.type("no class-map type qos match-any ROCE"))
        .first()
        .asString()
        .startsWith("ERROR:");
    assertThat(running()).isEqualTo(before);
  }

  @Test
  void aPolicyThatIsNotThereCannotBeAttachedNorDetached() throws Exception {
    op.type("configure terminal");
    op.type("interface Ethernet1/1");

    assertThat(op.type("service-policy type qos input NONE"))
        .containsExactly("ERROR: Policy-map NONE does not exist");
    assertThat(op.type("no service-policy type qos input NONE"))
        .containsExactly("ERROR: Policy-map is not attached: service-policy type qos input NONE");
  }

  @Test
  void linkLevelFlowControlAndPfcExcludeEachOther() throws Exception {
    op.configure("interface Ethernet1/1", "flowcontrol receive on");
    assertThat(op.type("show interface flowcontrol"))
        .anyMatch(line -> line.matches("Eth1/1 +off +off +on +on +0 +0"));

    op.type("configure terminal");
    op.type("interface Ethernet1/1");
    assertThat(op.type("priority-flow-control mode on")).first().asString().startsWith("ERROR:");
    assertThat(op.type("no flowcontrol receive on")).isEmpty();
    assertThat(op.type("priority-flow-control mode on")).isEmpty();
  }

  @Test
  void aNumberOutOfRangeLeavesTheOldValue() throws Exception {
    op.configure("interface Ethernet1/1", "mtu 4000");
    op.type("configure terminal");
    op.type("interface Ethernet1/1");

    assertThat(op.type("mtu 9300"))
        .contains("% Invalid number, range is (1500:9216) at '^' marker.");
    assertThat(op.type("show running-config interface ethernet 1/1")).contains("  mtu 4000");
  }

  @Test
  void aRollbackRestoresTheCheckpoint() throws Exception {
    configureRoce();
    List<String> before = running();
    assertThat(op.type("checkpoint losslessd-17")).containsExactly("...Done");
    op.configure("interface Ethernet1/1", "priority-flow-control mode off", "mtu 1500");
    assertThat(op.type("show diff rollback-patch checkpoint losslessd-17 running-config"))
        .contains(
            "no interface Ethernet1/1 ; mtu 9216",
            "interface Ethernet1/1 ; priority-flow-control mode off");

    List<String> answer = op.type("rollback running-config checkpoint losslessd-17");

    assertThat(answer).last().isEqualTo("Rollback completed successfully.");
    assertThat(running()).isEqualTo(before);
  }

  @Test
  void checkpointsAreListedAndForgotten() throws Exception {
    op.type("checkpoint one");
    assertThat(op.type("checkpoint one")).first().asString().startsWith("ERROR:");

    assertThat(op.type("show checkpoint summary"))
        .contains("1) one:", "Created by admin", "Created at Mon, 08:00:00 02 Mar 2026");
    assertThat(op.type("no checkpoint one")).isEmpty();
    assertThat(op.type("show checkpoint summary")).isEmpty();
    assertThat(op.type("rollback running-config checkpoint one"))
        .containsExactly("ERROR: Checkpoint one does not exist");
  }

  @Test
  void onlyACopyReachesTheStartupConfiguration() throws Exception {
    op.configure("interface Ethernet1/1", "mtu 9216");
    assertThat(op.type("show startup-config")).doesNotContain("  mtu 9216");

    assertThat(op.type("copy running-config startup-config")).last().isEqualTo("Copy complete.");

    assertThat(op.type("show startup-config")).contains("  mtu 9216");
  }
}
