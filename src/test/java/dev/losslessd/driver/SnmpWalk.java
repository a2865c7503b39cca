package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TestAgent;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.IpAddress;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/**
 * A walk of a real device, served by an agent of our own: a file of {@code OID|type|value}, as
 * snmpsim and LibreNMS have it.
 */
public final class SnmpWalk implements AutoCloseable {
  /** Rows in one answer of GETBULK; more would not fit a datagram. */
  private static final int MOST_ROWS = 25;

  private static final String IF_NAME = "1.3.6.1.2.1.31.1.1.1.1";

  private final TreeMap<OID, Variable> mib = new TreeMap<>();
  private final SnmpSocket socket;
  private final Responder agent;

  /** Starts an agent that serves a captured walk. */
  public SnmpWalk(Path file) throws IOException {
    for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n", -1)) {
      String[] parts = line.split("\\|", 3);
      if (parts.length == 3) {
        mib.put(new OID(parts[0].strip()), value(parts[1], parts[2].replace("\r", "")));
      }
    }
    socket = new SnmpSocket(_ -> {});
    agent = Responder.start(this::answer);
  }

  private static Variable value(String type, String text) {
    return switch (type) {
      case "2" -> new Integer32(Integer.parseInt(text.strip()));
      case "4" -> new OctetString(text.getBytes(StandardCharsets.UTF_8));
      case "4x" -> new OctetString(HexFormat.of().parseHex(text.strip()));
      case "5" -> Null.noSuchInstance;
      case "6" -> new OID(text.strip());
      case "64" -> new IpAddress(text.strip());
      case "64x" -> new IpAddress(HexFormat.of().parseHex(text.strip()));
      case "65" -> new Counter32(Long.parseLong(text.strip()));
      case "66" -> new Gauge32(Long.parseLong(text.strip()));
      case "67" -> new TimeTicks(Long.parseLong(text.strip()));
      case "70" -> new Counter64(Long.parseUnsignedLong(text.strip()));
      default -> throw new IllegalArgumentException("type " + type + " of " + text);
    };
  }

  /** All that the device had, to add to and to compare with. */
  public TreeMap<OID, Variable> mib() {
    return mib;
  }

  private boolean answer(PDU request, PDU response) {
    for (VariableBinding asked : request.getVariableBindings()) {
      if (request.getType() == PDU.GET) {
        Variable value = mib.getOrDefault(asked.getOid(), Null.noSuchObject);
        response.add(new VariableBinding(asked.getOid(), value));
      }
    }
    if (request.getType() != PDU.GET) {
      int rounds = request.getType() == PDU.GETBULK ? request.getMaxRepetitions() : 1;
      int most = Math.max(1, MOST_ROWS / request.size());
      next(request, Math.clamp(rounds, 1, most), response);
    }
    return true;
  }

  private void next(PDU request, int rounds, PDU response) {
    var at = request.getVariableBindings().stream().map(VariableBinding::getOid).toList();
    for (int round = 0; round < rounds; round++) {
      var row = at.stream().map(this::after).toList();
      row.forEach(response::add);
      at = row.stream().map(VariableBinding::getOid).toList();
    }
  }

  private VariableBinding after(OID oid) {
    Map.Entry<OID, Variable> next = mib.higherEntry(oid);
    return next == null
        ? new VariableBinding(oid, Null.endOfMibView)
        : new VariableBinding(next.getKey(), next.getValue());
  }

  /** Ports by ifIndex, of those that IF-MIB names. */
  public Map<Integer, String> ports(Predicate<String> physical) {
    Map<Integer, String> ports = new TreeMap<>();
    column(IF_NAME)
        .forEach((oid, name) -> {
          if (physical.test(name.toString())) {
            ports.put(oid.last(), name.toString());
          }
        });
    return ports;
  }

  /** The rows of a column with an index of one number or more. */
  public SortedMap<OID, Variable> column(String column) {
    return mib.subMap(new OID(column + ".0"), new OID(column + "." + Integer.MAX_VALUE));
  }

  /**
   * Each counter of a sweep is the number that the walk has there, and missing where it has none.
   *
   * @param place of a counter, written down a second time
   * @return how many there are
   */
  public int check(Sweep sweep, Function<Counter, OID> place) {
    int there = 0;
    for (int n = 0; n < sweep.schema().size(); n++) {
      Counter counter = sweep.schema().counters().get(n);
      Variable value = mib.get(place.apply(counter));
      assertThat(sweep.has(n)).as(counter.rawName()).isEqualTo(value != null);
      if (value != null) {
        assertThat(Long.toUnsignedString(sweep.value(n)))
            .as(counter.rawName())
            .isEqualTo(Long.toUnsignedString(value.toLong()));
        there++;
      }
    }
    return there;
  }

  /** Instance of a port's counter in RFC 2863 or RFC 3635. */
  public static OID standard(String name, int index) {
    String column =
        switch (name) {
          case "ifHCInOctets" -> "31.1.1.1.6.";
          case "ifHCInUcastPkts" -> "31.1.1.1.7.";
          case "ifHCOutOctets" -> "31.1.1.1.10.";
          case "ifHCOutUcastPkts" -> "31.1.1.1.11.";
          case "ifInDiscards" -> "2.2.1.13.";
          case "ifInErrors" -> "2.2.1.14.";
          case "ifOutDiscards" -> "2.2.1.19.";
          case "ifOutErrors" -> "2.2.1.20.";
          case "dot3InPauseFrames" -> "10.7.10.1.3.";
          case "dot3OutPauseFrames" -> "10.7.10.1.4.";
          case "dot3HCInPauseFrames" -> "10.7.10.1.5.";
          case "dot3HCOutPauseFrames" -> "10.7.10.1.6.";
          default -> throw new AssertionError("a counter that this test does not know: " + name);
        };
    return new OID("1.3.6.1.2.1." + column + index);
  }

  /** Creates a reader of this walk. */
  public SnmpClient client() {
    SnmpTarget target =
        TestAgent.of(
                "walk",
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("public"::toCharArray))
            .withPort(agent.port())
            .withPdusPerSecond(10_000)
            .target();
    return new TestAgent(target).client(socket);
  }

  @Override
  public void close() {
    agent.close();
    socket.close();
  }
}
