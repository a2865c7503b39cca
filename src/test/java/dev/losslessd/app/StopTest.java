package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM ends the real process before systemd would kill it, whatever hangs in it. */
@SystemGroup
class StopTest {
  /** TimeoutStopSec of the unit; {@code UnitTest} checks that it is this long. */
  private static final Duration TIMEOUT_STOP = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void aResourceThatNeverClosesIsNamedAndLeftBehind() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Path log = folder.resolve("hanging.log");
      Process daemon = start(fixture, "closer", ProcessBuilder.Redirect.to(log.toFile()));

      Duration took = terminate(daemon);

      assertThat(took).isLessThan(Termination.ORDERLY);
      assertThat(daemon.exitValue()).isEqualTo(Termination.TERMINATED);
      assertThat(Files.readString(log))
          .contains("did not end within 3000 ms and is left behind")
          .contains("called from dev.losslessd.app.DyingDaemon.hang");
      fixture.start(); // the lock of the state folder is free
    }
  }

  @Test
  void aLogThatNobodyReadsDoesNotHoldUpTheEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Process daemon = start(fixture, "log", ProcessBuilder.Redirect.PIPE);

      Duration took = terminate(daemon);

      assertThat(took).isLessThan(Termination.LAST_RESORT);
      assertThat(daemon.exitValue()).isEqualTo(Termination.TERMINATED);
      fixture.start();
    }
  }

  @Test
  void deadSwitchesStalledNicsAndSlowReadersDoNotHoldUpTheEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce");
        ServerSocket dead = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      mute(fixture, dead.getLocalPort());
      fixture.launch();
      fixture.tell("stall gpu01:ens2f0np0 60000");
      List<Socket> clients = clients(fixture.port());
      Process daemon = fixture.daemon();

      Duration took = terminate(daemon);

      assertThat(took).isLessThan(Termination.LAST_RESORT.plusSeconds(1));
      assertThat(daemon.exitValue()).isEqualTo(Termination.TERMINATED);
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aChangeThatIsBeingWrittenIsGivenItsTime() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Path log = folder.resolve("writing.log");
      Process daemon = start(fixture, "write", ProcessBuilder.Redirect.to(log.toFile()));
      Thread client =
          Thread.ofVirtual()
              .start(() ->
                  fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--while-busy", "--yes"));
      assertThat(daemon.inputReader(StandardCharsets.UTF_8).readLine())
          .isEqualTo(DyingDaemon.WRITING);

      terminate(daemon);
      client.join();

      assertThat(daemon.exitValue()).isEqualTo(Termination.TERMINATED);
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
      fixture.start();
      assertThat(fixture.get("/api/v1/commits").body()).contains("\"state\":\"awaiting-confirm\"");
      assertThat(fixture.pfc("gpu01:ens1f0np0")).as("the window survives").isEqualTo("pfc 3");
    }
  }

  private static Process start(DaemonFixture fixture, String hangs, ProcessBuilder.Redirect errors)
      throws IOException {
    Process daemon =
        new ProcessBuilder(DyingDaemon.command(DyingDaemon.class, fixture.config.toString(), hangs))
            .redirectError(errors)
            .start();
    String line = daemon.inputReader(StandardCharsets.UTF_8).readLine();
    assertThat(line).startsWith(DyingDaemon.READY);
    return daemon;
  }

  private static Duration terminate(Process daemon) throws InterruptedException {
    long began = System.nanoTime();
    daemon.toHandle().destroy(); // which leaves our ends of its pipes open
    boolean ended = daemon.waitFor(TIMEOUT_STOP.toSeconds(), TimeUnit.SECONDS);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    if (!ended) {
      daemon.destroyForcibly();
    }
    assertThat(ended).as("ended before systemd would have killed it").isTrue();
    return took;
  }

  /** A switch that accepts connections and never says a word. */
  private void mute(DaemonFixture fixture, int port) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "losslessd-demo\n");
    Path hosts = Files.writeString(folder.resolve("known_hosts"), "");
    Files.writeString(
        fixture.config,
        Files.readString(fixture.config)
            + """
            switches:
              - name: leaf9
                address: 127.0.0.1
                os: nxos
                manage: true
                ssh: { user: admin, port: %d, password: "file:%s", knownHosts: %s }
                snmp: { version: 2c, port: %d, community: "file:%s" }
                poll: { snmp: 1s, ssh: 10s }
                ports: [Ethernet1/1]
            """
                .formatted(port, secret, hosts, port, secret));
  }

  /** Ten that never read what they asked for, and ten that never finish asking. */
  private static List<Socket> clients(int port) throws IOException {
    List<Socket> clients = new ArrayList<>();
    for (int client = 0; client < 20; client++) {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(1024);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      String request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n";
      String whole = (request + "\r\n").repeat(20);
      String sent = client % 2 == 0 ? whole : request;
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      clients.add(socket);
    }
    return clients;
  }
}
