package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.TransportException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody on the way to net-snmp's agent who has no key of SNMPv3: what is forged or played back
 * costs the reads that it meets, and none after them.
 */
@SystemGroup
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForgedEngineTest {
  private static final Oid UP_TIME = Oid.of("1.3.6.1.2.1.1.3.0");
  private static final byte[] ENGINE = {(byte) 0x80, 0, 0x1f, (byte) 0x88, 4, 't', 'e', 's', 't'};

  /** Numbers below usmStats (RFC 3414): levels, windows, users, engines, digests, decryption. */
  private static final byte[] STATS = {0x2b, 6, 1, 6, 3, 15, 1, 1, 0, 0};

  /** Makes what is sent instead of the agent's answer. */
  @FunctionalInterface
  private interface Forger {
    List<byte[]> forge(byte[] asked, byte[] answer);
  }

  private static final Forger HONEST = (_, answer) -> List.of(answer);

  @TempDir private static Path folder;
  private static Program program;
  private static int port;

  private final SnmpSocket socket = new SnmpSocket(_ -> {});
  private DatagramSocket upstream;
  private RawAgent door;
  private SnmpClient client;
  private volatile Forger forger = HONEST;

  @BeforeAll
  static void start() throws Exception {
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path conf =
        Files.writeString(
            folder.resolve("conf"),
            """
            agentaddress udp:127.0.0.1:%d
            exactEngineID 0x80001f880474657374
            rocommunity alive 127.0.0.1
            createUser poller SHA-256 "authpass-one" AES "privpass-one"
            rouser poller priv
            """
                .formatted(port));
    program =
        Program.start(
            folder.resolve("log"),
            Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", folder.resolve("state").toString()),
            Program.installed("snmpd"),
            "-C",
            "-c",
            conf.toString(),
            "-f",
            "-Ln");
  }

  @AfterAll
  static void stop() {
    if (program != null) {
      program.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    upstream = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    upstream.setSoTimeout(5_000);
    door = RawAgent.start((asked, _) -> forger.forge(asked, exchange(asked)));
    client =
        client(
            door.port(),
            SnmpVersion.V3.authPriv(
                "poller",
                Authentication.SHA256,
                "authpass-one"::toCharArray,
                Privacy.AES128,
                "privpass-one"::toCharArray));
    awaitAgent();
  }

  @AfterEach
  void close() {
    socket.close();
    door.close();
    upstream.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void aReportThatNobodySignedEndsTheReadsThatItMeets(int stat) {
    long before = read();

    for (String user : List.of("poller", "")) {
      forger = (asked, _) -> List.of(report(asked, ENGINE, user, stat));
      refused();
      forger = HONEST;
      assertThat(read()).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void reportsBesideTheRightAnswersDoNotMoveTheWindowOfTime() {
    long before = read();

    for (int stat = 1; stat <= 6; stat++) {
      int number = stat;
      forger = (asked, answer) -> List.of(answer, report(asked, ENGINE, "poller", number));
      assertThat(read()).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void whatIsPlayedBackIsPassedOver() {
    List<byte[]> heard = new ArrayList<>();
    forger =
        (_, answer) -> {
          List<byte[]> all = new ArrayList<>(heard);
          heard.add(answer);
          all.addAll(List.of(answer, answer));
          return all;
        };

    long last = 0;
    for (int times = 0; times < 20; times++) {
      long now = read();
      assertThat(now).isGreaterThanOrEqualTo(last);
      last = now;
    }
    assertThat(heard).hasSizeGreaterThan(20);
    assertThat(client.counts().timeouts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 12, 33, 20_000})
  void anotherEngineInTheDiscoveryIsOneFailedRead(int bytes) {
    byte[] engine = new byte[bytes];
    Arrays.fill(engine, (byte) 0x80);
    forger = (asked, _) -> List.of(report(asked, engine, "", 4));
    refused();

    forger = HONEST;

    assertThat(read()).isPositive();
  }

  @Test
  void bootsAndTimeOfADiscoveryThatNobodySignedAreNotBelieved() {
    forger = (asked, answer) -> List.of(isDiscovery(asked) ? report(asked, ENGINE, "", 4) : answer);

    assertThat(read()).isPositive();
    assertThat(client.counts().timeouts()).isZero();
  }

  private static boolean isDiscovery(byte[] asked) {
    return Ber.content(Ber.content(asked, 2), 0).length == 0;
  }

  /** A report at the end of all boots and times. */
  private static byte[] report(byte[] asked, byte[] engine, String user, int stat) {
    byte[] oid = STATS.clone();
    oid[oid.length - 2] = (byte) stat;
    byte[] number = Ber.of(Ber.INTEGER, Ber.content(asked, 1, 0));
    return Ber.report(number, engine, user, Ber.of(Ber.OID, oid));
  }

  private byte[] exchange(byte[] asked) throws IOException {
    upstream.send(new DatagramPacket(asked, asked.length, InetAddress.getLoopbackAddress(), port));
    DatagramPacket answer = new DatagramPacket(new byte[65_535], 65_535);
    upstream.receive(answer);
    return Arrays.copyOf(answer.getData(), answer.getLength());
  }

  private long read() {
    return ((SnmpValue.Ticks) client.get(List.of(UP_TIME)).getFirst()).centiseconds();
  }

  private void refused() {
    assertThat(catchThrowableOfType(TransportException.class, this::read))
        .isNotNull()
        .hasMessageContaining("leaf1");
  }

  private void awaitAgent() throws IOException {
    SnmpClient probe = client(port, new SnmpVersion.V2c("alive"::toCharArray));
    for (int attempt = 0; attempt < 20; attempt++) {
      try {
        probe.get(List.of(UP_TIME));
        return;
      } catch (TransportException e) {
        // not yet
      }
    }
    throw new IOException("snmpd does not answer: " + program.log());
  }

  private SnmpClient client(int at, SnmpVersion version) {
    SnmpTarget target =
        TestAgent.of("leaf1", InetAddress.getLoopbackAddress(), version)
            .withPort(at)
            .withPatience(Duration.ofMillis(500), 1)
            .withPdusPerSecond(10_000)
            .target();
    return new TestAgent(target).client(socket);
  }
}
