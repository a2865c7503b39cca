package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passphrases of a user of net-snmp's agent that change while a client is at work. */
@SystemGroup
class SnmpdRotationTest {
  private static final Oid SYS_NAME = Oid.of("1.3.6.1.2.1.1.5.0");
  private static final Oid SYSTEM = Oid.of("1.3.6.1.2.1.1");

  @TempDir private Path folder;
  private final SnmpSocket socket = new SnmpSocket(_ -> {});
  private volatile String auth = "authpass-one";
  private volatile String priv = "privpass-one";
  private volatile String community = "public";
  private int port;
  private int started;

  @BeforeEach
  void findPort() throws IOException {
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  private SnmpClient client(SnmpVersion version) {
    SnmpTarget target =
        TestAgent.of("leaf1", InetAddress.getLoopbackAddress(), version)
            .withPort(port)
            .withPatience(Duration.ofSeconds(1), 1)
            .target();
    return new TestAgent(target).client(socket);
  }

  private SnmpClient client() {
    return client(
        SnmpVersion.V3.authPriv(
            "poller",
            Authentication.SHA256,
            () -> auth.toCharArray(),
            Privacy.AES128,
            () -> priv.toCharArray()));
  }

  /** An agent with the same engine each time, as a switch that is configured anew. */
  private Program agent(String authKey, String privKey, String read) throws Exception {
    started++;
    Path state = Files.createDirectories(folder.resolve("state" + started));
    Path conf =
        Files.writeString(
            folder.resolve("conf" + started),
            """
            agentaddress udp:127.0.0.1:%d
            exactEngineID 0x80001f8804746573746572
            rocommunity alive 127.0.0.1
            rocommunity %s 127.0.0.1
            sysName leaf1
            createUser poller SHA-256 "%s" AES "%s"
            rouser poller priv
            """
                .formatted(port, read, authKey, privKey));
    Program program =
        Program.start(
            folder.resolve("log" + started),
            Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", state.toString()),
            Program.installed("snmpd"),
            "-C",
            "-c",
            conf.toString(),
            "-f",
            "-Ln");
    SnmpClient probe = client(new SnmpVersion.V2c("alive"::toCharArray));
    for (int attempt = 0; attempt < 20; attempt++) {
      try {
        probe.get(List.of(SYS_NAME));
        return program;
      } catch (TransportException e) {
        // not yet
      }
    }
    throw new IOException("snmpd does not answer: " + program.log());
  }

  private static TransportException refusal(SnmpClient client) {
    return catchThrowableOfType(TransportException.class, () -> client.get(List.of(SYS_NAME)));
  }

  private static void reads(SnmpClient client) {
    assertThat(((SnmpValue.Octets) client.get(List.of(SYS_NAME)).getFirst()).text())
        .isEqualTo("leaf1");
    assertThat(client.walk(SYSTEM)).isNotEmpty();
  }

  @Test
  void aRotatedAuthenticationPassphraseIsLocalisedAnew() throws Exception {
    SnmpClient client = client();
    try (Program _ = agent(auth, priv, community)) {
      reads(client);
    }
    try (Program _ = agent("authpass-two", priv, community)) {
      TransportException e = refusal(client);
      assertThat(e.kind()).isEqualTo(Kind.AUTH);
      assertThat(e)
          .hasMessageContaining("wrong authentication passphrase")
          .hasMessageNotContaining("authpass");
      auth = "";
      assertThat(refusal(client)).hasMessageContaining("too short");

      auth = "authpass-two";
      reads(client);
    }
  }

  @Test
  void aRotatedPrivacyPassphraseIsLocalisedAnew() throws Exception {
    SnmpClient client = client();
    try (Program _ = agent(auth, priv, community)) {
      reads(client);
    }
    try (Program _ = agent(auth, "privpass-two", community)) {
      assertThat(refusal(client)).isNotNull().hasMessageNotContaining("privpass");

      priv = "privpass-two";
      reads(client);
    }
  }

  @Test
  void aRotatedCommunityIsReadWithEachRequest() throws Exception {
    SnmpClient client = client(new SnmpVersion.V2c(() -> community.toCharArray()));
    try (Program _ = agent(auth, priv, "public")) {
      reads(client);
    }
    try (Program _ = agent(auth, priv, "private")) {
      assertThat(refusal(client).kind()).isEqualTo(Kind.TIMEOUT);

      community = "private";
      reads(client);
    }
  }
}
