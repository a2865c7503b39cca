package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.snmp.SnmpValue.Missing;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of SNMP against net-snmp's agent. */
@SystemGroup
class SnmpdTest {
  private static final Oid SYS_NAME = Oid.of("1.3.6.1.2.1.1.5.0");
  private static final Oid SYS_UPTIME = Oid.of("1.3.6.1.2.1.1.3.0");
  private static final Oid SYS_OBJECT_ID = Oid.of("1.3.6.1.2.1.1.2.0");
  private static final Oid IF_INDEX = Oid.of("1.3.6.1.2.1.2.2.1.1");
  private static final Oid IF_DESCR = Oid.of("1.3.6.1.2.1.2.2.1.2");
  private static final Oid IF_IN_OCTETS = Oid.of("1.3.6.1.2.1.2.2.1.10");
  private static final Oid IF_HC_IN_OCTETS = Oid.of("1.3.6.1.2.1.31.1.1.1.6");
  private static final Oid IF_HIGH_SPEED = Oid.of("1.3.6.1.2.1.31.1.1.1.15");
  private static final Secret AUTH = "authpass12345"::toCharArray;
  private static final Secret PRIV = "privpass12345"::toCharArray;

  @TempDir static Path folder = Path.of("");
  private static @Nullable Program snmpd;
  private static int port;

  private final SnmpSocket socket = new SnmpSocket(_ -> {});

  @BeforeAll
  static void start() throws Exception {
    port = freePort();
    Files.writeString(
        folder.resolve("conf"),
        """
        agentaddress udp:127.0.0.1:%d
        rocommunity public 127.0.0.1
        sysName leaf1
        createUser u256 SHA-256 "authpass12345" AES "privpass12345"
        createUser u512 SHA-512 "authpass12345" AES-256 "privpass12345"
        createUser u224 SHA-224 "authpass12345" AES-192 "privpass12345"
        createUser u384 SHA-384 "authpass12345" AES-256 "privpass12345"
        createUser usha SHA "authpass12345"
        rouser u256 priv
        rouser u512 priv
        rouser u224 priv
        rouser u384 priv
        rouser usha auth
        """
            .formatted(port));
    startAgent();
  }

  @AfterAll
  static void stop() {
    if (snmpd != null) {
      snmpd.close();
    }
  }

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  @Test
  void valuesHaveTheirTypes() {
    List<SnmpValue> values = v2c("public").get(List.of(SYS_NAME, SYS_UPTIME, SYS_OBJECT_ID));

    assertThat(values.get(0)).isInstanceOf(SnmpValue.Octets.class);
    assertThat(((SnmpValue.Octets) values.get(0)).text()).isEqualTo("leaf1");
    assertThat(values.get(1)).isInstanceOf(SnmpValue.Ticks.class);
    assertThat(values.get(2)).isInstanceOf(SnmpValue.OidValue.class);
  }

  @Test
  void absentIsNeverZero() {
    assertThat(
            v2c("public")
                .get(
                    List.of(
                        Oid.of("1.3.6.1.2.1.1.5.7"), SYS_NAME, Oid.of("1.3.6.1.4.1.99999.1.0"))))
        .element(0)
        .isEqualTo(new Missing());
    assertThat(v2c("public").get(List.of(Oid.of("1.3.6.1.4.1.99999.1.0"))))
        .containsExactly(new Missing());
    assertThat(v2c("public").walk(Oid.of("1.3.6.1.4.1.99999.1"))).isEmpty();
  }

  @Test
  void aColumnIsWalkedWithItsIndexes() throws Exception {
    List<SnmpEntry> entries = v2c("public").walk(IF_DESCR);

    assertThat(entries).hasSizeGreaterThanOrEqualTo(1);
    assertThat(entries)
        .anySatisfy(entry -> {
          assertThat(entry.index().size()).isEqualTo(1);
          assertThat(((SnmpValue.Octets) entry.value()).text()).isEqualTo("lo");
        });
  }

  @Test
  void aTableComesByRows() {
    List<SnmpRow> rows =
        v2c("public").walkTable(IF_INDEX, IF_DESCR, IF_IN_OCTETS, IF_HC_IN_OCTETS, IF_HIGH_SPEED);

    assertThat(rows).isNotEmpty();
    for (SnmpRow row : rows) {
      assertThat(row.cells().get(0))
          .isEqualTo(new SnmpValue.Int(Math.toIntExact(row.index().part(0))));
      assertThat(row.cells().get(2)).isInstanceOf(SnmpValue.Counter32.class);
      assertThat(row.cells().get(3)).isInstanceOf(SnmpValue.Counter64.class);
      assertThat(row.cells().get(4)).isInstanceOf(SnmpValue.Gauge.class);
    }
  }

