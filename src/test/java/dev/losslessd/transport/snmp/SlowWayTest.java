package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.TransportException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Net-snmp's agent behind a bad line is slow, and not away. */
@SystemGroup
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SlowWayTest {
  private static final Oid SYS_NAME = Oid.of("1.3.6.1.2.1.1.5.0");
  private static final Oid IF_DESCR = Oid.of("1.3.6.1.2.1.2.2.1.2");
  private static final double LOSS = 0.3;
  private static final int SEED = 7;

  @TempDir static Path folder = Path.of("");
  private static @Nullable Program snmpd;
  private static int port;

  private final SnmpSocket socket = new SnmpSocket(_ -> {});

  @BeforeAll
  static void start() throws Exception {
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(
        folder.resolve("conf"),
        "agentaddress udp:127.0.0.1:" + port + "\nrocommunity public 127.0.0.1\nsysName leaf1\n");
    Files.createDirectories(folder.resolve("state"));
    snmpd =
        Program.start(
            folder.resolve("log"),
            Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", folder.resolve("state").toString()),
            Program.installed("snmpd"),
            "-C",
            "-c",
            folder.resolve("conf").toString(),
            "-f",
            "-Ln");
    awaitAnswer();
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
  void aThirdOfThePacketsLostEachWayIsNoSilence() throws Exception {
    try (LossyProxy proxy =
        LossyProxy.start(port, LOSS, Duration.ZERO, new SplittableRandom(SEED))) {
      SnmpClient client = client(proxy.port());
      known(client);

      for (int n = 0; n < 12; n++) {
        assertThat(client.get(List.of(SYS_NAME))).hasToString("[Octets[6c 65 61 66 31]]");
      }
      assertThat(client.walk(IF_DESCR)).isNotEmpty();

      assertThat(proxy.lost()).isGreaterThan(10);
      assertThat(client.counts().timeouts()).isZero();
      assertThat(client.slowness().orElseThrow()).contains("% of the requests are lost");
    }
  }

  @Test
  void anAnswerThatTakesLongerThanOnesPatienceIsAnAnswer() throws Exception {
    try (LossyProxy proxy =
        LossyProxy.start(port, 0, Duration.ofMillis(800), new SplittableRandom(SEED))) {
      SnmpClient client = client(proxy.port());

      for (int n = 0; n < 3; n++) {
        assertThat(client.get(List.of(SYS_NAME))).hasSize(1);
      }

      assertThat(client.counts().timeouts()).isZero();
      assertThat(client.slowness().orElseThrow()).contains("answers after 1.");
    }
  }

  @Test
  void anAgentThatDoesNotAnswerAtAllIsSilentAndNotSlow() throws Exception {
    try (DatagramSocket deaf = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      SnmpClient client = client(deaf.getLocalPort());

      assertThatThrownBy(() -> client.get(List.of(SYS_NAME)))
          .isInstanceOf(TransportException.class);

      assertThat(client.slowness()).isEmpty();
    }
  }

  /** One that was never heard may be away: it is asked until it has answered once. */
  private static void known(SnmpClient client) {
    for (int n = 0; n < 10; n++) {
      try {
        client.get(List.of(SYS_NAME));
        return;
      } catch (TransportException e) {
        // lost three times
      }
    }
  }

  private SnmpClient client(int at) {
    SnmpTarget target =
        TestAgent.of(
                "leaf1",
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("public"::toCharArray))
            .withPort(at)
            .withPatience(Duration.ofMillis(600), 2)
            .withPdusPerSecond(10_000)
            .target();
    return new TestAgent(target).client(socket);
  }

  private static void awaitAnswer() throws Exception {
    try (SnmpSocket probe = new SnmpSocket(_ -> {})) {
      SnmpTarget target =
          TestAgent.of(
                  "leaf1",
                  InetAddress.getLoopbackAddress(),
                  new SnmpVersion.V2c("public"::toCharArray))
              .withPort(port)
              .withPatience(Duration.ofMillis(100), 0)
              .target();
      for (int i = 0; i < 200; i++) {
        try {
          new TestAgent(target).client(probe).get(List.of(SYS_NAME));
          return;
        } catch (TransportException e) {
          // not yet
        }
      }
    }
    throw new IOException("snmpd does not answer: " + Objects.requireNonNull(snmpd).log());
  }
}
