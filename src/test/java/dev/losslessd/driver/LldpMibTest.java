package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TestAgent;
import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.snmp4j.PDU;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

class LldpMibTest {
  private static final String LOCAL = "1.0.8802.1.1.2.1.3.7.1.3.";
  private static final String REMOTE = "1.0.8802.1.1.2.1.4.1.1.";

  private final TreeMap<OID, Variable> mib = new TreeMap<>();

  @Test
  void oneCrowdedPortIsReadWithTheOthers() throws Exception {
    mib.put(new OID(LOCAL + "1"), new OctetString("Ethernet1/1"));
    for (int n = 1; n <= 33; n++) {
      neighbour(n);
    }

    assertThat(read()).isEqualTo(33);
  }

  private void neighbour(int n) {
    mib.put(new OID(REMOTE + "4.0.1." + n), new Integer32(7));
    mib.put(new OID(REMOTE + "5.0.1." + n), new OctetString("host" + n));
    mib.put(new OID(REMOTE + "6.0.1." + n), new Integer32(5));
    mib.put(new OID(REMOTE + "7.0.1." + n), new OctetString("ens1"));
    mib.put(new OID(REMOTE + "9.0.1." + n), new OctetString("host" + n));
  }

  private int read() throws Exception {
    try (Responder agent = Responder.start(this::answer);
        SnmpSocket socket = new SnmpSocket(_ -> {})) {
      SnmpTarget target =
          TestAgent.of(
                  "leaf1",
                  InetAddress.getLoopbackAddress(),
                  new SnmpVersion.V2c("public"::toCharArray))
              .withPort(agent.port())
              .target();
      SnmpClient client = new TestAgent(target).client(socket);
      return LldpMib.read(new DeviceId("leaf1"), client, UnaryOperator.identity(), _ -> true)
          .size();
    }
  }

  private boolean answer(PDU request, PDU response) {
    OID[] at = request.getVariableBindings().stream().map(v -> v.getOid()).toArray(OID[]::new);
    for (int row = 0; row < request.getMaxRepetitions(); row++) {
      for (int n = 0; n < at.length; n++) {
        Map.Entry<OID, Variable> next = mib.higherEntry(at[n]);
        response.add(
            next == null
                ? new VariableBinding(at[n], Null.endOfMibView)
                : new VariableBinding(next.getKey(), next.getValue()));
        at[n] = next == null ? at[n] : next.getKey();
      }
    }
    return true;
  }
}