  @Test
  void allPageSizesSeeTheSame() {
    List<SnmpEntry> entries = v2c("public").walk(Oid.of("1.3.6.1.2.1.2"));
    SnmpTarget usual = target(new SnmpVersion.V2c("public"::toCharArray));
    SnmpTarget one =
        new SnmpTarget(
            usual.name(),
            usual.address(),
            usual.port(),
            usual.version(),
            usual.timeout(),
            usual.retries(),
            usual.pdusPerSecond(),
            1,
            usual.limits());

    assertThat(client(one).walk(Oid.of("1.3.6.1.2.1.2")))
        .extracting(SnmpEntry::index)
        .isEqualTo(entries.stream().map(SnmpEntry::index).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "u256, SHA256, AES128",
    "u512, SHA512, AES256",
    "u224, SHA224, AES192",
    "u384, SHA384, AES256"
  })
  void usersOfVersionThreeAreLetIn(String user, Authentication by, Privacy with) {
    SnmpClient client = client(target(SnmpVersion.V3.authPriv(user, by, AUTH, with, PRIV)));

    assertThat(client.get(List.of(SYS_NAME))).hasToString("[Octets[6c 65 61 66 31]]");
    assertThat(client.walk(IF_DESCR)).isNotEmpty();
  }

  @Test
  void signingAloneIsEnoughWhereTheAgentSaysSo() {
    assertThat(
            client(
                    target(
                        new SnmpVersion.V3(
                            "usha", new SnmpVersion.Signing(Authentication.SHA1, AUTH), null)))
                .get(List.of(SYS_NAME)))
        .hasSize(1);
  }

  @Test
  void anUnknownUserIsSaidSo() {
    TransportException e =
        failure(
            SnmpVersion.V3.authPriv("nobody", Authentication.SHA256, AUTH, Privacy.AES128, PRIV));

    assertThat(e.kind()).isEqualTo(Kind.AUTH);
    assertThat(e).hasMessageContaining("leaf1").hasMessageContaining("nobody is unknown");
  }

  @Test
  void aWrongAuthenticationKeyIsSaidSoAndNotShown() {
    TransportException e =
        failure(
            SnmpVersion.V3.authPriv(
                "u256", Authentication.SHA256, "wrongpass999"::toCharArray, Privacy.AES128, PRIV));

    assertThat(e.kind()).isEqualTo(Kind.AUTH);
    assertThat(e)
        .hasMessageContaining("wrong authentication passphrase")
        .hasMessageNotContaining("wrongpass999");
  }

  @Test
  void aWrongPrivacyKeyIsSaidSoOrMetWithSilence() {
    TransportException e =
        failure(
            SnmpVersion.V3.authPriv(
                "u256", Authentication.SHA256, AUTH, Privacy.AES128, "wrongpass999"::toCharArray));

    assertThat(e.kind()).isIn(Kind.AUTH, Kind.TIMEOUT);
    assertThat(e).hasMessageContaining("wrong privacy passphrase");
  }

  @Test
  void tooLowALevelIsSaidSo() {
    TransportException e =
        failure(
            new SnmpVersion.V3("u256", new SnmpVersion.Signing(Authentication.SHA256, AUTH), null));

    assertThat(e.kind()).isIn(Kind.AUTH, Kind.REFUSED);
  }

  @Test
  void aShortPassphraseIsRefusedBeforeAnythingIsSaid() {
    TransportException e =
        failure(
            new SnmpVersion.V3(
                "usha", new SnmpVersion.Signing(Authentication.SHA1, "short"::toCharArray), null));

    assertThat(e.kind()).isEqualTo(Kind.AUTH);
    assertThat(e).hasMessageContaining("at least 8").hasMessageNotContaining("short\"");
  }

