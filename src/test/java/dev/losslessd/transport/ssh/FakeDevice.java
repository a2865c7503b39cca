package dev.losslessd.transport.ssh;

import dev.losslessd.transport.ssh.HostKeyPolicy.PinnedFingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/** A device in this process: SSH by Apache MINA, and a command line that the test writes. */
public final class FakeDevice implements AutoCloseable {
  /** The device's side of a shell. Returning hangs up. */
  @FunctionalInterface
  public interface Talk {
    void talk(Terminal terminal) throws IOException;
  }

  private static final Deque<KeyPair> KEYS = new ArrayDeque<>();

  private final SshServer server;
  private final KeyPair hostKey;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  private FakeDevice(SshServer server, KeyPair hostKey) {
    this.server = server;
    this.hostKey = hostKey;
  }

  public static FakeDevice start(Talk talk) throws Exception {
    return start(talk, _ -> {});
  }

  public static FakeDevice start(Talk talk, Consumer<SshServer> more) throws Exception {
    SshServer server = SshServer.setUpDefaultServer();
    KeyPair key = nextKey();
    FakeDevice device = new FakeDevice(server, key);
    // echo, output and prompt go out one by one: each would wait for an acknowledgement
    CoreModuleProperties.TCP_NODELAY.set(server, true);
    server.setHost("127.0.0.1");
    server.setPort(0);
    server.setKeyPairProvider(KeyPairProvider.wrap(key));
    server.setPasswordAuthenticator((_, password, _) -> password.equals("swordfish"));
    server.setShellFactory(_ -> device.shell(talk));
    more.accept(server);
    server.start();
    return device;
  }

  /** Two keys in turn, so that a device and the next one differ: to make one takes long. */
  private static synchronized KeyPair nextKey() throws Exception {
    if (KEYS.size() < 2) {
      KEYS.addFirst(newKey());
    } else {
      KEYS.addFirst(KEYS.removeLast());
    }
    return KEYS.getFirst();
  }

  static KeyPair newKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  public int port() {
    return server.getPort();
  }

  public String fingerprint() throws Exception {
    return KeyUtils.getFingerPrint(BuiltinDigests.sha256, hostKey.getPublic());
  }

  KeyPair hostKey() {
    return hostKey;
  }

  public SshTarget target() throws Exception {
    return target(new Credential.Password("swordfish"::toCharArray));
  }

  SshTarget target(Credential... credentials) throws Exception {
    return TestTarget.of(
            "leaf1", "127.0.0.1", "ops", new PinnedFingerprint(fingerprint()), credentials)
        .withPort(port())
        .withDeadlines(Duration.ofSeconds(30), Duration.ofSeconds(30))
        .target();
  }

  /** Bytes that all shells received so far, as text. */
  public String received() {
    synchronized (received) {
      return received.toString(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }

  private Command shell(Talk talk) {
    return new ShellCommand(talk);
  }

  /** Input and output of a talk. */
  public static final class Terminal {
    private final InputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream received;

    /**
     * @param received where keys are noted
     */
    public Terminal(InputStream in, OutputStream out, ByteArrayOutputStream received) {
      this.in = in;
      this.out = out;
      this.received = received;
    }

    public void say(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** One key, or the end of the talk. */
    char key() throws IOException {
      int c = in.read();
      if (c < 0) {
        throw new IOException("the client has gone");
      }
      synchronized (received) {
        received.write(c);
      }
      return (char) c;
    }

    /** Reads a line without echo. */
    String silentLine() throws IOException {
      StringBuilder line = new StringBuilder();
      for (char c = key(); c != '\n'; c = key()) {
        line.append(c);
      }
      return line.toString();
    }

    /** Reads a line with echo. */
    String line() throws IOException {
      String line = silentLine();
      say(line + "\r\n");
      return line;
    }

    /** Sends prompts until a real command is received. */
    public String command(String prompt) throws IOException {
      while (true) {
        say(prompt);
        String line = line();
        if (!line.isEmpty()) {
          return line;
        }
      }
    }
  }

  private final class ShellCommand implements Command {
    private final Talk talk;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback exit;

    private ShellCommand(Talk talk) {
      this.talk = talk;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::run);
    }

    private void run() {
      try {
        if (in != null && out != null) {
          talk.talk(new Terminal(in, out, received));
        }
      } catch (IOException e) {
        // the client hung up, which tests do at their end
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
