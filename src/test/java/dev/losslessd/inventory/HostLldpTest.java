package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.HostTree;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.lldp.LldpSamples;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostLldpTest {
  private static final Nic PORT =
      new Nic(
          PortId.parse("gpu01:ens1"),
          "",
          0,
          "0000:41:00.0",
          OptionalInt.empty(),
          "mlx5_core",
          "",
          "",
          "",
          Nic.Role.PHYSICAL,
          Nic.LinkLayer.ETHERNET,
          "up",
          100_000,
          List.of(),
          Nic.Words.NONE);

  @TempDir Path folder = Path.of("");
  private final CountDownLatch last = new CountDownLatch(1);
  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void aNeighbourThatIsAnotherInEachFrameMakesFewLooks() throws Exception {
    try (ServerSocketChannel cable = cable();
        HostLldp ears = new HostLldp(kernel(), () -> List.of(PORT), limits(), RealTime.get())) {
      Thread.ofVirtual().start(() -> play(cable, 150, List.of()));

      ears.start(() -> look(ears));

      assertThat(last.await(40, TimeUnit.SECONDS)).isTrue();
      assertThat(looks.get()).isBetween(1, 8);
    }
  }

  @Test
  void damagedFramesArePassedOverAndTheNextIsHeard() throws Exception {
    try (ServerSocketChannel cable = cable();
        HostLldp ears = new HostLldp(kernel(), () -> List.of(PORT), limits(), RealTime.get())) {
      Thread.ofVirtual().start(() -> play(cable, 1, damaged(80)));

      ears.start(() -> look(ears));

      assertThat(last.await(40, TimeUnit.SECONDS)).isTrue();
      assertThat(ears.lapse()).isEmpty();
    }
  }

  /** Frames of a leaf with bytes changed, cut at some place. */
  private static List<byte[]> damaged(int number) {
    Random random = new Random(42);
    List<byte[]> all = new ArrayList<>();
    for (int n = 0; n < number; n++) {
      byte[] frame = HexFormat.of().parseHex(LldpSamples.leaf());
      for (int change = 0; change < 5; change++) {
        frame[14 + random.nextInt(frame.length - 14)] = (byte) random.nextInt(256);
      }
      all.add(Arrays.copyOf(frame, random.nextInt(frame.length + 20)));
    }
    return all;
  }

  @Test
  void aThreadThatMetABugListensAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ServerSocketChannel cable = cable();
        HostLldp ears =
            new HostLldp(
                kernel(),
                () -> {
                  if (asked.incrementAndGet() == 1) {
                    throw new IllegalStateException("planted");
                  }
                  return List.of(PORT);
                },
                limits(),
                RealTime.get())) {
      Thread.ofVirtual().start(() -> play(cable, 1, List.of()));

      ears.start(() -> look(ears));

      assertThat(last.await(40, TimeUnit.SECONDS)).isTrue();
      assertThat(ears.lapse().orElseThrow()).contains("planted");
    }
  }

  private void look(HostLldp ears) {
    looks.incrementAndGet();
    if (ears.neighbours().neighbours().stream()
        .anyMatch(one -> one.remotePort().equals("Ethernetend"))) {
      last.countDown();
    }
  }

  private static InputLimits.Lldp limits() {
    return InputLimits.DEFAULT.lldp();
  }

  private Kernel kernel() {
    new HostTree(folder)
        .netdev("ens1", "0000:41:00.0")
        .file("sys/devices/pci0000:40/0000:41:00.0/net/ens1/ifindex", "7");
    return new Kernel(
        folder, Optional.of(folder), Duration.ofSeconds(2), WriteGate.OPEN, System::nanoTime);
  }

  private ServerSocketChannel cable() throws IOException {
    ServerSocketChannel cable = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    cable.bind(UnixDomainSocketAddress.of(folder.resolve("lldp.sock")));
    return cable;
  }

  /** So many frames, each from another port of the switch, after others as they are. */
  private void play(ServerSocketChannel cable, int frames, List<byte[]> before) {
    try (SocketChannel listener = cable.accept()) {
      for (byte[] frame : before) {
        send(listener, frame);
      }
      for (int n = 1; n < frames; n++) {
        send(listener, "%03d".formatted(n));
      }
      send(listener, "end");
      last.await();
    } catch (IOException e) {
      // the test is over
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(SocketChannel to, String port) throws IOException {
    String hex = HexFormat.of().formatHex(port.getBytes(StandardCharsets.US_ASCII));
    byte[] frame =
        HexFormat.of()
            .parseHex(
                LldpSamples.leaf()
                    .replace("040c0545746865726e6574312f37", "040c0545746865726e6574" + hex));
    send(to, frame);
  }

  private static void send(SocketChannel to, byte[] frame) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(4 + frame.length).putInt(7).put(frame).flip();
    while (bytes.hasRemaining()) {
      int _ = to.write(bytes);
    }
  }
}
