package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.snmp4j.MessageDispatcher;
import org.snmp4j.SNMP4JSettings;
import org.snmp4j.TransportMapping;
import org.snmp4j.TransportStateReference;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;

/** Packets that are wrong in their bytes: none stops the thread that hears them, or takes much. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BerBombTest {
  private static final int ROUNDS = Integer.getInteger("bombs", 20_000);

  /** What one packet of at most 64 KiB may take while it is read. */
  private static final long MOST_BYTES = 8 << 20;

  private static final int FULL = 60_000;

  private static final byte[][] LENGTHS = {
    {(byte) 0x80},
    {(byte) 0x83, (byte) 0xff, (byte) 0xff, (byte) 0xff},
    {(byte) 0x84, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff},
    {(byte) 0x84, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff},
    {(byte) 0x88, 0x7f, 0, 0, 0, 0, 0, 0, 0}
  };

  private final SnmpSocket socket = new SnmpSocket(_ -> {});
  private final UdpAddress sender = new UdpAddress("127.0.0.1/9");
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long most;

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  @Test
  void noPacketStopsTheThreadOrTakesMuchMemory() {
    List<byte[]> good = List.of(answer(Ber.of(Ber.TICKS, new byte[] {1})), report(engine(1), 0));

    for (byte[] message : good) {
      cut(message).forEach(this::hear);
      lengths(message).forEach(this::hear);
      changed(message, new Random(42)).forEach(this::hear);
    }
    large().forEach(this::hear);

    assertThat(most).as("bytes for one packet").isBetween(1L, MOST_BYTES);
    assertThat(socket.reopened()).isZero();
  }

  @Test
  void enginesThatNobodyVouchesForAreNotAllRemembered() {
    assertThat(SNMP4JSettings.getMaxEngineIdCacheSize()).isBetween(1_000, 5_000);

    for (int n = 0; n < ROUNDS; n++) {
      hear(report(engine(n), n));
    }
    assertThat(socket.reopened()).isZero();
  }

  /** As the thread of a socket does it. */
  private void hear(byte[] message) {
    socket.peer(sender);
    MessageDispatcher dispatcher = socket.snmp(sender).getMessageDispatcher();
    TransportMapping<?> udp = dispatcher.getTransportMappings().iterator().next();
    TransportStateReference reference =
        new TransportStateReference(
            udp,
            sender,
            new OctetString(),
            SecurityLevel.undefined,
            SecurityLevel.undefined,
            false,
            udp);
    long before = threads.getCurrentThreadAllocatedBytes();
    dispatch(dispatcher, udp, message, reference);
    most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
  }

  @SuppressWarnings("unchecked") // of addresses of UDP
  private void dispatch(
      MessageDispatcher dispatcher,
      TransportMapping<?> udp,
      byte[] message,
      TransportStateReference reference) {
    dispatcher.processMessage(
        (TransportMapping<? super UdpAddress>) udp, sender, ByteBuffer.wrap(message), reference);
  }

  private static byte[] answer(byte[] value) {
    return Ber.of(
        Ber.SEQUENCE,
        Ber.number(1),
        Ber.text("public"),
        Ber.of(
            Ber.RESPONSE,
            Ber.number(1),
            Ber.number(0),
            Ber.number(0),
            Ber.of(Ber.SEQUENCE, Ber.of(Ber.SEQUENCE, oid(), value))));
  }

  private static byte[] oid() {
    return Ber.of(Ber.OID, new byte[] {0x2b, 6, 1, 2, 1, 1, 3, 0});
  }

  private static byte[] report(byte[] engine, long number) {
    return Ber.report(Ber.number(number), engine, "", oid());
  }

  private static byte[] engine(int number) {
    return ByteBuffer.allocate(12).putInt(0x8000_1f88).putInt(number).putInt(number).array();
  }

  private static List<byte[]> cut(byte[] message) {
    List<byte[]> all = new ArrayList<>();
    for (int length = 0; length < message.length; length++) {
      all.add(Arrays.copyOf(message, length));
    }
    return all;
  }

  /** Each byte in turn gives way to a length that no packet has. */
  private static List<byte[]> lengths(byte[] message) {
    List<byte[]> all = new ArrayList<>();
    for (int at = 0; at < message.length; at++) {
      byte[] head = Arrays.copyOf(message, at);
      byte[] tail = Arrays.copyOfRange(message, at + 1, message.length);
      for (byte[] length : LENGTHS) {
        all.add(Ber.join(head, length, tail));
      }
    }
    return all;
  }

  private static List<byte[]> changed(byte[] message, Random random) {
    List<byte[]> all = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = Arrays.copyOf(message, message.length + random.nextInt(2) * 100);
      for (int n = random.nextInt(6); n >= 0; n--) {
        bytes[random.nextInt(message.length)] = (byte) random.nextInt(256);
      }
      all.add(bytes);
    }
    return all;
  }

  private static List<byte[]> large() {
    byte[] binding = Ber.of(Ber.SEQUENCE, Ber.of(Ber.OID), Ber.of(0x05));
    byte[] many =
        Ber.join(Collections.nCopies(FULL / binding.length, binding).toArray(byte[][]::new));
    List<byte[]> all = new ArrayList<>();
    for (int tag : new int[] {Ber.SEQUENCE, 0x24, 0x44, Ber.RESPONSE}) {
      byte[] nested = nested(tag);
      all.add(nested);
      all.add(answer(nested));
    }
    for (int tag : new int[] {Ber.INTEGER, Ber.OCTETS, Ber.OID, 0x40, Ber.COUNTER, 0x46}) {
      for (int filler : new int[] {0, 1, 0x7f, 0xff}) {
        byte[] content = new byte[FULL];
        Arrays.fill(content, (byte) filler);
        all.add(answer(Ber.of(tag, content)));
        all.add(report(content, filler));
      }
    }
    all.add(
        Ber.of(
            Ber.SEQUENCE,
            Ber.number(1),
            Ber.text("public"),
            Ber.of(
                Ber.RESPONSE,
                Ber.number(1),
                Ber.number(0),
                Ber.number(0),
                Ber.of(Ber.SEQUENCE, many))));
    return all;
  }

  /** One within the other, as many as a packet holds. */
  private static byte[] nested(int tag) {
    byte[] bytes = new byte[FULL / 5 * 5];
    for (int at = 0; at < bytes.length; at += 5) {
      int length = bytes.length - at - 5;
      bytes[at] = (byte) tag;
      bytes[at + 1] = (byte) 0x83;
      bytes[at + 2] = (byte) (length >> 16);
      bytes[at + 3] = (byte) (length >> 8);
      bytes[at + 4] = (byte) length;
    }
    return bytes;
  }
}
