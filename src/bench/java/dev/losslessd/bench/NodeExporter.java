package dev.losslessd.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;

/** Debian's prometheus-node-exporter with its InfiniBand collector alone. */
final class NodeExporter {
  private NodeExporter() {}

  /**
   * @param sysfs the tree that it reads
   */
  static Child start(Path sysfs, int port, Path log) {
    Child child =
        Child.peer(
            log,
            "prometheus-node-exporter",
            "--path.sysfs=" + sysfs,
            "--collector.disable-defaults",
            "--collector.infiniband",
            "--web.disable-exporter-metrics",
            "--web.listen-address=127.0.0.1:" + port);
    awaitPort(port);
    return child;
  }

  /** A port of the loopback that nobody has now. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void awaitPort(int port) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw new UncheckedIOException("nobody listens on " + port + " after a minute", e);
        }
        pause(20);
      }
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
