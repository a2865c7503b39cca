package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TestAgent;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

class NxosSnmpTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId PORT = new PortId(LEAF, "Ethernet1/7");
  private static final String IF = "1.3.6.1.2.1.31.1.1.1.";
  private static final String PFC = "1.3.6.1.4.1.9.9.813.1.2.1.";
  private static final String LLDP = "1.0.8802.1.1.2.1.";

  private final TreeMap<OID, Variable> mib = new TreeMap<>();

  private void has(String oid, Variable value) {
    mib.put(new OID(oid), value);
  }

  private boolean answer(PDU request, PDU response) {
    for (VariableBinding asked : request.getVariableBindings()) {
      if (request.getType() == PDU.GET) {
        Variable value = mib.getOrDefault(asked.getOid(), Null.noSuchObject);
        response.add(new VariableBinding(asked.getOid(), value));
      } else {
        Map.Entry<OID, Variable> next = mib.higherEntry(asked.getOid());
        response.add(
            next == null
                ? new VariableBinding(asked.getOid(), Null.endOfMibView)
                : new VariableBinding(next.getKey(), next.getValue()));
      }
    }
    return true;
  }

  /** A question to the agent of this test. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(SnmpClient client);
  }

  private <T> T ask(Question<T> question) throws Exception {
    try (Responder agent = Responder.start(this::answer);
        SnmpSocket socket = new SnmpSocket(_ -> {})) {
      SnmpTarget target =
          TestAgent.of(
                  "leaf1",
                  InetAddress.getLoopbackAddress(),
                  new SnmpVersion.V2c("public"::toCharArray))
              .withPort(agent.port())
              .withPdusPerSecond(10_000)
              .target();
      return question.ask(new TestAgent(target).client(socket));
    }
  }

  @Test
  void countersComeByPriorityAndWhatIsAbsentIsMissing() throws Exception {
    has(IF + "1.436232192", new OctetString("Ethernet1/7"));
    has(IF + "6.436232192", new Counter64(1_234_567));
    has("1.3.6.1.2.1.2.2.1.13.436232192", new Counter32(9));
    has(PFC + "2.436232192.3", new Counter64(41));
    has(PFC + "3.436232192.3", new Counter64(0));

    Sweep sweep = ask(client -> sweeper(client).sweep(1_000, 2_000));

    assertThat(sweep.value(column(sweep, Signal.PORT_BYTES, Direction.RX, -1)))
        .isEqualTo(1_234_567);
    assertThat(sweep.value(column(sweep, Signal.PORT_DISCARDS, Direction.RX, -1))).isEqualTo(9);
    assertThat(sweep.value(column(sweep, Signal.PFC_PAUSE_FRAMES, Direction.TX, 3))).isEqualTo(41);
    assertThat(sweep.value(column(sweep, Signal.PFC_PAUSE_FRAMES, Direction.RX, 3))).isZero();
    assertThat(sweep.has(column(sweep, Signal.PFC_PAUSE_FRAMES, Direction.RX, 4))).isFalse();
  }

  @Test
  void neighboursHaveTheNameOfTheLocalPort() throws Exception {
    has(LLDP + "3.7.1.3.9", new OctetString("Eth1/7"));
    has(LLDP + "4.1.1.5.0.9.1", new OctetString(new byte[] {0x0c, 0x42, (byte) 0xa1, 0, 0, 1}));
    has(LLDP + "4.1.1.7.0.9.1", new OctetString(new byte[] {0x0c, 0x42, (byte) 0xa1, 0, 0, 2}));
    has(LLDP + "4.1.1.9.0.9.1", new OctetString("gpu01"));

    List<Neighbour> heard =
        ask(client -> LldpMib.read(LEAF, client, Ports::whole, Ports::isPhysical));

    assertThat(heard).containsExactly(new Neighbour(PORT, "Eth1/7", "gpu01", "0c:42:a1:00:00:02"));
  }

  @Test
  void anAddressOfPrintableBytesIsAnAddressAllTheSame() throws Exception {
    has(LLDP + "3.7.1.3.9", new OctetString("Ethernet1/7"));
    has(LLDP + "4.1.1.4.0.9.1", new Integer32(4));
    has(LLDP + "4.1.1.5.0.9.1", new OctetString("Pkk-10"));
    has(LLDP + "4.1.1.6.0.9.1", new Integer32(3));
    has(LLDP + "4.1.1.7.0.9.1", new OctetString("Pkk-11"));
    has(LLDP + "4.1.1.9.0.9.1", new OctetString(""));

    List<Neighbour> heard =
        ask(client -> LldpMib.read(LEAF, client, Ports::whole, Ports::isPhysical));

    assertThat(heard)
        .containsExactly(new Neighbour(PORT, "50:6b:6b:2d:31:30", "50:6b:6b:2d:31:31"));
  }

  @Test
  void aPortNameOfSixLettersIsAName() throws Exception {
    has(LLDP + "3.7.1.3.9", new OctetString("Ethernet1/7"));
    has(LLDP + "4.1.1.6.0.9.1", new Integer32(5));
    has(LLDP + "4.1.1.7.0.9.1", new OctetString("ens1f0"));
    has(LLDP + "4.1.1.9.0.9.1", new OctetString("gpu01"));

    List<Neighbour> heard =
        ask(client -> LldpMib.read(LEAF, client, Ports::whole, Ports::isPhysical));

    assertThat(heard).containsExactly(new Neighbour(PORT, "gpu01", "ens1f0"));
  }

  private static SnmpSweeper sweeper(SnmpClient client) {
    return new SnmpSweeper(PORT, client, NxosDriver.COUNTERS, Ports::whole);
  }

  private static int column(Sweep sweep, Signal signal, Direction direction, int priority) {
    for (int n = 0; n < sweep.schema().size(); n++) {
      var counter = sweep.schema().counters().get(n);
      var of = counter.priority();
      if (counter.signal() == signal
          && counter.direction() == direction
          && (of == null ? -1 : of.value()) == priority) {
        return n;
      }
    }
    throw new AssertionError(signal + " is no column");
  }
}
