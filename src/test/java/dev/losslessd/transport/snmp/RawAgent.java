package dev.losslessd.transport.snmp;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;

/** An agent on loopback that answers any bytes with any packets. */
final class RawAgent implements AutoCloseable {
  /** Computes the packets that are sent after one came. */
  @FunctionalInterface
  interface Answers {
    List<byte[]> to(byte[] asked, SocketAddress from) throws IOException;
  }

  private final DatagramSocket socket;

  private RawAgent(DatagramSocket socket) {
    this.socket = socket;
  }

  static RawAgent start(Answers answers) throws SocketException {
    RawAgent agent = new RawAgent(new DatagramSocket(0, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(() -> agent.serve(answers));
    return agent;
  }

  int port() {
    return socket.getLocalPort();
  }

  void send(byte[] message, SocketAddress to) throws IOException {
    socket.send(new DatagramPacket(message, message.length, to));
  }

  private void serve(Answers answers) {
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
        socket.receive(packet);
        byte[] asked = Arrays.copyOf(packet.getData(), packet.getLength());
        for (byte[] answer : answers.to(asked, packet.getSocketAddress())) {
          send(answer, packet.getSocketAddress());
        }
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