  @ParameterizedTest
  @CsvSource({
    "rebooted, 80001f8804616263, 7",
    "back at its first boot, 80001f8804616263, 0",
    "replaced, 80001f8804646566, 0"
  })
  void anAgentIsFoundAgainWhen(String what, String engine, int boots) throws Exception {
    SnmpTarget target =
        new TestAgent(
                target(
                    SnmpVersion.V3.authPriv(
                        "u512", Authentication.SHA512, AUTH, Privacy.AES256, PRIV)))
            .withPatience(brief(), 1)
            .target();
    restart("80001f8804616263", 3);
    SnmpClient client = client(target);
    client.get(List.of(SYS_NAME));

    restart(engine, boots);

    assertThat(client.get(List.of(SYS_NAME))).as(what).hasToString("[Octets[6c 65 61 66 31]]");
    assertThat(client.counts().timeouts()).isZero();
  }

  @Test
  void aWrongCommunityIsSilence() {
    SnmpClient client =
        client(
            new TestAgent(target(new SnmpVersion.V2c("guess"::toCharArray)))
                .withPatience(brief(), 1)
                .target());

    TransportException e =
        catchThrowableOfType(TransportException.class, () -> client.get(List.of(SYS_NAME)));

    assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(e)
        .hasMessageContaining("leaf1 (snmp 127.0.0.1:" + port + ")")
        .hasMessageContaining("asked 2 times")
        .hasMessageNotContaining("guess");
    assertThat(client.counts()).isEqualTo(new SnmpCounts(2, 1, 1, 0));
  }

  @Test
  void aClosedPortIsATimeoutNamingTheTarget() throws Exception {
    SnmpTarget nobody =
        new TestAgent(target(new SnmpVersion.V3("u256", null, null)))
            .withPort(freePort())
            .withPatience(brief(), 0)
            .target();

    TransportException e =
        catchThrowableOfType(TransportException.class, () -> client(nobody).get(List.of(SYS_NAME)));

    assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(e).hasMessageContaining("127.0.0.1:" + nobody.port());
  }

  @Test
  void packetsAreCounted() {
    SnmpClient client = v2c("public");

    client.get(List.of(SYS_NAME));
    client.get(List.of(SYS_NAME));

    assertThat(client.counts()).isEqualTo(new SnmpCounts(2, 0, 0, 0));
  }

  private SnmpClient v2c(String community) {
    return client(target(new SnmpVersion.V2c(community::toCharArray)));
  }

  private static SnmpTarget target(SnmpVersion version) {
    return TestAgent.of("leaf1", InetAddress.getLoopbackAddress(), version)
        .withPort(port)
        .withPdusPerSecond(10_000)
        .target();
  }

  private SnmpClient client(SnmpTarget target) {
    return new TestAgent(target).client(socket);
  }

  private TransportException failure(SnmpVersion version) {
    SnmpClient client = client(new TestAgent(target(version)).withPatience(brief(), 1).target());
    return catchThrowableOfType(TransportException.class, () -> client.get(List.of(SYS_NAME)));
  }

  private static Duration brief() {
    return Duration.ofMillis(400);
  }

  /** Starts the agent anew with this engine, at the boot after that one. */
  private static void restart(String engine, int boots) throws Exception {
    stop();
    String conf =
        Files.readString(folder.resolve("conf"))
            .replaceAll("(?m)^(exactEngineID|engineBoots).*\\n", "");
    Files.writeString(
        folder.resolve("conf"),
        "exactEngineID 0x" + engine + "\nengineBoots " + boots + "\n" + conf);
    startAgent();
  }

  private static void startAgent() throws Exception {
    String agent = Program.installed("snmpd");
    Files.createDirectories(folder.resolve("state"));
    Program started =
        Program.start(
            folder.resolve("log"),
            Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", folder.resolve("state").toString()),
            agent,
            "-C",
            "-c",
            folder.resolve("conf").toString(),
            "-f",
            "-Ln");
    snmpd = started;
    awaitAnswer(started);
  }

  private static void awaitAnswer(Program program) throws Exception {
    try (SnmpSocket probe = new SnmpSocket(_ -> {})) {
      SnmpTarget target =
          new TestAgent(target(new SnmpVersion.V2c("public"::toCharArray)))
              .withPatience(Duration.ofMillis(100), 0)
              .target();
      SnmpClient client = new TestAgent(target).client(probe);
      for (int i = 0; i < 200; i++) {
        if (!program.isAlive()) {
          throw new IOException("snmpd ended: " + program.log());
        }
        try {
          client.get(List.of(SYS_NAME));
          return;
        } catch (TransportException e) {
          // not yet
        }
      }
    }
    throw new IOException("snmpd does not answer: " + program.log());
  }

  private static int freePort() throws IOException {
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
