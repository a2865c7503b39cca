package dev.losslessd.transport.snmp;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.asn1.BER;
import org.snmp4j.asn1.BERInputStream;
import org.snmp4j.asn1.BEROutputStream;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OctetString;

/** A v2c agent that says what the test wants, however wrong. */
public final class Responder implements AutoCloseable {
  /** Computes the answer to a request. */
  @FunctionalInterface
  public interface Answer {
    /** Fills in the response; false for none at all. */
    boolean fill(PDU request, PDU response) throws IOException;
  }

  /** Changes the bytes of an answer before it is sent. */
  @FunctionalInterface
  public interface Damage {
    byte[] to(byte[] message);
  }

  private final DatagramSocket socket;
  private final DatagramSocket answers;
  private final AtomicInteger requests = new AtomicInteger();

  private Responder(DatagramSocket socket, DatagramSocket answers) {
    this.socket = socket;
    this.answers = answers;
  }

  public static Responder start(Answer answer) throws SocketException {
    return start(answer, bytes -> bytes);
  }

  public static Responder start(Answer answer, Damage damage) throws SocketException {
    return start(0, answer, damage, false);
  }

  /**
   * @param port 0 for any
   * @param elsewhere whether answers come from another port than the one that was asked
   */
  static Responder start(int port, Answer answer, Damage damage, boolean elsewhere)
      throws SocketException {
    DatagramSocket asked = new DatagramSocket(port, InetAddress.getLoopbackAddress());
    DatagramSocket answers =
        elsewhere ? new DatagramSocket(0, InetAddress.getLoopbackAddress()) : asked;
    Responder responder = new Responder(asked, answers);
    Thread.ofVirtual().start(() -> responder.serve(answer, damage));
    return responder;
  }

  public int port() {
    return socket.getLocalPort();
  }

  int requests() {
    return requests.get();
  }

  @Override
  public void close() {
    socket.close();
    answers.close();
  }

  private void serve(Answer answer, Damage damage) {
    byte[] buffer = new byte[65_535];
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        requests.incrementAndGet();
        byte[] reply = reply(Arrays.copyOf(buffer, packet.getLength()), answer);
        if (reply != null) {
          byte[] damaged = damage.to(reply);
          answers.send(new DatagramPacket(damaged, damaged.length, packet.getSocketAddress()));
        }
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  private static byte @Nullable [] reply(byte[] message, Answer answer) throws IOException {
    BERInputStream in = new BERInputStream(ByteBuffer.wrap(message));
    BER.decodeHeader(in, new BER.MutableByte());
    Integer32 version = new Integer32();
    version.decodeBER(in);
    OctetString community = new OctetString();
    community.decodeBER(in);
    PDU request = new PDU();
    request.decodeBER(in);

    PDU response = new PDU();
    response.setType(PDU.RESPONSE);
    response.setRequestID(request.getRequestID());
    if (!answer.fill(request, response)) {
      return null;
    }
    int length = version.getBERLength() + community.getBERLength() + response.getBERLength();
    ByteBuffer out = ByteBuffer.allocate(length + 10);
    BEROutputStream stream = new BEROutputStream(out);
    BER.encodeHeader(stream, BER.SEQUENCE, length);
    version.encodeBER(stream);
    community.encodeBER(stream);
    response.encodeBER(stream);
    out.flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    return bytes;
  }
}
