package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** CONFIG_DB in each of its forms, and what is made of it without a switch. */
class ConfigJsonTest {
  private static final String NESTED =
      """
      {"bgpraw": "router bgp 65100\\n", "CRM": {"Config": {"x": ["1"]}},
       "PORT": {"Ethernet0": {"mtu": "9100", "alias": "etp1", "adv_speeds": ["all"]},
                "Ethernet-BP0": {"role": "Int"}, "Ethernet8": {"role": "Int"}},
       "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3, 4", "tc_to_queue_map": "Q"},
                        "global": {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]"}},
       "DSCP_TO_TC_MAP": {"AZURE": {"26": "1", "48": "6"}},
       "TC_TO_QUEUE_MAP": {"Q": {"0": "0", "3": "3"}},
       "QUEUE": {"Ethernet0,Ethernet4|3-4": {"scheduler": "[SCHEDULER|s]"},
                 "host|asic0|Ethernet0|3": {"scheduler": "nobody"}},
       "SCHEDULER": {"s": {"type": "STRICT"}},
       "PFC_WD": {"GLOBAL": {"NULL": "NULL"}}}
      """;

  private static ConfigDb db(String text) {
    return ConfigJson.parse("show", text).firstEntry().getValue();
  }

  @Test
  void tablesOfRowsAndRowsByKeyAndADumpAreTheSame() {
    ConfigDb nested = db("{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\"}}, \"X\": 3}");

    assertThat(db("{\"PORT|Ethernet0\": {\"mtu\": \"9100\"}, \"X|1\": []}")).isEqualTo(nested);
    assertThat(
            db(
                "{\"PORT|Ethernet0\": {\"type\": \"hash\", \"ttl\": -0.001, \"value\": {\"mtu\":"
                    + " \"9100\"}}}"))
        .isEqualTo(nested);
    assertThat(db("{\"localhost\": {\"PORT\": {\"Ethernet0\": {\"mtu\": 9100}}}}"))
        .isEqualTo(nested);
  }

  @Test
  void whatIsUnknownIsPassedOverAndRangesAndOldReferencesAreUnderstood() {
    ConfigDb db = db(NESTED);
    SonicSnapshot sonicSnapshot = new SonicSnapshot(ConfigJson.parse("show", NESTED));

    assertThat(sonicSnapshot.ports()).containsExactly("Ethernet0");
    assertThat(sonicSnapshot.aliases()).containsEntry("etp1", "Ethernet0");
    assertThat(PfcRows.read(db, "Ethernet0").setting()).isEqualTo(new Pfc(PrioritySet.of(3, 4)));
    assertThat(DscpMaps.read(db, "Ethernet0").text()).isEqualTo("26->1 48->6");
    Ets ets = (Ets) EtsRows.read(db, "Ethernet0").setting();
    assertThat(ets.selection().subList(2, 6))
        .containsExactly(
            Ets.Selection.VENDOR, Ets.Selection.STRICT, Ets.Selection.STRICT, Ets.Selection.VENDOR);
    assertThat(db.fields(new Row("PFC_WD", "GLOBAL"))).isEmpty();
    assertThatThrownBy(() -> EtsRows.write(db.copy(), "Ethernet0", SonicLeaf.shares()))
        .hasMessageContaining("Ethernet0,Ethernet4|3-4, which holds for more");
  }

  @Test
  void severalAsicsAreReadByNamespaceAndTheHostIsNone() {
    SortedMap<String, ConfigDb> all =
        ConfigJson.parse(
            "show",
            """
            {"localhost": {"DEVICE_METADATA": {"localhost": {"hostname": "c1"}}},
             "asic0": {"PORT": {"Ethernet0": {"alias": "Ethernet1/1"}, "Ethernet-BP0": {}}},
             "asic1": {"PORT": {"Ethernet16": {"role": "Ext"}}},
             "asic2": {"SCHEDULER": {}}}
            """);

    assertThat(all.keySet()).containsExactly("asic0", "asic1", "asic2");
    SonicSnapshot sonicSnapshot = new SonicSnapshot(all);
    assertThat(sonicSnapshot.ports()).containsExactly("Ethernet0", "Ethernet16");
    assertThat(sonicSnapshot.fronts().keySet()).containsExactly("asic0", "asic1");
    assertThat(sonicSnapshot.of("Ethernet16")).isSameAs(all.get("asic1"));
    assertThat(CountersDb.command("asic1"))
        .isEqualTo("sudo ip netns exec asic1 sonic-db-dump -n COUNTERS_DB -y -k 'COUNTERS*'");
  }

