package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.transport.DeviceInput;
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
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSSH's server with new host keys, and OpenSSH's client as judge of what was written. */
@SystemGroup
class OpenSshTrustTest {
  private static final List<String> TYPES = List.of("ed25519", "ecdsa", "rsa");

  @TempDir private Path folder;
  private Path known;
  private String server;
  private int port;

  @BeforeEach
  void keys() throws Exception {
    server = Program.installed("sshd");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    if (me().equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    known = folder.resolve("known_hosts");
    for (String type : TYPES) {
      key(type, "host-" + type);
    }
    key("ed25519", "user");
    Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
  }

  private void key(String type, String name) throws Exception {
    Files.deleteIfExists(folder.resolve(name));
    Files.deleteIfExists(folder.resolve(name + ".pub"));
    keygen("-q", "-t", type, "-N", "", "-f", folder.resolve(name).toString());
  }

  private String keygen(String... words) throws Exception {
    Path log = folder.resolve("keygen.log");
    String[] all = new String[words.length + 1];
    all[0] = Program.installed("ssh-keygen");
    System.arraycopy(words, 0, all, 1, words.length);
    Program.run(log, Map.of(), all);
    return Files.readString(log);
  }

  private static String me() {
    return System.getProperty("user.name");
  }

  private String name() {
    return "[127.0.0.1]:" + port;
  }

  private String line(String type) throws IOException {
    String[] fields = Files.readString(folder.resolve("host-" + type + ".pub")).split(" ");
    return name() + " " + fields[0] + " " + fields[1] + "\n";
  }

  private String fingerprint(String type) throws Exception {
    return keygen("-lf", folder.resolve("host-" + type + ".pub").toString()).split(" ")[1];
  }

  private Program sshd() throws Exception {
    StringBuilder config =
        new StringBuilder(
            """
            Port %d
            ListenAddress 127.0.0.1
            PidFile none
            LogLevel DEBUG1
            AuthorizedKeysFile %s/authorized
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin prohibit-password
            ForceCommand true
            """
                .formatted(port, folder));
    for (String type : TYPES) {
      config.append("HostKey ").append(folder).append("/host-").append(type).append('\n');
    }
    Path file = Files.writeString(folder.resolve("config"), config);
    Program program =
        Program.start(
            folder.resolve("sshd.log"), Map.of(), server, "-D", "-e", "-f", file.toString());
    long end = System.nanoTime() + 20_000_000_000L;
    while (!isListening()) {
      if (!program.isAlive() || System.nanoTime() > end) {
        throw new IOException("not ready: " + program.log());
      }
      Thread.onSpinWait();
    }
    return program;
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private SshTarget target() {
    return TestTarget.of(
            "leaf1",
            "127.0.0.1",
            me(),
            new KnownHosts(known),
            new Credential.KeyFile(folder.resolve("user"), null))
        .withPort(port)
        .target();
  }

  private HostTrust trust() {
    return new HostTrust(target(), DeviceInput.alone(System::nanoTime), System::nanoTime);
  }

  private void login() {
    SshSession.open(target(), WriteGate.OPEN, System::nanoTime).close();
  }

  /** Whether OpenSSH's client takes the host key by the same file. */
  private boolean sshTakesIt() throws Exception {
    Process ssh =
        new ProcessBuilder(
                Program.installed("ssh"),
                "-F",
                "none",
                "-o",
                "UserKnownHostsFile=" + known,
                "-o",
                "GlobalKnownHostsFile=/dev/null",
                "-o",
                "StrictHostKeyChecking=yes",
                "-o",
                "BatchMode=yes",
                "-i",
                folder.resolve("user").toString(),
                "-p",
                Integer.toString(port),
                me() + "@127.0.0.1",
                "true")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("ssh.log").toFile())
            .start();
    return ssh.waitFor() == 0;
  }

  @Test
  void newKeysOfAllTypesTakeThePlaceOfTheOldOnesInAHashedFile() throws Exception {
    Files.writeString(known, "# ours\n" + line("ed25519") + line("rsa"));
    keygen("-q", "-H", "-f", known.toString());
    try (Program sshd = sshd()) {
      assertThat(sshTakesIt()).isTrue();
      login();
      assertThat(trust().look().state()).isEqualTo(State.KNOWN);
      assertThat(trust().look().offered().fingerprint()).isEqualTo(fingerprint("ed25519"));
      assertThat(sshd.isAlive()).isTrue();
    }
    for (String type : TYPES) {
      key(type, "host-" + type);
    }
    try (Program sshd = sshd()) {
      assertThat(catchThrowableOfType(TransportException.class, this::login).kind())
          .isEqualTo(Kind.HOST_KEY);
      assertThat(sshTakesIt()).isFalse();
      HostKeyOffer offer = trust().look();
      assertThat(offer.state()).isEqualTo(State.CHANGED);
      assertThat(offer.offered().fingerprint()).isEqualTo(fingerprint("ed25519"));
      assertThat(offer.known()).hasSize(2).noneMatch(HostKeyOffer.Known::offered);
      trust().trust(fingerprint("ed25519"), _ -> {});
      assertThat(sshd.log())
          .contains("host key algorithm: ssh-ed25519")
          .doesNotContain("userauth-request for user");

      login();
      assertThat(sshd.log()).contains("userauth-request for user " + me());
      assertThat(known).content().isEqualTo("# ours\n" + line("ed25519"));
      assertThat(sshTakesIt()).as(Files.readString(folder.resolve("ssh.log"))).isTrue();
    }
  }

  @Test
  void aTypeThatIsMissingInTheFileIsNotAskedFor() throws Exception {
    Files.writeString(known, line("rsa"));
    try (Program sshd = sshd()) {
      login();
      assertThat(trust().look().offered().fingerprint()).isEqualTo(fingerprint("rsa"));
      key("rsa", "host-rsa");
      assertThat(sshd.isAlive()).isTrue();
    }
    try (Program _ = sshd()) {
      assertThat(trust().look().state()).isEqualTo(State.CHANGED);
      trust().trust(fingerprint("rsa"), _ -> {});
      login();
      assertThat(known).content().isEqualTo(line("rsa"));
    }
  }

  @Test
  void aKeyFileThatIsRotatedIsReadAtTheNextLogin() throws Exception {
    Files.writeString(known, line("ed25519"));
    try (Program _ = sshd()) {
      login();
      key("ed25519", "next");
      Files.copy(
          folder.resolve("next.pub"),
          folder.resolve("authorized"),
          StandardCopyOption.REPLACE_EXISTING);
      assertThat(catchThrowableOfType(TransportException.class, this::login).kind())
          .isEqualTo(Kind.AUTH);
      Files.writeString(folder.resolve("user"), "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl");
      assertThat(catchThrowableOfType(TransportException.class, this::login))
          .hasMessageContaining("expected a private key");

      Files.copy(
          folder.resolve("next"), folder.resolve("user"), StandardCopyOption.REPLACE_EXISTING);
      login();
    }
  }
}
