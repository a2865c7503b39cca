package dev.losslessd.fabric;

import dev.losslessd.fabric.door.LineDoor;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A client of a running fabric's control socket. */
public final class FabricControl {
  private FabricControl() {}

  /**
   * Sends one command line to a running fabric and returns its answer.
   *
   * @param socket {@link Fabric#controlSocket}
   * @return the answer; its first line begins with {@code ok} or {@code error}
   * @throws IOException if there is no fabric, or it goes away before it has answered
   */
  public static List<String> send(Path socket, String line) throws IOException {
    if (line.contains("\n")) {
      throw new IllegalArgumentException("control line with a line break: expected one line");
    }
    try (SocketChannel channel = connect(socket)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return read(new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)), socket);
    }
  }

  private static SocketChannel connect(Path socket) throws IOException {
    try {
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      throw new IOException("no fabric answers at " + socket + ": " + e.getMessage(), e);
    }
  }

  private static List<String> read(BufferedReader in, Path socket) throws IOException {
    List<String> answer = new ArrayList<>();
    String line = in.readLine();
    while (line != null && !line.equals(LineDoor.END)) {
      answer.add(line);
      line = in.readLine();
    }
    if (line == null) {
      throw new IOException("fabric at " + socket + " went away in the middle of an answer");
    }
    return answer;
  }
}
