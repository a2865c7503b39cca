package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datagrams arrive whole at a receiver that is not ours: Python's sockets. */
@SystemGroup
@Timeout(60)
class UnixDatagramsTest {
  private static final String RECEIVER =
      """
      import socket, sys
      name = sys.argv[1]
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind("\\0" + name[1:] if name[0] == "@" else name)
      print("bound", flush=True)
      while True: print(ascii(s.recv(65536).decode()), flush=True)
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  /** A process that prints what it receives. */
  private record Receiver(Process process, BufferedReader said) implements AutoCloseable {
    static Receiver at(String name) throws IOException {
      Process process =
          new ProcessBuilder(Program.installed("python3"), "-c", RECEIVER, name).start();
      Receiver receiver = new Receiver(process, process.inputReader(StandardCharsets.UTF_8));
      assertThat(receiver.said.readLine()).isEqualTo("bound");
      return receiver;
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly().onExit().join();
      said.close();
    }
  }

  @Test
  void aDatagramArrivesAsItWasSent() throws Exception {
    String path = folder.resolve("notify").toString();
    UnixDatagrams datagrams = UnixDatagrams.to(path);

    try (Receiver receiver = Receiver.at(path)) {
      assertThat(datagrams.send("READY=1\nSTATUS=ü")).isTrue();
      assertThat(datagrams.send("WATCHDOG=1")).isTrue();

      assertThat(receiver.said().readLine()).isEqualTo("'READY=1\\nSTATUS=\\xfc'");
      assertThat(receiver.said().readLine()).isEqualTo("'WATCHDOG=1'");
    }
  }

  @Test
  void aNameInTheAbstractNamespaceIsReached() throws Exception {
    String name = "@losslessd-" + ProcessHandle.current().pid();

    try (Receiver receiver = Receiver.at(name)) {
      assertThat(UnixDatagrams.to(name).send("hello")).isTrue();
      assertThat(receiver.said().readLine()).isEqualTo("'hello'");
    }
  }

  @Test
  void aReceiverThatIsAwayLosesItAndOneThatComesBackIsFound() throws Exception {
    Path path = folder.resolve("notify");
    UnixDatagrams datagrams = UnixDatagrams.to(path.toString());

    assertThat(datagrams.send("early")).isFalse();
    try (Receiver first = Receiver.at(path.toString())) {
      assertThat(datagrams.send("one")).isTrue();
      assertThat(first.said().readLine()).isEqualTo("'one'");
    }
    Files.delete(path);
    assertThat(datagrams.send("nobody")).isFalse();
    try (Receiver second = Receiver.at(path.toString())) {
      assertThat(datagrams.send("two")).isTrue();
      assertThat(second.said().readLine()).isEqualTo("'two'");
    }
  }

  @Test
  void aFullQueueIsNotWaitedFor() throws Exception {
    String path = folder.resolve("notify").toString();
    try (Receiver receiver = Receiver.at(path)) {
      stop(receiver.process());
      UnixDatagrams datagrams = UnixDatagrams.to(path);

      int sent = 0;
      while (sent < 100_000 && datagrams.send("x".repeat(1000))) {
        sent++;
      }

      assertThat(sent).isBetween(1, 99_999);
    }
  }

  @Test
  void whatIsNoSocketIsRefusedByName() {
    assertThatThrownBy(() -> UnixDatagrams.to("vsock:1"))
        .hasMessageContaining("'vsock:1'")
        .hasMessageContaining("expected /path or @name");
    assertThatThrownBy(() -> UnixDatagrams.to("/" + "x".repeat(107)))
        .hasMessageContaining("2 to 107 bytes");
    assertThatThrownBy(() -> UnixDatagrams.to("/")).hasMessageContaining("'/'");
  }

  private static void stop(Process process) throws Exception {
    assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor())
        .isZero();
  }
}
