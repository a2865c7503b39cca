package dev.losslessd.transport.ssh;

import dev.losslessd.transport.ssh.FakeDevice.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/**
 * A switch that means harm: whoever logs in (any user, password {@code swordfish}) and sends a
 * command gets one kind of bad answer until the switch is closed. Listens on loopback alone.
 */
public final class HostileSwitch implements AutoCloseable {
  /** Kind of answer that every command gets. */
  public enum Mode {
    /** Lines without end to every command. */
    ENDLESS_OUTPUT,
    /** One line without end to every command. */
    ENDLESS_LINE,
    /** Empty lines without end to every command. */
    EMPTY_LINES,
    /** Text without end before the identification of SSH. */
    ENDLESS_BANNER,
    /** Text without end after the login, before the first prompt. */
    ENDLESS_GREETING,
    /** Each command comes back twice, with control characters and prompts that are none. */
    ECHO,
    /** Prompts without end to every command, each on a line of its own. */
    FAKE_PROMPTS,
    /** A character every tenth of a second to every command, no newline, no prompt. */
    DRIP,
    /** Not quite eight MiB of lines to every command, then a prompt. */
    EIGHT_MEBIBYTES,
    /** No answer after the login. */
    SILENT
  }

  static final String PROMPT = "leaf1# ";
  private static final String LINE = "interface Ethernet1/1 junk junk junk junk\r\n";
  private static final long EIGHT = (8L << 20) - (64 << 10);
  private static final long DRIP_MILLIS = 100;

  private final Mode mode;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger commands = new AtomicInteger();
  private final @Nullable FakeDevice device;
  private final @Nullable ServerSocket plain;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

  private HostileSwitch(int port, Mode mode) throws Exception {
    this.mode = mode;
    if (mode == Mode.ENDLESS_BANNER) {
      device = null;
      plain = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::greetPlainly);
    } else {
      plain = null;
      device =
          FakeDevice.start(
              this::talk,
              server -> {
                server.setPort(port);
                server.setCommandFactory((_, _) -> new Exec());
              });
    }
  }

  /**
   * Starts to listen on a TCP port.
   *
   * @param port 0 for any
   */
  public static HostileSwitch start(int port, Mode mode) throws Exception {
    return new HostileSwitch(port, mode);
  }

  public int port() {
    return device != null ? device.port() : plain != null ? plain.getLocalPort() : 0;
  }

  /** Fingerprint of its host key, {@code SHA256:...}; a made-up one where it shows no key. */
  public String fingerprint() throws Exception {
    return device != null ? device.fingerprint() : "SHA256:" + "A".repeat(43);
  }

  /** A login to it with the default deadlines of the tests. */
  public SshTarget target() throws Exception {
    return TestTarget.of(
            "leaf1",
            "127.0.0.1",
            "ops",
            new HostKeyPolicy.PinnedFingerprint(fingerprint()),
            new Credential.Password("swordfish"::toCharArray))
        .withPort(port())
        .target();
  }

  /** Number of bytes sent so far, to all sessions. */
  public long sent() {
    return sent.get();
  }

  /** Number of commands received so far, from all sessions. */
  public int commands() {
    return commands.get();
  }

  private void greetPlainly() {
    ServerSocket listening = plain;
    try {
      while (listening != null) {
        Socket connection = listening.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> bannerTo(connection));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void bannerTo(Socket connection) {
    byte[] text = "not ssh \u001b[31m\r\n".repeat(500).getBytes(StandardCharsets.US_ASCII);
    try (connection) {
      OutputStream out = connection.getOutputStream();
      while (closed.getCount() > 0) {
        out.write(text);
        sent.addAndGet(text.length);
      }
    } catch (IOException e) {
      // the other side had enough
    } finally {
      connections.remove(connection);
    }
  }

  private void talk(Terminal terminal) throws IOException {
    switch (mode) {
      case ENDLESS_GREETING -> forEver(terminal, "Welcome to this switch\r\n".repeat(100));
      case SILENT -> pause(Long.MAX_VALUE);
      default -> {
        while (closed.getCount() > 0) {
          String command = terminal.command(PROMPT);
          commands.incrementAndGet();
          answer(terminal, command);
        }
      }
    }
  }

  private void answer(Terminal terminal, String command) throws IOException {
    switch (mode) {
      case ENDLESS_OUTPUT -> forEver(terminal, LINE.repeat(400));
      case ENDLESS_LINE -> forEver(terminal, "A".repeat(16_000));
      case EMPTY_LINES -> forEver(terminal, "\r\n".repeat(8_000));
      case ECHO -> echo(terminal, command);
      case FAKE_PROMPTS -> forEver(terminal, (PROMPT + "\r\n").repeat(400));
      case DRIP -> drip(terminal);
      case EIGHT_MEBIBYTES -> eight(terminal);
      case ENDLESS_BANNER, ENDLESS_GREETING, SILENT -> pause(Long.MAX_VALUE);
    }
  }

  private void say(Terminal terminal, String text) throws IOException {
    terminal.say(text);
    sent.addAndGet(text.length());
  }

  private void forEver(Terminal terminal, String text) throws IOException {
    while (closed.getCount() > 0) {
      say(terminal, text);
    }
  }

  private void echo(Terminal terminal, String command) throws IOException {
    while (closed.getCount() > 0) {
      say(
          terminal,
          command + "\r\n\u001b[31mERROR\u001b[0m leaf1# no prompt\r\nleaf1# \r\n% \u009b2J");
    }
  }

  private void drip(Terminal terminal) throws IOException {
    while (closed.getCount() > 0) {
      say(terminal, "x");
      pause(DRIP_MILLIS);
    }
  }

  private void eight(Terminal terminal) throws IOException {
    String part = ("interface " + "x".repeat(116) + "\r\n").repeat(128);
    for (long left = EIGHT; left > 0; left -= part.length()) {
      say(terminal, part);
    }
  }

  private void pause(long millis) throws IOException {
    try {
      if (closed.await(millis, TimeUnit.MILLISECONDS)) {
        throw new IOException("closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    if (plain != null) {
      plain.close();
    }
    for (Socket connection : connections) {
      connection.close();
    }
    if (device != null) {
      device.close();
    }
  }

  /** Gives the same bad answers to a command by exec. */
  private final class Exec implements Command {
    private @Nullable OutputStream out;
    private @Nullable InputStream in;
    private @Nullable ExitCallback exit;

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::run);
    }

    private void run() {
      commands.incrementAndGet();
      try {
        if (in != null && out != null) {
          answer(new Terminal(in, out, new ByteArrayOutputStream()), "command");
        }
      } catch (IOException e) {
        // the client hung up
      } finally {
        if (exit != null) {
          exit.onExit(0);
        }
      }
    }

    @Override
    public void destroy(ChannelSession channel) {}

    @Override
    public void setInputStream(InputStream stream) {
      in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
      out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {}

    @Override
    public void setExitCallback(ExitCallback callback) {
      exit = callback;
    }
  }
}
