package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetdevLinkTest {
  @TempDir private Path root;
  private HostFiles files;

  @BeforeEach
  void open() {
    files = new HostFiles(root, WriteGate.OPEN);
  }

  private void says(String netdev, String state) {
    new HostTree(root).file("sys/class/net/" + netdev + "/operstate", state);
  }

  @Test
  void itIsUpOnlyWhereTheKernelSaysSo() {
    says("eth0", "up");
    says("eth1", "down");
    says("eth2", "lowerlayerdown");
    says("eth3", "dormant");

    assertThat(NetdevLink.isUp(files, "eth0")).contains(true);
    assertThat(NetdevLink.isUp(files, "eth1")).contains(false);
    assertThat(NetdevLink.isUp(files, "eth2")).contains(false);
    assertThat(NetdevLink.isUp(files, "eth3")).contains(false);
  }

  @Test
  void onlyTheFlagTellsThatItWasSwitchedOff() {
    new HostTree(root).file("sys/class/net/eth0/flags", "0x1003");
    new HostTree(root).file("sys/class/net/eth1/flags", "0x1002");
    new HostTree(root).file("sys/class/net/eth2/flags", "");

    assertThat(NetdevLink.isShut(files, "eth0")).isFalse();
    assertThat(NetdevLink.isShut(files, "eth1")).isTrue();
    assertThat(NetdevLink.isShut(files, "eth2")).isFalse();
    assertThat(NetdevLink.isShut(files, "gone")).isFalse();
    assertThat(NetdevLink.isShut(files, "mlx5_0/1")).isFalse();
  }

  @Test
  void whatIsNotToldIsNotDown() {
    says("veth0", "unknown");
    says("veth1", "");

    assertThat(NetdevLink.isUp(files, "veth0")).isEmpty();
    assertThat(NetdevLink.isUp(files, "veth1")).isEmpty();
    assertThat(NetdevLink.isUp(files, "gone")).isEmpty();
    assertThat(NetdevLink.isUp(files, "mlx5_0/1")).isEmpty();
  }
}
