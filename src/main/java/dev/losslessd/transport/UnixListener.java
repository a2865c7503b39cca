package dev.losslessd.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/** The same datagrams as the kernel's, one frame each, from a process on a Unix socket. */
public final class UnixListener implements Listener {
  private static final long SLACK_NANOS = 250_000_000L;

  private final Path path;
  private final FrameChannel channel;
  private final MemorySegment buffer = Arena.ofAuto().allocate(KernelNetlink.CAPACITY, 8);
  private final Lane lane;
  private Duration wait = Duration.ZERO;
  private boolean connectedBefore;

  public UnixListener(Path path) {
    this.path = path;
    this.channel = new FrameChannel(path);
    this.lane = new Lane("unix " + path.getFileName(), new Wait());
  }

  @Override
  public int next(MemorySegment into, Duration wait) {
    lane.requireFree();
    this.wait = wait;
    int got = lane.call(wait.toNanos() + SLACK_NANOS);
    if (got > 0) {
      MemorySegment.copy(buffer, 0, into, 0, got);
    }
    return got;
  }

  @Override
  public void close() {
    lane.close();
  }

  private final class Wait implements Lane.Work {
    @Override
    public int run() {
      try {
        if (channel.connect()) {
          boolean again = connectedBefore;
          connectedBefore = true;
          if (again) {
            return LOST;
          }
        }
        int got = channel.receive(buffer.asByteBuffer(), wait);
        return got == FrameChannel.NOTHING ? Listener.NOTHING : got;
      } catch (RuntimeException e) {
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