  @Test
  void queuesOfALineCardAreThoseOfItsOwnSystemPorts() {
    ConfigDb db =
        db(
            """
            {"DEVICE_METADATA": {"localhost": {"hostname": "card-2", "asic_name": "Asic1"}},
             "PORT": {"Ethernet8": {}},
             "SCHEDULER": {"s": {"type": "STRICT"}, "t": {"type": "DWRR", "weight": "100"}},
             "WRED_PROFILE": {"W": {"ecn": "ecn_all", "wred_green_enable": "true",
               "green_min_threshold": "700000", "green_max_threshold": "7000000",
               "green_drop_probability": "9"}},
             "QUEUE": {"card-2|asic1|Ethernet8|4": {"scheduler": "s", "wred_profile": "W"},
                       "card-2|asic0|Ethernet8|2": {"scheduler": "t", "wred_profile": "W"},
                       "card-3|asic1|Ethernet8|5": {"scheduler": "t", "wred_profile": "W"}}}
            """);

    assertThat(EcnRows.read(db, "Ethernet8").setting().text()).isEqualTo("4=700KB..7MB@9%");
    assertThat(((Ets) EtsRows.read(db, "Ethernet8").setting()).selection())
        .startsWith(Collections.nCopies(4, Ets.Selection.VENDOR).toArray(Ets.Selection[]::new))
        .endsWith(
            Ets.Selection.STRICT, Ets.Selection.VENDOR, Ets.Selection.VENDOR, Ets.Selection.VENDOR);
    assertThatThrownBy(
            () -> EcnRows.write(db.copy(), "Ethernet8", Wishes.ecn(400_000, 1_600_000, 20)))
        .hasMessageContaining("card-2|asic1|Ethernet8|4, a queue of the chassis");
  }

  @Test
  void aQueueThatOneRowSchedulesAndAnotherMarksHasBoth() {
    ConfigDb db =
        db(
            """
            {"PORT": {"Ethernet8": {}},
             "SCHEDULER": {"s": {"type": "STRICT"}},
             "WRED_PROFILE": {"W": {"ecn": "ecn_all", "wred_green_enable": "true",
               "green_min_threshold": "700000", "green_max_threshold": "7000000",
               "green_drop_probability": "9"}},
             "QUEUE": {"Ethernet8|4": {"scheduler": "s"},
                       "Ethernet4,Ethernet8|3-4": {"wred_profile": "W"}}}
            """);

    assertThat(EcnRows.read(db, "Ethernet8").setting().text())
        .isEqualTo("3=700KB..7MB@9% 4=700KB..7MB@9%");
    assertThat(((Ets) EtsRows.read(db, "Ethernet8").setting()).selection().get(4))
        .isEqualTo(Ets.Selection.STRICT);
    assertThatThrownBy(() -> EcnRows.write(db.copy(), "Ethernet8", Ecn.of(Map.of())))
        .hasMessageContaining("split that row first");
  }

  @Test
  void aDatabaseThatIsCutAnywhereIsAnError() {
    String text = NESTED.strip();
    for (int cut = 0; cut < text.length(); cut++) {
      String part = text.substring(0, cut);
      assertThatThrownBy(() -> ConfigJson.parse("show", part)).isInstanceOf(DeviceException.class);
    }
    assertThatThrownBy(() -> ConfigJson.parse("show", text + "}"))
        .isInstanceOf(DeviceException.class);
    assertThatThrownBy(() -> ConfigJson.parse("show", "{\"PORT\": \"Ethernet0\"}"))
        .hasMessageContaining("PORT");
    assertThatThrownBy(() -> ConfigJson.parse("show", "{\"VLAN\": {}}"))
        .hasMessageContaining("the ports of the switch");
  }

