package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.NicFirmware;
import dev.losslessd.driver.NoFirmware;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.driver.mlx5.mst.FakeMstConfig;
import dev.losslessd.driver.mlx5.mst.MstConfig;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries of the firmware through a script that speaks as mstconfig does. */
@SystemGroup
class FirmwareAccessTest {
  private static final DcbView NONE = new DcbView.None("not asked");
  private static final String PCI = "0000:41:00.0";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private final Mlx5Driver driver = new Mlx5Driver();

  @SuppressWarnings("NullAway.Init") // before each test
  private FakeMstConfig fake;

  @SuppressWarnings("NullAway.Init") // before each test
  private SettingAccess settingAccess;

  @BeforeEach
  void read() throws Exception {
    fake = new FakeMstConfig(root);
    NicFirmware firmware = new MstConfig(root, Duration.ofSeconds(60), WriteGate.OPEN, () -> 0);
    firmware.query(PCI);
    settingAccess = FirmwareAccess.of(nic(), firmware, driver.ledger());
  }

  private static Nic nic() {
    return Nics.plain(PortId.parse("node7:ens9"), "mlx5_4", 1, PCI);
  }

  private Change change(String name, String value) {
    Setting before =
        switch (settingAccess.read(NONE)) {
          case Reading.Staged staged -> staged.next();
          case Reading other -> other.inForce().orElseThrow();
        };
    Setting after = new FirmwareConfig(Map.of(name, value)).over(before);
    return new Change(
        Target.parse("node7:ens9"), before, after, List.of(), Set.of(Risk.NEEDS_RESET));
  }

  @Test
  void aStagedValueWaitsForTheReset() throws Exception {
    Change change = change("CNP_DSCP_P1", "46");

    settingAccess.write(change.after());

    assertThat(settingAccess.read(NONE))
        .isInstanceOfSatisfying(
            Reading.Staged.class,
            staged -> {
              assertThat(value(Objects.requireNonNull(staged.now()), "CNP_DSCP_P1"))
                  .isEqualTo("48");
              assertThat(value(staged.next(), "CNP_DSCP_P1")).isEqualTo("46");
              assertThat(staged.until()).isEqualTo(Reading.Event.RESET);
            });
    assertThat(change.isMet(settingAccess.read(NONE))).isTrue();
    assertThat(fake.calls().lines().filter(call -> call.contains("set")))
        .containsExactly("5 -d " + PCI + " -y set CNP_DSCP_P1=46");
  }

  @Test
  void appliedTwiceItIsWrittenOnceAndTheInverseRestores() throws Exception {
    Reading before = settingAccess.read(NONE);
    Change change = change("USER_PROGRAMMABLE_CC", "False");

    settingAccess.write(change.after());
    settingAccess.write(change.after());
    settingAccess.write(change.inverse().after());

    assertThat(settingAccess.read(NONE)).isEqualTo(before);
    assertThat(change.inverse().isMet(settingAccess.read(NONE))).isTrue();
    assertThat(fake.calls().lines().filter(call -> call.contains("set"))).hasSize(2);
  }

  @Test
  void afterTheResetItIsInForce() throws Exception {
    settingAccess.write(change("ROCE_CC_PRIO_MASK_P1", "8").after());
    fake.resetFirmware();
    NicFirmware anew = new MstConfig(root, Duration.ofSeconds(60), WriteGate.OPEN, () -> 0);
    anew.query(PCI);

    Reading reading = FirmwareAccess.of(nic(), anew, driver.ledger()).read(NONE);

    assertThat(reading).isInstanceOf(Reading.Value.class);
    assertThat(value(reading.inForce().orElseThrow(), "ROCE_CC_PRIO_MASK_P1")).isEqualTo("8");
  }

  private static String value(Setting config, String name) {
    return String.valueOf(((FirmwareConfig) config).values().get(name));
  }

  @Test
  void theRiskIsNamedAndAnUnknownEntryIsRefusedBeforeAnyIsStaged() throws Exception {
    assertThat(settingAccess.capability(NONE)).isEqualTo(Capability.writable(Risk.NEEDS_RESET));

    Setting wrong = new FirmwareConfig(Map.of("CNP_DSCP_P1", "46", "ROCE_NO_SUCH", "1"));

    assertThatThrownBy(() -> settingAccess.write(wrong))
        .hasMessage("node7:ens9 firmware ROCE_NO_SUCH: this firmware has no such entry");
    assertThat(fake.calls()).doesNotContain("set");
  }

  @Test
  void aHostWithoutTheProgramSaysWhatToInstall() {
    SettingAccess absent = FirmwareAccess.of(nic(), new NoFirmware(), driver.ledger());

    assertThat(absent.kind()).isEqualTo(SettingKind.FIRMWARE);
    assertThat(absent.read(NONE).text()).contains("apt install mstflint");
  }
}
