package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Names of rows with any characters that YANG allows: they are read, and written by hand. */
class SonicNamesTest extends OnSonicLeaf {
  private static final String PORT = "Ethernet12";
  private static final List<PortSetting> NAMED =
      List.of(
          PfcRows.setting(() -> Image.UNKNOWN),
          EtsRows.SETTING,
          EcnRows.SETTING,
          MtuAndTrust.TRUST);

  /** A port whose every row has one name. */
  private static ConfigDb named(String name) {
    Map<String, String> same =
        Map.of("0", "0", "1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "6", "6", "7", "7");
    Map<String, Object> tables =
        Map.of(
            "PORT", Map.of(PORT, Map.of("mtu", "9100")),
            "PORT_QOS_MAP",
                Map.of(
                    PORT,
                    Map.of(
                        "pfc_enable", "2",
                        "dscp_to_tc_map", name,
                        "tc_to_queue_map", name,
                        "tc_to_pg_map", name)),
            "QUEUE", Map.of(PORT + "|2", Map.of("scheduler", name, "wred_profile", name)),
            "BUFFER_PG", Map.of(PORT + "|2", Map.of("profile", name)),
            "BUFFER_PROFILE", Map.of(name, Map.of("xoff", "18432")),
            "SCHEDULER", Map.of(name, Map.of("type", "DWRR", "weight", "40")),
            "WRED_PROFILE",
                Map.of(
                    name,
                    Map.of(
                        "ecn", "ecn_all",
                        "wred_green_enable", "true",
                        "green_min_threshold", "70000",
                        "green_max_threshold", "90000",
                        "green_drop_probability", "7")),
            "DSCP_TO_TC_MAP", Map.of(name, Map.of("18", "2")),
            "TC_TO_QUEUE_MAP", Map.of(name, same),
            "TC_TO_PRIORITY_GROUP_MAP", Map.of(name, same));
    String shown = new JsonMapper().writeValueAsString(tables);
    return ConfigJson.parse("show", shown).firstEntry().getValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prio2@leaf",
        "no#1",
        "f(2)",
        "RDMA/slow",
        "ecn+pfc",
        "two words",
        " lead",
        "größe",
        "队列",
        "say \"2\"",
        "it's",
        "a;b",
        "a; SCHEDULER|b",
        "x=y",
        "$(reboot)",
        "[odd]",
        "back\\slash"
      })
  void everyNameIsReadAndOnlyItsWayBackIsMissing(String name) {
    ConfigDb plain = named("plain");
    ConfigDb odd = named(name);

    for (PortSetting setting : NAMED) {
      Reading.Value told = setting.read(odd, PORT);
      assertThat(told.setting())
          .as(setting.kind() + " " + name)
          .isEqualTo(setting.read(plain, PORT).setting());
      assertThat(setting.refusal(plain, PORT)).isEmpty();
      boolean written = name.equals("[odd]");
      assertThat(setting.refusal(odd, PORT).isEmpty()).isEqualTo(written);
      assertThat(told.words().isEmpty()).isEqualTo(!written);
    }
    assertThat(((Ecn) EcnRows.read(odd, PORT).setting()).text()).isEqualTo("2=70KB..90KB@7%");
    assertThat(((Ets) EtsRows.read(odd, PORT).setting()).bandwidthPercent().get(2)).isEqualTo(100);
    assertThat(DscpMaps.read(odd, PORT).text()).isEqualTo("18->2");
  }

