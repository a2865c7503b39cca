package dev.losslessd.fabric.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/** Frames in, frames out, one answer per request. */
public final class AnswerDoor {
  /** Computes the answer to one request. */
  @FunctionalInterface
  public interface Answer {
    /**
     * @param request in little endian order
     * @param visitor number of the connection, from 1
     * @return the answer; without a byte in it nothing is sent
     */
    ByteBuffer to(ByteBuffer request, int visitor) throws InterruptedException;
  }

  private AnswerDoor() {}

  public static Door open(Path path, Answer answer) throws IOException {
    return Door.open(path, (channel, visitor) -> serve(channel, visitor, answer));
  }

  private static void serve(SocketChannel channel, int visitor, Answer answer)
      throws IOException, InterruptedException {
    Optional<ByteBuffer> request = Frames.read(channel);
    while (request.isPresent()) {
      ByteBuffer reply = answer.to(request.get(), visitor);
      if (reply.hasRemaining()) {
        Frames.write(channel, reply);
      }
      request = Frames.read(channel);
    }
  }
}
