package dev.losslessd.fabric.switchbase;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.Snmp;
import org.snmp4j.TransportStateReference;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthHMAC384SHA512;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/** The SNMP agent of a switch on a port of the loopback that it keeps while it lives. */
final class SnmpEndpoint implements AutoCloseable {
  private static final String COMMUNITY = "losslessd-demo";

  /** Community that may write, on systems with writable objects. */
  private static final String WRITE_COMMUNITY = "losslessd-demo-rw";

  /** User with SHA-256 and AES-128 that may write. */
  private static final String WRITER = "operator256";

  /** Read-only user with SHA-256 and AES-128. */
  private static final String USER_256 = "monitor256";

  /** Read-only user with SHA-512 and AES-256. */
  private static final String USER_512 = "monitor512";

  private static final String AUTH_PASSPHRASE = "losslessd-demo-auth";
  private static final String PRIV_PASSPHRASE = "losslessd-demo-priv";

  private final SimulatedSwitch device;
  private final OctetString engine;
  private final Agent agent;
  private final SecurityProtocols protocols =
      new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.any);
  private @Nullable Snmp snmp;
  private int port;
  private int boots;

  private SnmpEndpoint(SimulatedSwitch device) {
    this.device = device;
    // RFC 3411: the vendor's number with the first bit set, then a MAC address
    int number = device.systemBanner().enterprise();
    String mac = device.ports().getFirst().mac();
    this.engine =
        OctetString.fromHexString(
            "80:00:%02x:%02x:03:".formatted(number >> 8, number & 0xff) + mac);
    this.agent =
        new Agent(
            device,
            device.mibs(),
            Set.of(COMMUNITY, WRITE_COMMUNITY),
            Set.of(USER_256, USER_512, WRITER),
            Set.of(WRITE_COMMUNITY, WRITER));
  }

  /** Hears the next request while an answer is made, so that the log has when each one came. */
  private static final class Ear extends DefaultUdpTransportMapping {
    private final SimulatedSwitch device;

    Ear(SimulatedSwitch device, UdpAddress address) throws IOException {
      super(address);
      this.device = device;
    }

    @Override
    protected void fireProcessMessage(
        UdpAddress from, ByteBuffer message, TransportStateReference state) {
      long at = device.micros();
      Thread.startVirtualThread(() -> {
        device.asked(at);
        super.fireProcessMessage(from, message, state);
      });
    }
  }

  /** Opens it, and writes where it listens. */
  static SnmpEndpoint open(SimulatedSwitch device, Path folder) throws IOException {
    SnmpEndpoint door = new SnmpEndpoint(device);
    door.open();
    Files.writeString(folder.resolve("snmp.port"), door.port + "\n", StandardCharsets.UTF_8);
    return door;
  }

  /** Starts to listen, on the same port as before if there was one. */
  void open() throws IOException {
    if (snmp != null) {
      return;
    }
    boots++;
    DefaultUdpTransportMapping udp = new Ear(device, new UdpAddress("127.0.0.1/" + port));
    MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
    dispatcher.addMessageProcessingModel(new MPv2c());
    SecurityModels models = SecurityModels.getCollection(new SecurityModel[] {usm()});
    dispatcher.addMessageProcessingModel(
        new MPv3(engine.getValue(), null, protocols, models, CounterSupport.getInstance()));
    dispatcher.addCommandResponder(agent);
    Snmp fresh = new Snmp(dispatcher, udp);
    fresh.listen();
    port = udp.getListenAddress().getPort();
    snmp = fresh;
  }

  private USM usm() {
    USM usm = new USM(protocols, engine, boots);
    add(usm, USER_256, AuthHMAC192SHA256.ID, PrivAES128.ID);
    add(usm, WRITER, AuthHMAC192SHA256.ID, PrivAES128.ID);
    add(usm, USER_512, AuthHMAC384SHA512.ID, PrivAES256.ID);
    return usm;
  }

  private static void add(USM usm, String name, OID authentication, OID privacy) {
    usm.addUser(
        new UsmUser(
            new OctetString(name),
            authentication,
            new OctetString(AUTH_PASSPHRASE),
            privacy,
            new OctetString(PRIV_PASSPHRASE)));
  }

  /** Closes the socket; later requests stay without an answer. */
  @Override
  public void close() throws IOException {
    Snmp old = snmp;
    snmp = null;
    if (old != null) {
      old.close();
    }
  }
}
