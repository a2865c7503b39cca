package dev.losslessd.fabric.host;

import dev.losslessd.fabric.door.EventDoor;
import dev.losslessd.model.PortId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * LLDP frames that arrive at a server's NICs, on a socket, each after the index of its netdev. Real
 * switches send them every 30 s; these every few, to keep tests short.
 */
final class LldpVoice implements AutoCloseable {
  private static final int REFRESHES_PER_FRAME = 10;
  private static final byte[] NEAREST_BRIDGE = {1, (byte) 0x80, (byte) 0xc2, 0, 0, 14};
  private static final int LLDP = 0x88cc;
  private static final int END = 0;
  private static final int CHASSIS = 1;
  private static final int PORT = 2;
  private static final int TTL = 3;
  private static final int SYSTEM_NAME = 5;
  private static final byte CHASSIS_MAC = 4;
  private static final byte PORT_NAME = 5;
  private static final byte HOLD_SECONDS = 120;
  private static final int LEAST_FRAME = 60;

  private record Sender(String system, String port) {}

  private final EventDoor door;
  private final Map<PortId, Sender> senders = new ConcurrentSkipListMap<>();
  private int refreshes;

  LldpVoice(Path socket) throws IOException {
    door = new EventDoor(socket);
  }

  /** Sets the system and port at the other end of a NIC's cable. */
  void wire(PortId nic, String system, String port) {
    senders.put(nic, new Sender(system, port));
  }

  /** Sends a last frame with a TTL of 0, as a port that closes. With the world's lock held. */
  void unwire(FakeNic nic) {
    Sender sender = senders.remove(nic.port().id());
    if (sender != null) {
      say(nic, sender, (byte) 0);
    }
  }

  /** Sends frames that are due; called every fifth of a second, with the world's lock held. */
  void beat(List<FakeNic> nics) {
    if (refreshes++ % REFRESHES_PER_FRAME == 0) {
      nics.stream().filter(nic -> nic.present() && nic.port().linkUp()).forEach(this::say);
    }
  }

  private void say(FakeNic nic) {
    Sender sender = senders.get(nic.port().id());
    if (sender != null) {
      say(nic, sender, HOLD_SECONDS);
    }
  }

  private void say(FakeNic nic, Sender sender, byte holdSeconds) {
    byte[] frame = frame(sender, holdSeconds);
    ByteBuffer message = ByteBuffer.allocate(4 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
    door.tell(message.putInt(nic.ifindex()).put(frame).flip());
  }

  private static byte[] frame(Sender sender, byte holdSeconds) {
    byte[] mac = mac(sender.system());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(NEAREST_BRIDGE);
    out.writeBytes(mac);
    out.write(LLDP >> 8);
    out.write(LLDP);
    tlv(out, CHASSIS, tagged(CHASSIS_MAC, mac));
    tlv(out, PORT, tagged(PORT_NAME, sender.port().getBytes(StandardCharsets.US_ASCII)));
    tlv(out, TTL, new byte[] {0, holdSeconds});
    tlv(out, SYSTEM_NAME, sender.system().getBytes(StandardCharsets.US_ASCII));
    tlv(out, END, new byte[0]);
    while (out.size() < LEAST_FRAME) {
      out.write(0);
    }
    return out.toByteArray();
  }

  /** MAC address of a system, locally administered. */
  private static byte[] mac(String system) {
    int hash = system.hashCode();
    return new byte[] {
      2, (byte) 0x5c, (byte) (hash >> 24), (byte) (hash >> 16), (byte) (hash >> 8), (byte) hash
    };
  }

  private static byte[] tagged(byte subtype, byte[] value) {
    return ByteBuffer.allocate(1 + value.length).put(subtype).put(value).array();
  }

  private static void tlv(ByteArrayOutputStream out, int type, byte[] value) {
    out.write(type << 1);
    out.write(value.length);
    out.writeBytes(value);
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
