package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.ethtool.StatTable;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.EventSource;
import dev.losslessd.transport.netlink.NetlinkEvents;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kernel below this test; nothing is changed. */
@Timeout(60)
class RealKernelTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @BeforeAll
  static void onLinux() {
    assumeTrue(Files.exists(Path.of("/sys/class/net/lo")), "no Linux with lo here");
  }

  @Test
  void loopbackHasNoDcbnl() {
    try (DcbClient client = new DcbClient(KernelNetlink.route(LONG, false), WriteGate.OPEN)) {
      for (int round = 0; round < 3; round++) {
        assertThatThrownBy(() -> client.read("lo")).hasMessage("IEEE_GET lo: EOPNOTSUPP (95)");
      }
    }
  }

  @Test
  void aNetdevThatIsNotThereIsGone() {
    try (DcbClient client = new DcbClient(KernelNetlink.route(LONG, false), WriteGate.OPEN)) {
      assertThatThrownBy(() -> client.read("no-such-netdev"))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
    }
  }

  @Test
  void loopbackHasNoStatistics() {
    try (EthtoolClient client = new EthtoolClient(new KernelEthtool(LONG, false), WriteGate.OPEN)) {
      assertThatThrownBy(() -> client.stats("lo").read())
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
    }
  }

  @Test
  void eth0HasStatistics() {
    assumeTrue(Files.exists(Path.of("/sys/class/net/eth0")), "no eth0 here");
    try (EthtoolClient client = new EthtoolClient(new KernelEthtool(LONG, false), WriteGate.OPEN)) {
      int announced = client.driverInfo("eth0").statistics();
      assumeTrue(announced > 0, "eth0 has no statistics");
      StatTable table = client.stats("eth0");

      assertThat(table.read()).isTrue();
      assertThat(table.read()).isFalse();

      assertThat(table.names()).hasSize(announced).doesNotContain("");
    }
  }

  @Test
  void theMessagesOfOneDatagramAreAnsweredEachByOne() {
    assumeTrue(linkStatistics(1) > 0, "no RTM_GETSTATS here");
    int one = linkStatistics(1);

    assertThat(linkStatistics(3)).isEqualTo(3 * one);
    assertThat(linkStatistics(1)).as("nothing is left of the last answer").isEqualTo(one);
  }

  /** Bytes that a number of requests for those of lo are answered; not positive on a refusal. */
  private static int linkStatistics(int times) {
    MemorySegment request = Arena.ofAuto().allocate(512, 8);
    MemorySegment reply = Arena.ofAuto().allocate(65_536, 8);
    for (int n = 0; n < times; n++) {
      // RTM_GETSTATS of interface 1, IFLA_STATS_LINK_64
      int[] words = {28, 1 << 16 | 94, 7 + n, 0, 0, 1, 1};
      MemorySegment.copy(MemorySegment.ofArray(words), 0, request, 28L * n, 28);
    }
    try (KernelNetlink kernel = KernelNetlink.route(LONG, true)) {
      int got = kernel.exchange(request, 28 * times, reply);
      return reply.get(ValueLayout.JAVA_SHORT, 4) == 2 ? 0 : got;
    }
  }

  @Test
  void rdmaNetlinkIsThereOrLacking() {
    try (RdmaClient client = new RdmaClient(KernelNetlink.rdma(LONG, false), WriteGate.OPEN)) {
      try {
        assertThat(client.devices())
            .extracting(RdmaDevice::name)
            .doesNotHaveDuplicates()
            .containsAll(infiniband());
      } catch (TransportException e) {
        assertThat(RdmaClient.isLacking(e)).as(e.getMessage()).isTrue();
        assertThat(infiniband()).isEmpty();
      }
    }
  }

  private static List<String> infiniband() {
    String[] names = Path.of("/sys/class/infiniband").toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  @Test
  void listeningNeedsNoPrivilege() {
    try (EventSource events = NetlinkEvents.kernel()) {
      assertThatCode(() -> events.next(Duration.ofMillis(1))).doesNotThrowAnyException();
    }
  }
}
