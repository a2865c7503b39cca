package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysTreeTest {
  private static final List<DeviceId> HOSTS = List.of(new DeviceId("gpu01"), new DeviceId("gpu02"));

  @TempDir Path temp;

  private final ManualPace pace = new ManualPace();
  private Fabric fabric;
  private Path sys;

  @BeforeEach
  void open() throws Exception {
    fabric = Fabric.start(temp.resolve("f"), new FabricOptions(HOSTS, 400, 40, 1), pace);
    sys = fabric.hostDir(new DeviceId("gpu02")).resolve("root/sys");
  }

  @AfterEach
  void close() throws Exception {
    fabric.close();
  }

  @Test
  void devicesLeadToTheirPciAddressAsInSysfs() throws Exception {
    Path device = sys.resolve("class/infiniband/mlx5_1/device");
    assertThat(Files.readSymbolicLink(device)).hasToString("../../../0000:ca:00.0");
    assertThat(Files.readSymbolicLink(sys.resolve("class/infiniband/mlx5_1")).toString())
        .startsWith("../../devices/pci0000:c8/")
        .endsWith("/0000:ca:00.0/infiniband/mlx5_1");
    assertThat(sys.resolve("class/net/ens2f0np0/device/infiniband/mlx5_1")).isDirectory();
    assertThat(device.resolve("net/ens2f0np0")).isDirectory();
    Path pci = sys.resolve("bus/pci/devices/0000:ca:00.0");
    assertThat(pci.resolve("numa_node")).hasContent("1");
    assertThat(pci.resolve("vendor")).hasContent("0x15b3");
    assertThat(Files.readSymbolicLink(pci.resolve("driver")).getFileName())
        .hasToString("mlx5_core");
    assertThat(pci.resolve("driver").toRealPath())
        .isEqualTo(sys.toRealPath().resolve("bus/pci/drivers/mlx5_core"));
  }

  @Test
  void identityIsThatOfACard() {
    Path device = sys.resolve("class/infiniband/mlx5_0");
    assertThat(device.resolve("fw_ver")).hasContent("28.39.1002");
    assertThat(device.resolve("board_id")).hasContent("MT_0000000838");
    assertThat(device.resolve("hca_type")).hasContent("MT4129");
    assertThat(device.resolve("ports/1/rate")).hasContent("400 Gb/sec (4X NDR)");
    assertThat(device.resolve("ports/1/link_layer")).hasContent("Ethernet");
    assertThat(device.resolve("ports/1/hw_counters/lifespan")).hasContent("10");
    Path net = sys.resolve("class/net/ens1f0np0");
    assertThat(net.resolve("speed")).hasContent("400000");
    assertThat(net.resolve("mtu")).hasContent("9000");
    assertThat(net.resolve("ifindex")).hasContent("2");
  }

  @Test
  void gidsNameTheirTypeAndDevice() {
    Path port = sys.resolve("class/infiniband/mlx5_0/ports/1");
    assertThat(port.resolve("gids/3")).hasContent("0000:0000:0000:0000:0000:ffff:0a28:000c");
    assertThat(port.resolve("gid_attrs/types/3")).hasContent("RoCE v2");
    assertThat(port.resolve("gid_attrs/types/2")).hasContent("IB/RoCE v1");
    assertThat(port.resolve("gid_attrs/ndevs/3")).hasContent("ens1f0np0");
    assertThat(port.resolve("gids/7")).hasContent("0000:0000:0000:0000:0000:0000:0000:0000");
    assertThat(port.resolve("gid_attrs/types/7")).doesNotExist();
  }

  @Test
  void countersFollowTheTwin() {
    Path sent = sys.resolve("class/infiniband/mlx5_0/ports/1/counters/port_xmit_data");
    assertThat(number(sent)).isZero();

    Wire.until(() -> {
      pace.turn(Duration.ofMillis(100));
      return number(sent) > 1_000_000;
    });
    Path cnps = sys.resolve("class/infiniband/mlx5_0/ports/1/hw_counters/np_cnp_sent");
    Wire.until(() -> {
      pace.turn(Duration.ofMillis(100));
      return number(cnps) > 0;
    });
  }

  @Test
  void congestionParametersAreTakenAsTheKernelReadsThem() throws Exception {
    write("np_min_time_between_cnps", "010\n");
    awaits("np_min_time_between_cnps", "8\n");
    write("rp_time_reset", "0x10\n");
    awaits("rp_time_reset", "16\n");
    write("np_cnp_dscp", "70\n");
    awaits("np_cnp_dscp", "6\n");
    write("rp_gd", "ten\n");
    awaits("rp_gd", "11\n");
    write("rp_ai_rate", "7\n");
    awaits("rp_ai_rate", "7\n");

    assertThat(state("rp_ai_rate")).isEqualTo("rp_ai_rate 7");
    assertThat(state("np_min_time_between_cnps")).isEqualTo("np_min_time_between_cnps 8");
    assertThat(FabricControl.send(fabric.controlSocket(), "log"))
        .contains("CC_PARAMS gpu02:ens1f0np0 np_min_time_between_cnps=010 result=0")
        .contains("CC_PARAMS gpu02:ens1f0np0 rp_gd=ten result=-22");
  }

  @Test
  void aWriterThatDiesAfterTheCutTakesNoValueAway() throws Exception {
    write("rp_ai_rate", "7\n");
    awaits("rp_ai_rate", "7\n");

    write("rp_ai_rate", "");

    Wire.until(() -> stepped() && read(file("rp_ai_rate")).equals("7\n"));
    assertThat(state("rp_ai_rate")).isEqualTo("rp_ai_rate 7");
  }

  private boolean stepped() {
    pace.turn(Duration.ofMillis(200));
    return true;
  }

  @Test
  void aShorterValueLeavesNoRestOfTheLongerOne() throws Exception {
    write("rp_max_rate", "123456\n");
    awaits("rp_max_rate", "123456\n");
    Path file = file("rp_max_rate");
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {'9', '\n'}));
    }

    awaits("rp_max_rate", "9\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(file(name), text);
  }

  private Path file(String name) {
    return sys.resolve("kernel/debug/mlx5/0000:17:00.0/cc_params/" + name);
  }

  /** The driver has taken the write when the log has it; then the file shows what it made of it. */
  private void awaits(String name, String text) {
    Wire.until(() -> logged(name));
    Wire.until(() -> read(file(name)).equals(text));
  }

  private boolean logged(String name) {
    try {
      return FabricControl.send(fabric.controlSocket(), "log").stream()
          .anyMatch(line -> line.contains(" " + name + "="));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String state(String name) throws IOException {
    return FabricControl.send(fabric.controlSocket(), "state gpu02:ens1f0np0").stream()
        .filter(line -> line.startsWith(name + " "))
        .findFirst()
        .orElseThrow();
  }

  /**
   * One read, as a poller does it: a second one could see a value that grew meanwhile. A file that
   * grows is longer only once its new bytes are there, so a line may lack its end.
   */
  private static long number(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      String text = "";
      while (!text.contains("\n")) {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        channel.read(bytes, 0);
        text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      }
      return Long.parseUnsignedLong(text.lines().findFirst().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
