package dev.losslessd.fabric.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells every connection every event from the moment it came. One that does not listen loses events
 * when its queue is full, as a netlink socket does.
 */
public final class EventDoor implements AutoCloseable {
  private static final int MOST_WAITING = 4096;

  private final Set<BlockingQueue<ByteBuffer>> listeners = ConcurrentHashMap.newKeySet();
  private final Door door;

  public EventDoor(Path path) throws IOException {
    this.door = Door.open(path, (channel, visitor) -> serve(channel));
  }

  /** Number of connections that listen to events. */
  public int listeners() {
    return listeners.size();
  }

  public void tell(ByteBuffer event) {
    listeners.forEach(listener -> listener.offer(event));
  }

  private void serve(SocketChannel channel) throws IOException, InterruptedException {
    BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    listeners.add(waiting);
    Thread writer = Thread.ofVirtual().start(() -> write(channel, waiting));
    try {
      while (channel.read(ByteBuffer.allocate(64)) >= 0) {
        // a listener has nothing to say; reading tells when it leaves
      }
    } finally {
      listeners.remove(waiting);
      writer.interrupt();
    }
  }

  private static void write(SocketChannel channel, BlockingQueue<ByteBuffer> waiting) {
    try (channel) {
      while (true) {
        Frames.write(channel, waiting.take());
      }
    } catch (IOException e) {
      Thread.currentThread().interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