  private void oddScheduler() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'SCHEDULER|slow@1' type DWRR weight 60"
            + " ; sudo sonic-db-cli CONFIG_DB hset 'QUEUE|Ethernet0|3' scheduler slow@1");
  }

  @Test
  void aSettingWithSuchANameIsReadOnlyOnItsPortAloneAndNothingIsSent() throws Exception {
    oddScheduler();
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session()) {
      Capability here = session.capabilities(SonicLeaf.port(1)).of(SettingKind.ETS);
      assertThat(here.access()).isEqualTo(Capability.Access.READ);
      assertThat(here.why()).contains("QUEUE|Ethernet0|3 scheduler is 'slow@1'", "by hand");
      assertThat(session.capabilities(SonicLeaf.port(1)).of(SettingKind.ECN).access())
          .isEqualTo(Capability.Access.WRITE);
      assertThat(session.capabilities(SonicLeaf.port(2)).of(SettingKind.ETS).access())
          .isEqualTo(Capability.Access.WRITE);

      Change change = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.shares());
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("slow@1");
      assertThat(leaf.state()).isEqualTo(found);

      Change other = SonicLeaf.change(session, SonicLeaf.port(2), SonicLeaf.shares());
      session.apply(other);
      assertThat(leaf.cells("QUEUE|Ethernet4|3 scheduler"))
          .containsExactly("QUEUE|Ethernet4|3 scheduler=losslessd-r12-dwrr-60");
      session.apply(other.inverse());
      session.cleanUp();
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aPortWithSuchANameIsReadAndNeverWritten() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'PORT|Ethernet5/2' mtu 4200 admin_status up"
            + " ; sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|Ethernet5/2' pfc_enable 3"
            + " ; sudo sonic-db-cli CONFIG_DB hset 'PORT|Ethernet7(a)' mtu 4200"
            + " ; sudo sonic-db-cli CONFIG_DB hset 'PORT|Ethernet-Rec3' role Rec mtu 9100");
    List<String> found = leaf.state();
    Target odd = Target.port(new PortId(SonicLeaf.ID, "Ethernet5/2"));
    try (SwitchSession session = leaf.session()) {
      assertThat(session.targets()).contains(odd).noneMatch(one -> one.toString().contains("Rec"));
      assertThat(session.read(odd).inForce(SettingKind.PFC).orElseThrow().text()).isEqualTo("3");
      for (SettingKind kind :
          List.of(SettingKind.PFC, SettingKind.MTU, SettingKind.ETS, SettingKind.PFC_WATCHDOG)) {
        Capability can = session.capabilities(odd).of(kind);
        assertThat(can.access()).as(kind.word()).isEqualTo(Capability.Access.READ);
        assertThat(can.why()).startsWith("the name of the port is 'Ethernet5/2', whose characters");
      }
      Change change = SonicLeaf.change(session, odd, new Mtu(9000));
      assertThatThrownBy(() -> session.apply(change)).isInstanceOf(DeviceException.class);
      Change pauses = SonicLeaf.change(session, odd, new Pfc(PrioritySet.of(4)));
      assertThatThrownBy(() -> session.apply(pauses)).isInstanceOf(DeviceException.class);
    }
    assertThat(leaf.state()).isEqualTo(found);
  }

  @Test
  void aMapWithSuchANameIsReadAndNeitherChangedNorTakenByTrust() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'DSCP_TO_TC_MAP|site#2' 26 3"
            + " ; sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|global' dscp_to_tc_map site#2");
    try (SwitchSession session = leaf.session()) {
      assertThat(session.read(SonicLeaf.box()).inForce(SettingKind.DSCP_MAP))
          .contains(Wishes.map(Map.of(26, 3)));
      Capability map = session.capabilities(SonicLeaf.box()).of(SettingKind.DSCP_MAP);
      assertThat(map.access()).isEqualTo(Capability.Access.READ);
      assertThat(map.why()).contains("site#2");
      assertThat(session.capabilities(SonicLeaf.port(1)).of(SettingKind.TRUST).access())
          .isEqualTo(Capability.Access.READ);
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), new Trust(Trust.Field.DSCP)))
          .isEqualTo(new Trust(Trust.Field.DSCP));
      assertThat(session.read(SonicLeaf.port(1)).inForce(SettingKind.DSCP_MAP))
          .isPresent()
          .get()
          .isInstanceOf(DscpMap.class);
    }
  }
}
