package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;

/** A client of the fabric's sockets that shares nothing with what answers. */
final class Wire implements AutoCloseable {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final SocketChannel channel;
  private int sequence = 100;

  private Wire(SocketChannel channel) {
    this.channel = channel;
  }

  static Wire to(Path socket) throws IOException {
    return new Wire(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
  }

  /** Hex words joined into bytes; blanks are only for the eye. */
  static byte[] hex(String... parts) {
    return HexFormat.of().parseHex(String.join("", parts).replace(" ", ""));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static String hex(ByteBuffer bytes, int from, int to) {
    return hex(copy(bytes)).substring(from * 2, to * 2);
  }

  void send(byte[] body) throws IOException {
    ByteBuffer frame = little(4 + body.length).putInt(body.length).put(body).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  ByteBuffer receive() throws IOException {
    int length = fill(little(4)).getInt(0);
    return fill(little(length));
  }

  ByteBuffer ask(byte[] body) throws IOException {
    send(body);
    return receive();
  }

  /** A DCB request with IFNAME and an acknowledgement wanted. */
  byte[] dcb(int type, int command, String ifname, byte[] attributes) {
    byte[] name = ifname.getBytes(StandardCharsets.US_ASCII);
    int nameBytes = 4 + name.length + 1;
    ByteBuffer out = little(4096);
    out.position(16);
    out.put((byte) 0).put((byte) command).putShort((short) 0);
    out.putShort((short) nameBytes).putShort((short) 1).put(name).put((byte) 0);
    while (out.position() % 4 != 0) {
      out.put((byte) 0);
    }
    out.put(attributes);
    out.putInt(0, out.position())
        .putShort(4, (short) type)
        .putShort(6, (short) 5)
        .putInt(8, ++sequence);
    byte[] message = new byte[out.position()];
    out.get(0, message);
    return message;
  }

  /** Sends IEEE_SET with one attribute. */
  ByteBuffer ieeeSet(String ifname, byte[] inner) throws IOException {
    return ask(dcb(79, 20, ifname, nest(13, inner)));
  }

  ByteBuffer ieeeGet(String ifname) throws IOException {
    return ask(dcb(78, 21, ifname, new byte[0]));
  }

  static byte[] nest(int type, byte[]... inner) {
    ByteBuffer out = little(4096);
    out.position(4);
    for (byte[] part : inner) {
      out.put(part);
    }
    out.putShort(0, (short) out.position()).putShort(2, (short) (type | 0x8000));
    byte[] nest = new byte[(out.position() + 3) & ~3];
    out.get(0, nest);
    return nest;
  }

  static byte[] attribute(int type, byte[] payload) {
    ByteBuffer out = little((4 + payload.length + 3) & ~3);
    out.putShort((short) (4 + payload.length)).putShort((short) type).put(payload);
    return copy(out);
  }

  static byte[] pfc(int mask, int delay) {
    ByteBuffer out = little(136);
    out.put(0, (byte) 8).put(1, (byte) mask).putShort(4, (short) delay);
    return attribute(2, copy(out));
  }

  static byte[] app(int... selectorPriorityProtocol) {
    byte[][] entries = new byte[selectorPriorityProtocol.length / 3][];
    for (int n = 0; n < entries.length; n++) {
      ByteBuffer entry = little(4);
      entry
          .put((byte) selectorPriorityProtocol[3 * n])
          .put((byte) selectorPriorityProtocol[3 * n + 1]);
      entry.putShort((short) selectorPriorityProtocol[3 * n + 2]);
      entries[n] = attribute(1, copy(entry));
    }
    return nest(3, entries);
  }

  /** The signed status byte in attribute 13 of a write's reply, whose ACK must say 0. */
  static int status(ByteBuffer reply) {
    int first = reply.getInt(0);
    assertThat(reply.getShort(4)).as("type").isEqualTo((short) 79);
    assertThat(hex(reply, 20, 24)).as("u8 attribute 13").isEqualTo("05000d00");
    assertThat(reply.getShort(first + 4)).as("ACK").isEqualTo((short) 2);
    assertThat(reply.getInt(first + 16)).as("errno of the ACK").isZero();
    return reply.get(24);
  }

  /** The errno of an answer that is one NLMSG_ERROR. */
  static int error(ByteBuffer reply) {
    assertThat(reply.getShort(4)).as("type").isEqualTo((short) 2);
    return reply.getInt(16);
  }

  /** Payload of an attribute inside the IEEE nest of a reply or notification. */
  static ByteBuffer ieee(ByteBuffer message, int type) {
    int name = message.getShort(20);
    int nest = 20 + ((name + 3) & ~3);
    return find(message, nest + 4, nest + message.getShort(nest), type);
  }

  static ByteBuffer find(ByteBuffer message, int from, int to, int type) {
    int at = from;
    while (at < to) {
      int length = message.getShort(at);
      if ((message.getShort(at + 2) & 0x3fff) == type) {
        return message.slice(at + 4, length - 4).order(ByteOrder.LITTLE_ENDIAN);
      }
      at += (length + 3) & ~3;
    }
    throw new AssertionError("no attribute " + type + " in " + hex(copy(message)));
  }

  /** An ethtool call: i32 result, then the structure. */
  ByteBuffer ethtool(String ifname, byte[] command) throws IOException {
    ByteBuffer out = little(16 + command.length);
    out.put(0, ifname.getBytes(StandardCharsets.US_ASCII)).put(16, command);
    return ask(copy(out));
  }

  /** All bytes of a buffer, wherever it stands. */
  static byte[] copy(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.limit()];
    buffer.get(0, bytes);
    return bytes;
  }

  static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Waits for other threads of the fabric. */
  static void until(BooleanSupplier done) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private ByteBuffer fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      assertThat(channel.read(buffer)).as("end of stream").isNotNegative();
    }
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
