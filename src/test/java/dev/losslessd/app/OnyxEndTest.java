package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon and a managed Onyx, whose one write is PFC of the whole switch by SNMP. */
@SystemGroup
class OnyxEndTest {
  private static final String ON = "dcb priority-flow-control enable force";

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before the test
  private DaemonFixture fixture;

  @BeforeEach
  void start() throws Exception {
    fixture =
        new DaemonFixture(folder, "enforce", "", List.of(SwitchSystem.ONYX, SwitchSystem.ONYX));
    fixture.manage("leaf1", "onyx", "lldp");
    Path write = Files.writeString(folder.resolve("write"), "losslessd-demo-rw\n");
    Files.writeString(
        fixture.config,
        Files.readString(fixture.config)
            .replace(" community:", " writeCommunity: \"file:" + write + "\", community:"));
    fixture.tell(
        "foreign leaf1 dcb priority-flow-control priority 3 enable"
            + " ; interface ethernet 1/1 dcb priority-flow-control mode on force");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.type("get", "leaf1").text().contains("lossless"), "leaf1 is not read");
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  @Test
  void pfcOfTheWholeSwitchIsPlannedSetReadBackAndTakenBack() throws Exception {
    List<String> found = fixture.tell("state leaf1");

    DaemonFixture.Typed scope = fixture.type("set", "leaf1", "lossless", "3", "--yes");
    assertThat(scope.code()).as(scope.text()).isEqualTo(1);
    assertThat(scope.text()).contains("[scope]", "Eth1/2 (gpu02");

    DaemonFixture.Typed set =
        fixture.type("set", "leaf1", "lossless", "3", "--accept-scope", "--yes");
    assertThat(set.code()).as(set.text()).isZero();
    assertThat(set.text()).contains("none -> 3", "link goes down and up");
    assertThat(fixture.tell("state leaf1")).contains(ON);
    assertThat(fixture.type("get", "leaf1:Eth1/1").text()).contains("pfc");
    DaemonFixture.Typed cancel = fixture.type("cancel", "--yes");
    assertThat(cancel.code()).as(cancel.text()).isZero();
    assertThat(fixture.tell("state leaf1")).isEqualTo(found);

    fixture.tell("lie leaf1 agent 1");
    DaemonFixture.Typed lied =
        fixture.type("set", "leaf1", "lossless", "3", "--accept-scope", "--confirm", "--yes");
    assertThat(lied.code()).as(lied.text()).isEqualTo(1);
    assertThat(lied.text()).contains("was rolled back", "and its agent enabled");
    assertThat(fixture.tell("state leaf1")).isEqualTo(found);

    DaemonFixture.Typed other =
        fixture.type("set", "leaf1", "lossless", "3,4", "--accept-scope", "--yes");
    assertThat(other.code()).as(other.text()).isEqualTo(1);
    assertThat(other.text())
        .contains("Refused; nothing is written", "for priorities 3, and only PFC");
    DaemonFixture.Typed port = fixture.type("set", "leaf1:Eth1/1", "mtu", "9000", "--dry-run");
    assertThat(port.code()).as(port.text()).isEqualTo(1);
    assertThat(port.text()).contains("only watches Onyx");
    assertThat(fixture.tell("log leaf1"))
        .filteredOn(line -> !line.startsWith("ok "))
        .filteredOn(line -> !line.contains(" snmp# snmp set 1.3.6.1.4.1.33049.8.1.1.2.0 = "))
        .allMatch(line -> line.matches(".*[#>] (?:show .*|enable|no cli session paging enable)"));
  }
}
