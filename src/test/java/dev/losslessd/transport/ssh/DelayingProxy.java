package dev.losslessd.transport.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A long line before a server on loopback: all bytes come, each a while later. */
public final class DelayingProxy implements AutoCloseable {
  private final ServerSocket door;
  private final int target;
  private final Duration delay;
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  private DelayingProxy(int target, Duration delay) throws IOException {
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.target = target;
    this.delay = delay;
  }

  /**
   * @param target port of the server
   * @param delay of each direction
   */
  public static DelayingProxy start(int target, Duration delay) throws IOException {
    DelayingProxy proxy = new DelayingProxy(target, delay);
    Thread.ofVirtual().start(proxy::serve);
    return proxy;
  }

  public int port() {
    return door.getLocalPort();
  }

  private void serve() {
    try {
      while (true) {
        Socket near = door.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        sockets.add(near);
        sockets.add(far);
        Thread.ofVirtual().start(() -> pump(near, far));
        Thread.ofVirtual().start(() -> pump(far, near));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[64 << 10];
    try (from) {
      InputStream in = from.getInputStream();
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        byte[] bytes = Arrays.copyOf(buffer, got);
        after(() -> to.getOutputStream().write(bytes));
      }
      after(to::close);
    } catch (IOException | RejectedExecutionException e) {
      // closed
    }
  }

  /** A step that fails when the other side has gone. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private void after(Step step) {
    var _ =
        later.schedule(
            () -> {
              try {
                step.run();
              } catch (IOException e) {
                // the other side has gone
              }
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() throws IOException {
    later.shutdownNow();
    door.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