  @Test
  void aSwitchOfFiveHundredPortsAndAHundredThousandOtherRowsIsReadAndChanged() {
    StringBuilder text = new StringBuilder("{\"ROUTE\": {");
    for (int n = 0; n < 100_000; n++) {
      text.append(n == 0 ? "" : ",").append("\"r").append(n).append("\":{\"a\":\"b\"}");
    }
    text.append("},\"SCHEDULER\":{\"s\":{\"type\":\"DWRR\",\"weight\":\"14\"}},\"PORT\":{");
    for (int n = 0; n < 512; n++) {
      text.append(n == 0 ? "" : ",").append("\"Ethernet").append(n).append("\":{\"mtu\":\"9100\"}");
    }
    text.append("},\"QUEUE\":{");
    for (int n = 0; n < 512 * 8; n++) {
      text.append(n == 0 ? "" : ",")
          .append("\"Ethernet" + n / 8 + "|" + n % 8 + "\":{\"scheduler\":\"s\"}");
    }
    ConfigDb db = db(text + "}}");

    ConfigDb draft = db.copy();
    EtsRows.write(draft, "Ethernet511", SonicLeaf.shares());
    OwnedRows.cleanUp(draft);

    assertThat(EtsRows.read(draft, "Ethernet511").setting()).isEqualTo(SonicLeaf.shares());
    assertThat(EtsRows.read(draft, "Ethernet510")).isEqualTo(EtsRows.read(db, "Ethernet510"));
    assertThat(Patch.operations("", db, draft))
        .hasSize(4 + 1 + 1 + 8)
        .first()
        .isEqualTo(
            "{\"op\":\"add\",\"path\":\"/PORT_QOS_MAP\",\"value\":{\"Ethernet511\":"
                + "{\"tc_to_queue_map\":\"losslessd-queue-01234567\"}}}");
  }

  @Test
  void theLastRowOfATableGoesWithItsTable() {
    ConfigDb db = new ConfigDb();
    db.set(new Row(Tables.SCHEDULER, "losslessd-strict"), "type", "STRICT");

    assertThat(Patch.operations("", db, new ConfigDb()))
        .containsExactly("{\"op\":\"remove\",\"path\":\"/SCHEDULER\"}");
  }

  @Test
  void weightsAreSharesOfAHundred() {
    assertThat(EtsRows.Shares.of(List.of(14, 14, 14, 15, 15, 14, 14, 0)))
        .containsExactly(14, 14, 14, 15, 15, 14, 14, 0);
    assertThat(EtsRows.Shares.of(List.of(50, 1, 1, 50, 1, 1, 0, 0)))
        .containsExactly(50, 0, 0, 50, 0, 0, 0, 0);
    assertThat(EtsRows.Shares.of(List.of(1, 1, 1, 0, 0, 0, 0, 0)))
        .containsExactly(34, 33, 33, 0, 0, 0, 0, 0);
    assertThat(EtsRows.Shares.of(List.of(0, 0, 0, 0, 0, 0, 0, 0))).containsOnly(0);
  }

  @Test
  void everyEntryNamesItsSourceAndNoOtherLineIsAllowed() {
    Ledger ledger = SonicLedger.LEDGER;
    assertThat(ledger.entries())
        .allSatisfy(entry -> assertThat(entry.source()).isNotBlank())
        .extracting(Ledger.Entry::id)
        .doesNotHaveDuplicates();
    for (String line :
        List.of(
            "sudo config reload -y </dev/null",
            "sudo config qos clear </dev/null",
            "sudo config interface mtu Ethernet0 9100; reboot </dev/null",
            "sudo sonic-db-cli CONFIG_DB hset 'WRED_PROFILE|AZURE_LOSSLESS' ecn ecn_none"
                + " </dev/null",
            "sudo sonic-db-cli CONFIG_DB hset 'PORT|Ethernet0' admin_status down </dev/null",
            "sudo sonic-db-cli CONFIG_DB del 'PFC_WD|GLOBAL' </dev/null",
            "echo '[]' > /etc/sonic/config_db.json",
            "echo '[$(reboot)]' > losslessd-r12.json",
            "rm -f /etc/sonic/config_db.json",
            "sudo pfcwd stop all </dev/null",
            "show runningconfiguration all")) {
      assertThat(ledger.find(line)).as(line).isEmpty();
    }
  }

  @Test
  void aValueThatAShellWouldReadIsNotWritten() {
    ConfigDb db = new ConfigDb();
    ConfigDb to = new ConfigDb();
    to.set(new Row(Tables.PORT_QOS_MAP, "Ethernet0"), "pfc_enable", "3'; reboot; '");

    assertThatThrownBy(() -> Patch.operations("", db, to))
        .hasMessageContaining("cannot be written");
    assertThat(OwnedRows.contents(new Row(Tables.WRED, "losslessd-1-2-3")))
        .hasValueSatisfying(all ->
            assertThat(all)
                .contains(Map.entry("ecn", "ecn_all"), Map.entry("green_min_threshold", "1")));
  }
}
