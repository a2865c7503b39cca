package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon on the kernel of this machine, with a pair of virtual ports of our own; the far one
 * stands in a network namespace, so nothing leaves the machine.
 */
@SystemGroup
class RealKernelTest {
  private static final String NEAR = "lsltest0";
  private static final String SPACE = "lsltest";

  @TempDir private Path folder;
  private boolean made;

  @BeforeEach
  void wire() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/sbin/ip")), "ip is missing");
    made =
        ip("netns add " + SPACE)
            && ip("link add " + NEAR + " type veth peer name lsltest1 netns " + SPACE);
    assumeTrue(made, "not allowed to make a network namespace and a veth pair here");
    assertThat(ip("addr add 10.213.77.1/30 dev " + NEAR)).isTrue();
    assertThat(ip("link set " + NEAR + " up")).isTrue();
    assertThat(ip("-n " + SPACE + " addr add 10.213.77.2/30 dev lsltest1")).isTrue();
    assertThat(ip("-n " + SPACE + " link set lsltest1 up")).isTrue();
  }

  @AfterEach
  void unwire() throws Exception {
    if (made) {
      assertThat(ip("link del " + NEAR)).isTrue();
      assertThat(ip("netns del " + SPACE)).isTrue();
    }
  }

  @Test
  void countersFollowTrafficAndADcbnlWriteIsUnsupportedNotSuccess() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(
          fixture.config,
          """
          mode: enforce
          host: { name: here }
          state: %s/state
          http: { listen: "127.0.0.1:0", socket: %s/s }
          nics: { include: ["%s"] }
          """
              .formatted(folder, folder, NEAR));
      fixture.start();
      DaemonFixture.await(() -> sent(fixture) >= 0, "no counter for " + NEAR);
      long before = sent(fixture);
      traffic();
      DaemonFixture.await(
          () -> sent(fixture) >= before + 100, "the counter does not follow the traffic");

      DaemonFixture.Typed typed = fixture.type("set", "here:" + NEAR, "pfc", "3", "--yes");
      assertThat(typed.code()).isEqualTo(1);
      assertThat(typed.text()).contains("[unsupported]").contains("EOPNOTSUPP").contains("veth");
      assertThat(fixture.get("/api/v1/ports/here/" + NEAR + "/pfc").body())
          .contains("\"state\":\"unsupported\"");
    }
  }

  private static long sent(DaemonFixture fixture) {
    String name =
        "roce_port_packets_total{device=\"here\",port=\""
            + NEAR
            + "\",end=\"nic\",direction=\"tx\"}";
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(-1);
  }

  private static void traffic() throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < 200; i++) {
        socket.send(
            new DatagramPacket(new byte[100], 100, InetAddress.getByName("10.213.77.2"), 9));
      }
    }
  }

  private static boolean ip(String words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/sbin/ip"));
    command.addAll(List.of(words.split(" ")));
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
