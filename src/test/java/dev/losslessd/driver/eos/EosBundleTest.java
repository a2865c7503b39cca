package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import org.junit.jupiter.api.Test;

/** Members of port channels, whose quality of service is on the port channel. */
class EosBundleTest {
  private static final String CONFIG = Transcript.read(SwitchSystem.EOS, "port-channels.txt");

  private static final String MTUS =
      """
      {"interfaces": {"Ethernet11/1": {"mtu": 9100}, "Port-Channel10": {"mtu": 9100},
        "Ethernet12/1": {"mtu": 9214}, "Port-Channel20": {"mtu": 9200}}}
      """;

  private static EosSnapshot snapshot(String config) {
    return new EosSnapshot(
        config,
        RunningConfig.parse(RunningConfig.COMMAND, config),
        new Mtus(() -> MTUS),
        new ProfileNames(new AgentName("r12")));
  }

  private static String text(String port, SettingKind kind) {
    return snapshot(CONFIG).value(port, kind).text();
  }

  @Test
  void aMemberActsByTheLinesAndTheProfileOfItsPortChannel() {
    assertThat(text("Ethernet11/1", SettingKind.PFC)).isEqualTo("2,4");
    assertThat(text("Ethernet11/1", SettingKind.LOSSLESS)).isEqualTo("2,4");
    assertThat(text("Ethernet11/1", SettingKind.TRUST)).isEqualTo("dscp");
    assertThat(text("Ethernet11/1", SettingKind.ECN)).isEqualTo("4=330KB..990KB@40%");
    assertThat(text("Ethernet11/1", SettingKind.ECN_COUNT)).isEqualTo("4");
    assertThat(text("Ethernet11/1", SettingKind.ETS)).contains("tc4=35%");
    assertThat(text("Ethernet11/1", SettingKind.PFC_WATCHDOG)).isEqualTo("off");
    assertThat(text("Ethernet11/1", SettingKind.MTU)).isEqualTo("9100");
    assertThat(text("Ethernet11/1", SettingKind.GLOBAL_PAUSE)).isEqualTo("tx");
    assertThat(text("Ethernet13/1", SettingKind.PFC)).isEqualTo("none");
  }

  @Test
  void aMemberThatSaysOtherThingsIsUnsupportedWithThePlaceForThatSettingAlone() {
    EosSnapshot now = snapshot(CONFIG);

    assertThatThrownBy(() -> now.value("Ethernet12/1", SettingKind.PFC))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "Ethernet12/1 is a member of Port-Channel20, and has 'priority-flow-control on' itself:"
                + " set there");
    assertThat(now.value("Ethernet12/1", SettingKind.TRUST).text()).isEqualTo("pcp");
    assertThat(now.value("Ethernet12/1", SettingKind.MTU).text()).isEqualTo("9200");
  }

  @Test
  void aPortChannelThatTheConfigurationLacksIsNotNone() {
    EosSnapshot now = snapshot(CONFIG.replace("interface Port-Channel10\n", "interface Vlan10\n"));

    assertThatThrownBy(() -> now.value("Ethernet11/1", SettingKind.ECN))
        .hasMessage(
            "Ethernet11/1 is a member of Port-Channel10, which the configuration does not have:"
                + " set there");
    assertThat(now.config().bundle("Ethernet11/1")).contains("Port-Channel10");
    assertThat(now.config().bundle("Ethernet12/1")).contains("Port-Channel20");
  }
}
