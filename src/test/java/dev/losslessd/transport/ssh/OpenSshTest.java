package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostKeyPolicy.KnownHosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSSH's own server, with a switch's command line behind it. */
@SystemGroup
class OpenSshTest {
  private static final Command CONFIG = Command.read("show running-config");

  @TempDir static Path folder = Path.of("");
  private static @Nullable Program sshd;
  private static int port;

  @BeforeAll
  static void start() throws Exception {
    String server = Program.installed("sshd");
    String keygen = Program.installed("ssh-keygen");
    String python = Program.installed("python3");
    for (String name : new String[] {"host", "user", "locked"}) {
      Program.run(
          folder.resolve("log"),
          Map.of(),
          keygen,
          "-q",
          "-t",
          "ed25519",
          "-f",
          folder.resolve(name).toString(),
          "-N",
          name.equals("locked") ? "open sesame" : "");
    }
    Files.writeString(
        folder.resolve("authorized"),
        Files.readString(folder.resolve("user.pub"))
            + Files.readString(folder.resolve("locked.pub")));
    if (me().equals("root")) {
      // where sshd separates its privileges; Debian's unit makes it at boot
      Files.createDirectories(Path.of("/run/sshd"));
    }
    port = freePort();
    Files.writeString(folder.resolve("config"), config(python));
    sshd =
        Program.start(
            folder.resolve("sshd.log"),
            Map.of(),
            server,
            "-D",
            "-e",
            "-f",
            folder.resolve("config").toString());
    awaitPort();
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  @Test
  void aWholeConfigurationComesThroughThePager() throws Exception {
    try (SshSession session = open(key("user", null))) {
      String paged = session.run(CONFIG);
      session.run(Command.read("terminal length 0"));
      String plain = session.run(CONFIG);

      assertThat(plain.lines()).hasSize(60).startsWith("interface Ethernet1/1");
      assertThat(paged).isEqualTo(plain);
    }
  }

  @Test
  void aBlockOfConfigurationIsEnteredAndReadBack() throws Exception {
    try (SshSession session = open(key("user", null))) {
      session.run(Command.read("terminal length 0"));
      session.run(Command.write("configure terminal"));
      session.run(Command.write("interface").with(CliArgument.of("Ethernet1/7")));
      assertThat(session.prompt()).isEqualTo("leaf1(config-if)#");
      session.run(Command.write("priority-flow-control mode on"));
      session.run(Command.write("end"));

      assertThat(session.run(CONFIG))
          .startsWith("interface Ethernet1/7\n  priority-flow-control mode on\n");
    }
  }

  @Test
  void aQuestionIsAnswered() throws Exception {
    try (SshSession session = open(key("user", null))) {
      assertThat(
              session.run(Command.write("reload").expecting(Expect.reply("\\[y/n\\]\\s*$", "n"))))
          .endsWith("Not reloading");
    }
  }

  @Test
  void aCrashInTheOutputIsNoOutput() throws Exception {
    try (SshSession session = open(key("user", null))) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> session.run(Command.write("crash")));

      assertThat(e.kind()).isEqualTo(Kind.GONE);
      assertThat(e.nothingSent()).isFalse();
    }
  }

  @Test
  void execHasItsOwnStatusAndErrors() throws Exception {
    try (SshSession session = open(key("user", null))) {
      assertThat(session.runExec(Command.read("show version")))
          .isEqualTo(new ExecResult("Version 4.2\n", "", 0));
      assertThat(session.runExec(Command.read("show nothing")))
          .isEqualTo(new ExecResult("", "unknown command\n", 2));
      assertThat(session.run(Command.read("show version"))).isEqualTo("Version 4.2");
    }
  }

  @Test
  void aLockedKeyOpensWithItsPassphraseOnly() throws Exception {
    open(key("locked", "open sesame")).close();

    for (String wrong : new String[] {"open says me", ""}) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class,
              () -> open(key("locked", wrong.isEmpty() ? null : wrong)).close());
      assertThat(e.kind()).isEqualTo(Kind.AUTH);
      assertThat(e).hasMessageContaining("locked").hasMessageNotContaining("says");
    }
  }

  @Test
  void aStrangersKeyIsNotLetIn() throws Exception {
    Path stranger = folder.resolve("stranger");
    Program.run(
        folder.resolve("log"),
        Map.of(),
        Program.installed("ssh-keygen"),
        "-q",
        "-t",
        "ed25519",
        "-f",
        stranger.toString(),
        "-N",
        "");

    TransportException e =
        catchThrowableOfType(
            TransportException.class, () -> open(new Credential.KeyFile(stranger, null)).close());

    assertThat(e.kind()).isEqualTo(Kind.AUTH);
    assertThat(e).hasMessageContaining("publickey").hasMessageContaining("127.0.0.1:" + port);
  }

  private static Credential key(String name, @Nullable String passphrase) {
    return new Credential.KeyFile(
        folder.resolve(name), passphrase == null ? null : passphrase::toCharArray);
  }

  private static SshSession open(Credential credential) throws IOException {
    String hostKey = Files.readString(folder.resolve("host.pub"));
    Path known =
        Files.writeString(folder.resolve("known_hosts"), "[127.0.0.1]:" + port + " " + hostKey);
    SshTarget target =
        TestTarget.of("leaf1", "127.0.0.1", me(), new KnownHosts(known), credential)
            .withPort(port)
            .target();
    return SshSession.open(target, WriteGate.OPEN, System::nanoTime);
  }

  private static String config(String python) throws Exception {
    Path cli =
        Path.of(Objects.requireNonNull(OpenSshTest.class.getResource("switch-cli.py")).toURI());
    return """
    Port %d
    ListenAddress 127.0.0.1
    HostKey %2$s/host
    PidFile none
    AuthorizedKeysFile %2$s/authorized
    StrictModes no
    UsePAM no
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    PermitRootLogin prohibit-password
    PrintMotd no
    PrintLastLog no
    ForceCommand %3$s %4$s
    """
        .formatted(port, folder, python, cli);
  }

  private static String me() {
    return System.getProperty("user.name");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort() throws Exception {
    await(OpenSshTest::isListening, Objects.requireNonNull(sshd));
  }

  private static boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** A condition that another program brings about. */
  @FunctionalInterface
  private interface Sign {
    boolean isThere();
  }

  private static void await(Sign sign, Program program) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!sign.isThere()) {
      if (!program.isAlive() || System.nanoTime() > end) {
        throw new IOException("not ready: " + program.log());
      }
      Thread.sleep(20);
    }
  }
}
