package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/** Datagrams in the kernel's format, one frame each, from a process on a Unix socket. */
public final class UnixListener extends LaneListener {
  private final Path path;
  private final FrameChannel channel;
  private boolean connectedBefore;

  public UnixListener(Path path) {
    super("unix " + path.getFileName(), KernelNetlink.CAPACITY);
    this.path = path;
    this.channel = new FrameChannel(path, KernelNetlink.CAPACITY);
  }

  @Override
  int await(MemorySegment into, Duration patience) {
    try {
      if (channel.connect()) {
        boolean again = connectedBefore;
        connectedBefore = true;
        if (again) {
          return LOST;
        }
      }
      int got = channel.receive(patience);
      if (got == FrameChannel.NOTHING) {
        return NOTHING;
      }
      channel.take(into);
      return got;
    } catch (RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  String what() {
    return path.toString();
  }

  @Override
  void release() {
    channel.close();
  }
}
