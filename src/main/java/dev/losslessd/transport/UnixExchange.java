package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Requests and replies in the kernel's format, one frame each, with a process that answers in its
 * place on a Unix socket. After a failure the next call connects anew.
 */
public final class UnixExchange implements Exchange {
  private static final int CAPACITY = 1 << 18;
  private static final long SLACK_NANOS = 250_000_000L;

  private final Path path;
  private final Duration deadline;
  private final FrameChannel channel;
  private final BlockingCallThread blockingCallThread;

  /**
   * @param inPlace waits on the caller's thread, which must be a platform thread
   */
  public UnixExchange(Path path, Duration deadline, boolean inPlace) {
    this.path = path;
    this.deadline = deadline;
    this.channel = new FrameChannel(path, CAPACITY);
    this.blockingCallThread =
        new BlockingCallThread("unix " + path.getFileName(), new Conversation(), inPlace);
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    if (length > CAPACITY) {
      throw TransportException.garbled(
          path + ": request of " + length + " bytes: expected at most " + CAPACITY);
    }
    blockingCallThread.requireFree(deadline.toNanos());
    channel.put(request, length);
    int received = blockingCallThread.call(deadline.toNanos() + SLACK_NANOS);
    channel.take(reply);
    return received;
  }

  @Override
  public void close() {
    blockingCallThread.close();
  }

  private final class Conversation implements BlockingCallThread.Work {
    @Override
    public int run() {
      try {
        channel.connect();
        channel.send(deadline);
        int received = channel.receive(deadline);
        if (received == FrameChannel.NOTHING) {
          throw TransportException.timeout(path + ": no answer in " + deadline.toMillis() + " ms");
        }
        return received;
      } catch (RuntimeException e) {
        // a late answer must not meet the next request
        channel.close();
        throw e;
      }
    }

    @Override
    public String what() {
      return path.toString();
    }

    @Override
    public void release() {
      channel.close();
    }
  }
}
