package dev.losslessd.fabric.door;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listening Unix stream socket with a virtual thread per connection. */
public final class Door implements AutoCloseable {
  /** Serves one connection until its peer closes it. */
  @FunctionalInterface
  public interface Visit {
    /**
     * @param number of the connection, from 1
     */
    void serve(SocketChannel channel, int number) throws IOException, InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Door.class);

  private final Path path;
  private final ServerSocketChannel server;
  private final Visit visit;
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger number = new AtomicInteger();

  private Door(Path path, ServerSocketChannel server, Visit visit) {
    this.path = path;
    this.server = server;
    this.visit = visit;
  }

  /** Opens it in the place of a socket that a dead process may have left. */
  public static Door open(Path path, Visit visit) throws IOException {
    Files.deleteIfExists(path);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      server.close();
      throw new IOException("socket " + path + ": " + e.getMessage(), e);
    }
    Door door = new Door(path, server, visit);
    Thread.ofVirtual().name("door " + path.getFileName()).start(door::accept);
    return door;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel channel = server.accept();
        open.add(channel);
        int visitor = number.incrementAndGet();
        Thread.ofVirtual()
            .name(path.getFileName() + " " + visitor)
            .start(() -> serve(channel, visitor));
      }
    } catch (IOException e) {
      LOG.debug("{} is closed", path, e);
    }
  }

  private void serve(SocketChannel channel, int visitor) {
    try (channel) {
      visit.serve(channel, visitor);
    } catch (IOException e) {
      LOG.debug("{} visitor {} left", path, visitor, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(channel);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel channel : open) {
      channel.close();
    }
    Files.deleteIfExists(path);
  }
}
