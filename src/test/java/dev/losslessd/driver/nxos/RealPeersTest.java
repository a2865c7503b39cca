package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.TableSession;
import dev.losslessd.fabric.switchbase.SwitchControl;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.Authentication;
import dev.losslessd.transport.snmp.Privacy;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TestAgent;
import dev.losslessd.transport.ssh.Credential;
import dev.losslessd.transport.ssh.HostKeyPolicy;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import dev.losslessd.transport.ssh.TestTarget;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver through OpenSSH's sshd, and its sweeps from net-snmp's snmpd. */
@SystemGroup
class RealPeersTest {
  private static final DeviceId LEAF = Leaf1.ID;
  private static final String SECRET = "authpass12345";

  /** Takes the terminal as it is and carries it to the fake's command line. */
  private static final String BRIDGE =
      """
      import os, select, socket, sys, tty
      if os.isatty(0):
          tty.setraw(0)
      s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
      while True:
          for ready in select.select([0, s], [], [])[0]:
              data = os.read(0, 4096) if ready == 0 else s.recv(4096)
              if not data:
                  sys.exit(0)
              s.sendall(data) if ready == 0 else os.write(1, data)
      """;

  @TempDir private Path folder;

  @Test
  void aPortIsReadSetAndPutBackThroughOpenSsh() throws Exception {
    String sshd = Program.installed("sshd");
    String python = Program.installed("python3");
    key("host");
    key("user");
    Target port = Target.port(new PortId(LEAF, "Ethernet1/1"));
    try (Leaf1 leaf = new Leaf1(folder.resolve("f"));
        ServerSocket cli = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(cli, leaf.control()));
      int number = freePort();
      try (Program server = sshd(sshd, python, number, cli.getLocalPort());
          SwitchSession session = session(number)) {
        assertThat(server.isAlive()).isTrue();
        List<String> before = leaf.state();
        Change change = new Change(port, new Mtu(1500), new Mtu(9216), List.of(), Set.of());

        session.apply(change);
        assertThat(session.read(port).inForce(SettingKind.MTU)).contains(new Mtu(9216));
        session.apply(change.inverse());

        assertThat(leaf.state()).isEqualTo(before);
        assertThat(session.missingPermissions()).noneMatch(line -> line.startsWith("configure"));
        assertThat(leaf.sent())
            .allSatisfy(line -> assertThat(NxosLedger.LEDGER.find(line)).as(line).isPresent());
      }
    }
  }

  private static void serve(ServerSocket cli, SwitchControl leaf) {
    while (!cli.isClosed()) {
      try (Socket socket = cli.accept()) {
        socket.setTcpNoDelay(true);
        leaf.console(socket.getInputStream(), socket.getOutputStream());
      } catch (IOException e) {
        // the client has gone, or the test is over
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private SwitchSession session(int port) throws Exception {
    Path known =
        Files.writeString(
            folder.resolve("known_hosts"),
            "[127.0.0.1]:" + port + " " + Files.readString(folder.resolve("host.pub")));
    SshTarget target =
        TestTarget.of(
                "leaf1",
                "127.0.0.1",
                System.getProperty("user.name"),
                new HostKeyPolicy.KnownHosts(known),
                new Credential.KeyFile(folder.resolve("user"), null))
            .withPort(port)
            .target();
    return new TableSession<>(
        new NxosDriver()
            .system(
                new SwitchAccess(
                    LEAF,
                    () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
                    Optional.empty(),
                    Optional.empty(),
                    System::nanoTime,
                    "r12",
                    DeviceNotes.none(),
                    () -> 0)));
  }

  private void key(String name) throws Exception {
    Program.run(
        folder.resolve("log"),
        Map.of(),
        Program.installed("ssh-keygen"),
        "-q",
        "-t",
        "ed25519",
        "-f",
        folder.resolve(name).toString(),
        "-N",
        "");
  }

  private Program sshd(String server, String python, int port, int cli) throws Exception {
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd")); // where sshd separates its privileges
    }
    Path bridge = Files.writeString(folder.resolve("bridge.py"), BRIDGE);
    Files.writeString(
        folder.resolve("config"),
        """
        Port %d
        ListenAddress 127.0.0.1
        HostKey %2$s/host
        PidFile none
        AuthorizedKeysFile %2$s/user.pub
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin prohibit-password
        PrintMotd no
        PrintLastLog no
        ForceCommand %3$s %4$s %5$d
        """
            .formatted(port, folder, python, bridge, cli));
    Program program =
        Program.start(
            folder.resolve("sshd.log"),
            Map.of(),
            server,
            "-D",
            "-e",
            "-f",
            folder.resolve("config").toString());
    long end = System.nanoTime() + 20_000_000_000L;
    while (!listens(port)) {
      if (!program.isAlive() || System.nanoTime() > end) {
        throw new IOException("sshd: " + program.log());
      }
      Thread.onSpinWait();
    }
    return program;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void thePortsOfSnmpdAreSweptByEveryVersionAndItsMissingTableIsMissing() throws Exception {
    String agent = Program.installed("snmpd");
    int port;
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(
        folder.resolve("conf"),
        """
        agentaddress udp:127.0.0.1:%d
        rocommunity public 127.0.0.1
        createUser u256 SHA-256 "%2$s" AES "%2$s"
        createUser u512 SHA-512 "%2$s" AES-256 "%2$s"
        rouser u256 priv
        rouser u512 priv
        """
            .formatted(port, SECRET));
    try (Program snmpd =
            Program.start(
                folder.resolve("log"),
                Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", folder.resolve("state").toString()),
                agent,
                "-C",
                "-c",
                folder.resolve("conf").toString(),
                "-f",
                "-Ln");
        SnmpSocket socket = new SnmpSocket(_ -> {})) {
      assertThat(snmpd.isAlive()).isTrue();
      for (SnmpVersion version :
          List.of(
              new SnmpVersion.V2c("public"::toCharArray),
              v3("u256", Authentication.SHA256, Privacy.AES128),
              v3("u512", Authentication.SHA512, Privacy.AES256))) {
        SnmpTarget target =
            TestAgent.of("leaf1", InetAddress.getLoopbackAddress(), version)
                .withPort(port)
                .withPdusPerSecond(10_000)
                .target();
        SnmpClient client = new TestAgent(target).client(socket);

        Sweep sweep =
            new SnmpSweeper(new PortId(LEAF, "lo"), client, NxosDriver.COUNTERS, Ports::whole)
                .sweep(1_000, 2_000);

        for (int n = 0; n < sweep.schema().size(); n++) {
          boolean pfc = sweep.schema().counters().get(n).signal() == Signal.PFC_PAUSE_FRAMES;
          assertThat(sweep.missing(n))
              .as(sweep.schema().counters().get(n).rawName())
              .isEqualTo(pfc ? Sweep.Missing.NOT_EXPOSED : Sweep.Missing.NOT);
        }
      }
    }
  }

  private static SnmpVersion v3(String user, Authentication by, Privacy with) {
    return SnmpVersion.V3.authPriv(user, by, SECRET::toCharArray, with, SECRET::toCharArray);
  }
}
