package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.DeviceId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.CommunityTarget;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.Target;
import org.snmp4j.UserTarget;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthHMAC384SHA512;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.SMIConstants;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/** Ports, their cables and counters, by SNMP and by CLI. */
@Timeout(20)
class NxosPortsTest {
  private static final String PORT_1 = "436207616";
  private static final String PFC = "1.3.6.1.4.1.9.9.813.1.";

  @TempDir Path temp;
  private final ManualPace pace = new ManualPace();
  private Fabric fabric;
  private Snmp snmp;
  private UdpAddress address;

  @BeforeEach
  void open() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(60).withSwitches();
    fabric = Fabric.start(temp.resolve("f"), options, pace);
    String port = Files.readString(leaf1().resolve("snmp.port")).strip();
    address = new UdpAddress("127.0.0.1/" + port);
    snmp = client();
  }

  @AfterEach
  void close() throws Exception {
    snmp.close();
    fabric.close();
  }

  private Path leaf1() {
    return fabric.switchDir(new DeviceId("leaf1"));
  }

  private static Snmp client() throws Exception {
    SecurityProtocols protocols = new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.any);
    byte[] engine = MPv3.createLocalEngineID();
    USM usm = new USM(protocols, new OctetString(engine), 0);
    user(usm, "monitor256", AuthHMAC192SHA256.ID, PrivAES128.ID);
    user(usm, "monitor512", AuthHMAC384SHA512.ID, PrivAES256.ID);
    MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
    dispatcher.addMessageProcessingModel(new MPv2c());
    SecurityModels models = SecurityModels.getCollection(new SecurityModel[] {usm});
    dispatcher.addMessageProcessingModel(
        new MPv3(engine, null, protocols, models, CounterSupport.getInstance()));
    Snmp snmp = new Snmp(dispatcher, new DefaultUdpTransportMapping(new UdpAddress("127.0.0.1/0")));
    snmp.listen();
    return snmp;
  }

  private static void user(USM usm, String name, OID authentication, OID privacy) {
    usm.addUser(
        new UsmUser(
            new OctetString(name),
            authentication,
            new OctetString("losslessd-demo-auth"),
            privacy,
            new OctetString("losslessd-demo-priv")));
  }

  private Target<UdpAddress> community(String name) {
    CommunityTarget<UdpAddress> target = new CommunityTarget<>(address, new OctetString(name));
    target.setVersion(SnmpConstants.version2c);
    target.setTimeout(1500);
    return target;
  }

  private Target<UdpAddress> user(String name) {
    UserTarget<UdpAddress> target = new UserTarget<>();
    target.setAddress(address);
    target.setVersion(SnmpConstants.version3);
    target.setSecurityLevel(SecurityLevel.AUTH_PRIV);
    target.setSecurityName(new OctetString(name));
    target.setTimeout(5000);
    return target;
  }

  private PDU ask(Target<UdpAddress> target, int type, String oid) throws Exception {
    PDU pdu = target.getVersion() == SnmpConstants.version3 ? new ScopedPDU() : new PDU();
    pdu.setType(type);
    pdu.add(new VariableBinding(new OID(oid)));
    if (type == PDU.GETBULK) {
      pdu.setMaxRepetitions(200);
    }
    return Objects.requireNonNull(snmp.send(pdu, target).getResponse(), "no answer");
  }

  private Variable get(String oid) throws Exception {
    return ask(community("losslessd-demo"), PDU.GET, oid).get(0).getVariable();
  }

  @Test
  void theSystemIsANexus() throws Exception {
    assertThat(get("1.3.6.1.2.1.1.1.0").toString())
        .matches("Cisco NX-OS\\(tm\\) Nexus9000 .*, Version 10\\.3\\(4a\\), .*");
    assertThat(get("1.3.6.1.2.1.1.2.0").toString()).startsWith("1.3.6.1.4.1.9.12.3.1.3.");
    assertThat(get("1.3.6.1.2.1.1.5.0")).hasToString("leaf1");
    assertThat(get("1.3.6.1.2.1.1.77.0").getSyntax())
        .isEqualTo(SMIConstants.EXCEPTION_NO_SUCH_INSTANCE);
  }

  @Test
  void bothUsersReadEncrypted() throws Exception {
    for (String name : new String[] {"monitor256", "monitor512"}) {
      PDU answer = ask(user(name), PDU.GET, "1.3.6.1.2.1.31.1.1.1.1." + PORT_1);
      assertThat(answer.getType()).as(name).isEqualTo(PDU.RESPONSE);
      assertThat(answer.get(0).getVariable()).as(name).hasToString("Ethernet1/1");
    }
  }

  @Test
  void anotherCommunityGetsNothing() throws Exception {
    PDU pdu = new PDU();
    pdu.setType(PDU.GET);
    pdu.add(new VariableBinding(new OID("1.3.6.1.2.1.1.5.0")));

    PDU answer = snmp.send(pdu, community("public")).getResponse();

    assertThat(answer == null || answer.getErrorStatus() != PDU.noError).isTrue();
  }

  @Test
  void nothingCanBeSet() throws Exception {
    PDU pdu = new PDU();
    pdu.setType(PDU.SET);
    pdu.add(new VariableBinding(new OID("1.3.6.1.2.1.2.2.1.7." + PORT_1), new Integer32(2)));

    PDU answer = snmp.send(pdu, community("losslessd-demo")).getResponse();

    assertThat(Objects.requireNonNull(answer).getErrorStatus()).isNotEqualTo(PDU.noError);
    assertThat(get("1.3.6.1.2.1.2.2.1.7." + PORT_1).toInt()).isEqualTo(1);
  }

  @Test
  void aBulkReadWalksTheTablesInOrder() throws Exception {
    PDU answer = ask(community("losslessd-demo"), PDU.GETBULK, PFC + "2.1.3");

    OID last = new OID("0");
    int rows = 0;
    for (VariableBinding each : answer.getAll().stream().filter(b -> !b.isException()).toList()) {
      assertThat(each.getOid()).isGreaterThan(last);
      last = each.getOid();
      rows += each.getOid().startsWith(new OID(PFC + "2.1.3")) ? 1 : 0;
    }
    assertThat(rows).as("4 ports, 8 priorities").isEqualTo(32);
    assertThat(answer.get(answer.size() - 1).isException()).as("end of view").isTrue();
  }

  @Test
  void countersAreTheOtherSideOfTheNics() throws Exception {
    Wire.until(() -> pace.sleepers() == 1);
    long before = get("1.3.6.1.2.1.31.1.1.1.6." + PORT_1).toLong();
    pace.turn(Duration.ofMillis(200));
    Wire.until(() -> pace.sleepers() == 1);

    long octets = get("1.3.6.1.2.1.31.1.1.1.6." + PORT_1).toLong();
    long sent =
        fabric
            .fabricLock()
            .lockedGet(() -> fabric.hosts().get(0).ports().get(0).counters().txBytes());
    assertThat(octets).isGreaterThan(before).isEqualTo(sent);
    try (Operator op = Operator.ready(leaf1(), "admin")) {
      assertThat(op.type("show interface ethernet 1/1"))
          .anyMatch(line -> line.endsWith(" input packets  " + sent + " bytes"));
    }
  }

  @Test
  void aRebootZeroesCountersAndUptimeAndLosesWhatWasNotSaved() throws Exception {
    FabricControl.send(fabric.controlSocket(), "foreign leaf1 interface Ethernet1/1 ; mtu 9216");
    Wire.until(() -> pace.sleepers() == 1);
    pace.turn(Duration.ofMillis(200));
    Wire.until(() -> pace.sleepers() == 1);
    assertThat(get("1.3.6.1.2.1.31.1.1.1.6." + PORT_1).toLong()).isPositive();
    assertThat(get("1.3.6.1.2.1.1.3.0").toLong()).isPositive();
    assertThat(get("1.3.6.1.2.1.2.2.1.4." + PORT_1).toInt()).isEqualTo(9216);

    FabricControl.send(fabric.controlSocket(), "reboot leaf1");

    assertThat(get("1.3.6.1.2.1.31.1.1.1.6." + PORT_1).toLong()).isZero();
    assertThat(get("1.3.6.1.2.1.1.3.0").toLong()).isZero();
    assertThat(get("1.3.6.1.2.1.2.2.1.4." + PORT_1).toInt()).isEqualTo(1500);
  }

  @Test
  void aStormOfTheHostIsSeenAsReceivedPfc() throws Exception {
    FabricControl.send(fabric.controlSocket(), "foreign gpu01:ens1f0np0 pfc 3");
    FabricControl.send(fabric.controlSocket(), "storm gpu01:ens1f0np0 3 on");
    TwinPort nic = fabric.hosts().get(0).ports().get(0);
    Wire.until(() -> {
      pace.turn(Duration.ofMillis(100));
      return fabric.fabricLock().lockedGet(() -> nic.counters().txPause(3) > 0);
    });

    assertThat(get(PFC + "2.1.3." + PORT_1 + ".3").toLong()).isPositive();
    assertThat(get(PFC + "1.1.2." + PORT_1).toLong()).isPositive();
    assertThat(get(PFC + "2.1.3." + PORT_1 + ".4").toLong()).isZero();
  }

  @Test
  void neighboursAreToldByLldp() throws Exception {
    assertThat(get("1.0.8802.1.1.2.1.4.1.1.9.0." + PORT_1 + ".1")).hasToString("gpu01");
    assertThat(get("1.0.8802.1.1.2.1.4.1.1.8.0." + PORT_1 + ".1")).hasToString("ens1f0np0");
    assertThat(get("1.0.8802.1.1.2.1.3.7.1.3." + PORT_1)).hasToString("Ethernet1/1");
    Path leaf2 = fabric.switchDir(new DeviceId("leaf2"));
    try (Operator op = Operator.ready(leaf2, "admin")) {
      assertThat(op.type("show lldp neighbors detail"))
          .containsSubsequence(
              "Local Port id: Eth1/2", "Port Description: ens2f0np0", "System Name: gpu02");
      assertThat(op.type("show lldp neighbors"))
          .anyMatch(line -> line.matches("store01 +Eth1/3 +120 +S +3cec\\.ef51\\.0103 +"))
          .endsWith("Total entries displayed: 4");
    }
  }

  @Test
  void queuesAreShownWithTheirPfc() throws Exception {
    try (Operator op = Operator.ready(leaf1(), "admin")) {
      assertThat(op.type("show queuing interface ethernet 1/1"))
          .contains("Egress Queuing for Ethernet1/1 [System]", "PFC Statistics")
          .anyMatch(line -> line.matches("TxPPP: +\\d+, RxPPP: +\\d+"))
          .filteredOn(line -> line.contains("QOS GROUP "))
          .hasSize(8);
      assertThat(op.type("show queuing interface ethernet 1/1 | json").getFirst())
          .startsWith(
              "{\"TABLE_module\": {\"ROW_module\": {\"TABLE_queuing_interface\":"
                  + " {\"ROW_queuing_interface\": [{\"dir\"")
          .contains("\"TABLE_pfc_stats\": {\"ROW_pfc_stats\": [{\"cos\": \"0\"");
    }
  }
}
