package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.transport.UnitLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the service unit of this tree, as a process under it sees itself. */
class UnitRightsTest {
  private static final Path UNITS = Path.of("systemd");
  private static final String SWITCH =
      """
      switches:
        - name: leaf1
          address: 192.0.2.11
          os: nxos
          ssh: { user: ops, key: "file:/etc/losslessd/ssh.key" }
      """;

  @TempDir private Path root;

  @BeforeEach
  void installed() throws IOException {
    write("proc/self/cgroup", "0::/system.slice/losslessd.service\n");
    write("proc/self/status", "Name:\tjava\nCapEff:\t0000000000002000\n");
    write("proc/self/mountinfo", "31 23 0:22 / /sys ro,nosuid - sysfs sysfs rw\n");
    write("usr/lib/systemd/system/losslessd.service", unit("losslessd.service"));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private static String unit(String file) throws IOException {
    return Files.readString(UNITS.resolve(file));
  }

  private void link(String dropIn) throws IOException {
    write("etc/systemd/system/losslessd.service.d/" + dropIn, unit("drop-ins/" + dropIn));
  }

  private Optional<Finding> finding(String config) throws IOException {
    Path file = root.resolve("losslessd.yaml");
    Files.writeString(file, "host: { name: gpu01 }\n" + config);
    Config read =
        switch (ConfigLoader.load(file, "gpu01", List.of())) {
          case ConfigLoader.Loaded loaded -> loaded.config();
          case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems());
        };
    return UnitRights.read(root).finding(read);
  }

  @Test
  void aSwitchThatTheUnitDoesNotLetItReachIsNamedWithTheDropIn() throws IOException {
    Finding finding = finding("mode: observe\n" + SWITCH).orElseThrow();

    assertThat(finding.rule()).isEqualTo(FindingRule.UNIT_RIGHTS);
    assertThat(finding.message()).contains("IPAddressDeny=any");
    assertThat(finding.advice()).contains("switches.conf").doesNotContain("enforce.conf");

    link("switches.conf");
    assertThat(finding("mode: observe\n" + SWITCH)).isEmpty();
  }

  @Test
  void nicsThatTheUnitDoesNotLetItSetAreNamedWithTheDropIn() throws IOException {
    Finding finding = finding("mode: enforce\n").orElseThrow();

    assertThat(finding.message()).contains("no CAP_NET_ADMIN", "/sys is read-only");
    assertThat(finding.advice()).contains("enforce.conf").doesNotContain("switches.conf");

    write("proc/self/status", "CapEff:\t0000000000003000\n");
    write("proc/self/mountinfo", "31 23 0:22 / /sys rw,nosuid - sysfs sysfs rw\n");
    assertThat(finding("mode: enforce\n")).isEmpty();
  }

  @Test
  void anErrorThatTheUnitMayCauseNamesTheDropIn() {
    assertThat(UnitLimit.ADDRESSES.named("no connection: \"Operation not permitted\""))
        .endsWith("if IPAddressDeny= of the unit forbids it, link drop-ins/switches.conf");
    assertThat(UnitLimit.TUNABLES.named("/sys/x: Read-only file system"))
        .endsWith("if ProtectKernelTunables= of the unit forbids it, link drop-ins/enforce.conf");
    assertThat(UnitLimit.ADDRESSES.named("Connection refused")).isEqualTo("Connection refused");
  }

  @Test
  void whatTheConfigDoesNotNeedOrNoUnitDeniesIsNoFinding() throws IOException {
    assertThat(finding("mode: observe\n")).isEmpty();
    assertThat(finding("mode: observe\n" + SWITCH.replace("192.0.2.11", "127.0.0.1"))).isEmpty();

    write("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
    assertThat(finding("mode: observe\n" + SWITCH)).isEmpty();
  }
}
