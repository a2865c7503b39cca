package dev.losslessd.fabric.door;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Lines of text in; one or more lines and a line with a single dot out. */
public final class LineDoor {
  /** Line that ends an answer. */
  public static final String END = ".";

  private LineDoor() {}

  public static Door open(Path path, Function<String, List<String>> answer) throws IOException {
    return Door.open(path, (channel, visitor) -> serve(channel, answer));
  }

  private static void serve(SocketChannel channel, Function<String, List<String>> answer)
      throws IOException {
    BufferedReader in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    PrintStream out =
        new PrintStream(Channels.newOutputStream(channel), false, StandardCharsets.UTF_8);
    String line = in.readLine();
    while (line != null) {
      for (String reply : answer.apply(line)) {
        out.print(reply + "\n");
      }
      out.print(END + "\n");
      out.flush();
      line = in.readLine();
    }
  }
}
