package dev.losslessd.transport.snmp;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** A bad line before an agent on loopback: of each direction a part is lost, the rest is late. */
public final class LossyProxy implements AutoCloseable {
  private final DatagramSocket door;
  private final InetSocketAddress agent;
  private final double loss;
  private final Duration delay;
  private final RandomGenerator random;
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final Map<SocketAddress, DatagramSocket> ways = new ConcurrentHashMap<>();
  private final AtomicInteger lost = new AtomicInteger();

  private LossyProxy(int port, double loss, Duration delay, RandomGenerator random)
      throws SocketException {
    this.door = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    this.agent = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.loss = loss;
    this.delay = delay;
    this.random = random;
  }

  /**
   * @param port of the agent
   * @param loss part of the packets of each direction, 0 to 1
   * @param delay of each direction
   */
  public static LossyProxy start(int port, double loss, Duration delay, RandomGenerator random)
      throws SocketException {
    LossyProxy proxy = new LossyProxy(port, loss, delay, random);
    Thread.ofVirtual().start(proxy::serve);
    return proxy;
  }

  public int port() {
    return door.getLocalPort();
  }

  /** Number of packets lost so far. */
  public int lost() {
    return lost.get();
  }

  private void serve() {
    try {
      while (true) {
        DatagramPacket packet = receive(door);
        SocketAddress client = packet.getSocketAddress();
        DatagramSocket way = ways.get(client);
        if (way == null) {
          way = new DatagramSocket(0, InetAddress.getLoopbackAddress());
          ways.put(client, way);
          DatagramSocket back = way;
          Thread.ofVirtual().start(() -> serveBack(back, client));
        }
        pass(way, packet, agent);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serveBack(DatagramSocket way, SocketAddress client) {
    try {
      while (true) {
        pass(door, receive(way), client);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static DatagramPacket receive(DatagramSocket socket) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
    socket.receive(packet);
    return packet;
  }

  private void pass(DatagramSocket from, DatagramPacket packet, SocketAddress to) {
    if (isLost()) {
      lost.incrementAndGet();
      return;
    }
    byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
    try {
      var _ = later.schedule(() -> send(from, bytes, to), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // closed
    }
  }

  private synchronized boolean isLost() {
    return random.nextDouble() < loss;
  }

  private static void send(DatagramSocket from, byte[] bytes, SocketAddress to) {
    try {
      from.send(new DatagramPacket(bytes, bytes.length, to));
    } catch (IOException e) {
      // closed
    }
  }

  @Override
  public void close() {
    later.shutdownNow();
    door.close();
    ways.values().forEach(DatagramSocket::close);
  }
}
