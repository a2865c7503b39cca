package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EthtoolDoorTest {
  private static final String NIC = "ens2f0np0";

  @TempDir Path temp;

  private Fabric fabric;
  private Wire ethtool;
  private Wire netlink;

  @BeforeEach
  void open() throws Exception {
    fabric = Fabric.start(temp.resolve("f"), FabricOptions.usual(1).withLoad(0), new ManualPace());
    Path host = fabric.hostDir(new DeviceId("gpu02"));
    ethtool = Wire.to(host.resolve("ethtool.sock"));
    netlink = Wire.to(host.resolve("netlink.sock"));
  }

  @AfterEach
  void close() throws Exception {
    ethtool.close();
    netlink.close();
    fabric.close();
  }

  @Test
  void driverInfoNamesDriverFirmwareAndBus() throws Exception {
    ByteBuffer info = ok(ethtool.ethtool(NIC, command(0x03, 196)));

    assertThat(text(info, 4)).isEqualTo("mlx5_core");
    assertThat(text(info, 68)).isEqualTo("22.39.1002 (MT_0000000359)");
    assertThat(text(info, 100)).isEqualTo("0000:ca:00.0");
    assertThat(info.getInt(180)).isEqualTo(names().size());
  }

  @Test
  void theCountIsInTheSetInfoAndNamesAndValuesAgree() throws Exception {
    ByteBuffer sets = Wire.little(24).putInt(0, 0x37).putLong(8, 0b111);
    ByteBuffer info = ok(ethtool.ethtool(NIC, Wire.copy(sets)));

    assertThat(info.getLong(8)).as("only statistics").isEqualTo(0b10);
    int count = info.getInt(16);
    assertThat(names()).hasSize(count).doesNotHaveDuplicates();
    assertThat(ok(ethtool.ethtool(NIC, statistics(count, count))).getInt(4)).isEqualTo(count);
  }

  @Test
  void aCountThatDoesNotMatchGivesNoEntries() throws Exception {
    int count = names().size();

    assertThat(ok(ethtool.ethtool(NIC, statistics(count + 5, count + 5))).getInt(4)).isZero();
    assertThat(ok(ethtool.ethtool(NIC, statistics(0, count + 5))).getInt(4)).isEqualTo(count);
    ByteBuffer strings =
        Wire.little(12 + 500 * 32).putInt(0, 0x1b).putInt(4, 1).putInt(8, count - 1);
    assertThat(ok(ethtool.ethtool(NIC, Wire.copy(strings))).getInt(8)).isZero();
  }

  @Test
  void pauseCountersComeAndGoWithPfc() throws Exception {
    assertThat(names()).contains("rx_global_pause", "rx_prio3_bytes", "rx_prio3_discards");
    assertThat(names()).doesNotContain("rx_prio3_pause");

    netlink.ieeeSet(NIC, Wire.pfc(0x08, 7));

    assertThat(names())
        .contains(
            "rx_prio3_pause",
            "rx_prio3_pause_duration",
            "rx_prio3_pause_transition",
            "tx_prio3_pause",
            "tx_prio3_pause_duration")
        .doesNotContain("rx_prio4_pause", "rx_global_pause", "tx_global_pause");
  }

  @Test
  void globalPauseIsOnUntilPfcOrTheOperatorTurnsItOff() throws Exception {
    assertThat(pause()).containsExactly(0, 1, 1);
    assertThat(setPause(1, 1, 1)).as("autoneg").isEqualTo(-22);
    assertThat(setPause(0, 0, 0)).isZero();
    assertThat(pause()).containsExactly(0, 0, 0);
    assertThat(setPause(0, 1, 1)).isZero();

    netlink.ieeeSet(NIC, Wire.pfc(0x08, 7));

    assertThat(pause()).containsExactly(0, 0, 0);
    assertThat(setPause(0, 1, 1)).as("with PFC").isEqualTo(-22);
  }

  @Test
  void linkStateFollowsTheLink() throws Exception {
    assertThat(ok(ethtool.ethtool(NIC, command(0x0a, 8))).getInt(4)).isEqualTo(1);

    netlink.ieeeSet(NIC, Wire.pfc(0x08, 7));

    assertThat(ok(ethtool.ethtool(NIC, command(0x0a, 8))).getInt(4)).isZero();
  }

  @Test
  void errorsAreTheKernels() throws Exception {
    assertThat(ethtool.ethtool("nosuch0", command(0x03, 196)).getInt(0)).isEqualTo(-19);
    assertThat(ethtool.ethtool(NIC, command(0x48, 16)).getInt(0)).isEqualTo(-95);
    assertThat(ethtool.ethtool("lo", command(0x1d, 16)).getInt(0)).isEqualTo(-95);
    assertThat(ethtool.ethtool(NIC, command(0x03, 20)).getInt(0)).isEqualTo(-14);
    ByteBuffer sets = Wire.little(24).putInt(0, 0x37).putLong(8, 0b10);
    assertThat(ok(ethtool.ethtool("lo", Wire.copy(sets))).getLong(8)).isZero();
  }

  private List<String> names() throws Exception {
    ByteBuffer request = Wire.little(12 + 500 * 32).putInt(0, 0x1b).putInt(4, 1);
    ByteBuffer strings = ok(ethtool.ethtool(NIC, Wire.copy(request)));
    List<String> names = new ArrayList<>();
    for (int n = 0; n < strings.getInt(8); n++) {
      names.add(text(strings, 12 + 32 * n));
    }
    return names;
  }

  private int[] pause() throws Exception {
    ByteBuffer now = ok(ethtool.ethtool(NIC, command(0x12, 16)));
    return new int[] {now.getInt(4), now.getInt(8), now.getInt(12)};
  }

  private int setPause(int autoneg, int rx, int tx) throws Exception {
    ByteBuffer set = Wire.little(16).putInt(0x13).putInt(autoneg).putInt(rx).putInt(tx);
    return ethtool.ethtool(NIC, Wire.copy(set)).getInt(0);
  }

  private static byte[] statistics(int count, int capacity) {
    return Wire.copy(Wire.little(8 + 8 * capacity).putInt(0, 0x1d).putInt(4, count));
  }

  private static byte[] command(int number, int size) {
    return Wire.copy(Wire.little(size).putInt(0, number));
  }

  private static ByteBuffer ok(ByteBuffer reply) {
    assertThat(reply.getInt(0)).isZero();
    return reply.slice(4, reply.limit() - 4).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ByteBuffer buffer, int at) {
    int end = at;
    while (buffer.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - at];
    buffer.get(at, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
