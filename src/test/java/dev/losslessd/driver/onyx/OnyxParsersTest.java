package dev.losslessd.driver.onyx;

import static dev.losslessd.driver.onyx.Transcripts.LEAF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts of Onyx, read by one parser each. */
class OnyxParsersTest {
  private static final String PORT = "Eth1/3";
  private static final Pfc THREE_AND_FIVE = new Pfc(PrioritySet.of(3, 5));

  @Test
  void anotherSystemIsNotTakenForOnyx() {
    assertThat(OnyxShows.release(Transcripts.VERSION)).isEqualTo("3.10.4206");
    assertThatThrownBy(
            () -> OnyxShows.release(Transcripts.VERSION.replace("Onyx", "SwitchX Toaster")))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("SwitchX Toaster")
        .hasMessageContaining("os: onyx");
  }

  @Test
  void portsHaveMtuAndPauseAndVlansAreNone() {
    Interfaces all = Interfaces.parse(Transcripts.INTERFACES);

    assertThat(all.ports()).containsOnlyKeys("Eth1/3", "Eth1/4/2");
    assertThat(all.mtu(PORT)).isEqualTo(new Mtu(9216));
    assertThat(all.pause("Eth1/4/2")).isEqualTo(new GlobalPause(true, false));
    assertThatThrownBy(() -> all.mtu("Eth1/9")).hasMessageContaining("Eth1/9");
  }

  @Test
  void anOddRowReachesNoOtherPort() {
    String text = Transcripts.INTERFACES;
    Interfaces nameless = Interfaces.parse(text.replace("\"header\": \"Eth1/4/2\",", ""));
    assertThat(nameless.mtu(PORT)).isEqualTo(new Mtu(9216));
    Interfaces member = Interfaces.parse(text.replace("Eth1/4/2", "Eth1/4/2 (Po7)"));
    assertThat(member.pause("Eth1/4/2")).isEqualTo(new GlobalPause(true, false));
    Interfaces twice = Interfaces.parse(text.replace("Vlan 12", "Eth1/4/2"));
    assertThat(twice.ports()).containsOnlyKeys("Eth1/3", "Eth1/4/2");
    assertThat(twice.mtu(PORT)).isEqualTo(new Mtu(9216));
    assertThatThrownBy(() -> twice.mtu("Eth1/4/2")).hasMessageContaining("each port once");
  }

  @Test
  void pauseThatIsNotPrintedIsAnErrorAndNotOff() {
    String text = Transcripts.INTERFACES.replace("\"Flow-control\": \"receive off send off\",", "");

    assertThatThrownBy(() -> Interfaces.parse(text).pause(PORT))
        .hasMessageContaining("Flow-control");
  }

  @Test
  void prioritiesComeFromTheHeadAndWhetherFromThePort() {
    PfcTable table = PfcTable.parse(Transcripts.PFC);

    assertThat(table.lossless()).isEqualTo(new Lossless(PrioritySet.of(3, 5)));
    assertThat(table.pfc(PORT)).isEqualTo(new Reading.Value(THREE_AND_FIVE));
    assertThat(table.pfc("Eth1/4/2")).isEqualTo(new Reading.Value(Pfc.OFF));
    assertThat(table.pfc("Eth1/5"))
        .isEqualTo(new Reading.Value(THREE_AND_FIVE, "", "oper Disabled"));
    assertThatThrownBy(() -> table.pfc("Eth1/9")).hasMessageContaining("Eth1/9");
    PfcTable strange = PfcTable.parse(Transcripts.PFC.replace("Auto", "Maybe"));
    assertThat(strange.pfc(PORT)).isEqualTo(table.pfc(PORT));
    assertThatThrownBy(() -> strange.pfc("Eth1/4/2")).hasMessageContaining("Maybe");
  }

  @Test
  void withoutPfcOfTheSwitchNoPortHasAny() {
    PfcTable table = PfcTable.parse(Transcripts.PFC.replace("\"enabled\"", "\"disabled\""));

    assertThat(table.lossless()).isEqualTo(Lossless.NONE);
    assertThat(table.pfc(PORT).inForce()).contains(Pfc.OFF);
  }

  @Test
  void theTextTellsTheSame() {
    PfcTable text = PfcTable.parseText(Transcripts.PFC_TEXT);

    assertThat(text.pfc(PORT)).isEqualTo(PfcTable.parse(Transcripts.PFC).pfc(PORT));
    assertThat(text.ports()).containsOnlyKeys("Eth1/3", "Eth1/4/2", "Po7");
    PfcTable none =
        PfcTable.parseText(
            Transcripts.PFC_TEXT
                .replace("Enabled List: 3 5", "Enabled List:")
                .replace("0 1 2 4 6 7", "0 1 2 3 4 5 6 7"));
    assertThat(none.lossless()).isEqualTo(Lossless.NONE);
  }

  @Test
  void aRowThatIsNotUnderstoodIsOfItsOwnPortAlone() {
    for (String row :
        List.of(
            "Eth1/4/2 (Po3)   Auto             Disabled",
            "Eth1/4/2         Auto             Suspended",
            "Eth1/4/2         Auto",
            "Eth1/4/2         Auto             Disabled  dcbx",
            "Eth1/4/2         On               Enabled\n"
                + "Eth1/4/2         On               Enabled")) {
      PfcTable table =
          PfcTable.parseText(Transcripts.PFC_TEXT.replaceAll("(?m)^Eth1/4/2 .*$", row));

      assertThat(table.pfc(PORT)).as(row).isEqualTo(new Reading.Value(THREE_AND_FIVE));
      assertThat(table.lossless()).as(row).isEqualTo(new Lossless(PrioritySet.of(3, 5)));
      assertThatThrownBy(() -> table.pfc("Eth1/4/2"))
          .as(row)
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("Eth1/4/2");
    }
    for (String row :
        List.of(
            "\"Eth1/4/2\": [ { \"PFC admin\": \"On\" } ]",
            "\"Eth1/4/2\": [ { \"PFC admin\": \"On\", \"PFC oper\": \"N/A\" } ]",
            "\"Eth1/4/2 (Po3)\": [ { \"PFC admin\": \"On\", \"PFC oper\": \"Enabled\" } ]",
            "\"Eth1/4/2\": \"member of Po3\"")) {
      PfcTable table = PfcTable.parse(Transcripts.PFC.replaceAll("\"Eth1/4/2\": \\[.*?\\]", row));

      assertThat(table.pfc(PORT)).as(row).isEqualTo(new Reading.Value(THREE_AND_FIVE));
      assertThatThrownBy(() -> table.pfc("Eth1/4/2"))
          .as(row)
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("Eth1/4/2");
    }
  }

  @Test
  void portsAloneTellNoPriority() {
    PfcTable table = PfcTable.parse(Transcripts.PFC_PORTS);

    assertThat(table.head()).isEmpty();
    assertThatThrownBy(() -> table.pfc(PORT)).isInstanceOf(DeviceException.class);
    assertThat(table.pfc("Eth1/4/2").inForce()).contains(Pfc.OFF);
  }

  @Test
  void bothListsTogetherAreAllPriorities() {
    assertThatThrownBy(() -> PfcTable.parse(Transcripts.PFC.replace("\"3 5\"", "\"3\"")))
        .hasMessageContaining("all 8, each once");
    assertThatThrownBy(() -> PfcTable.parse(Transcripts.PFC.replace("\"3 5\"", "\"3 9\"")))
        .hasMessageContaining("priorities 0..7");
  }

  @Test
  void trustAndBothMapsAreRead() {
    QosTable table = QosTable.parse(PORT, Transcripts.qos("L3"));

    assertThat(table.trust()).isEqualTo(new Trust(Trust.Field.DSCP));
    assertThat(table.dscp().entries()).hasSize(64).containsEntry(Dscp.of(26), Priority.of(3));
    assertThat(table.classOfPriority()).containsExactly(0, 1, 2, 3, 4, 5, 6, 6);
    assertThat(QosTable.parse(PORT, Transcripts.qos("L2")).trust())
        .isEqualTo(new Trust(Trust.Field.PCP));
    assertThatThrownBy(() -> QosTable.parse(PORT, Transcripts.qos("port")).trust())
        .hasMessageContaining("L2, L3 or both");
    assertThatThrownBy(() -> QosTable.parse("Eth1/4", Transcripts.qos("L3")))
        .hasMessageContaining("Eth1/4");
  }

  @Test
  void aPriorityWithoutClassIsAnError() {
    String text = Transcripts.qos("L3").replace("\"TC\": \"5\"", "\"TC\": \"-\"");

    assertThatThrownBy(() -> QosTable.parse(PORT, text).classOfPriority())
        .hasMessageContaining("TC");
  }

  @Test
  void sharesAndStrictClassesAreRead() {
    var ets = EtsTable.parse(PORT, Transcripts.ETS, List.of(0, 1, 2, 3, 4, 5, 6, 6));

    assertThat(ets.text())
        .isEqualTo(
            "tc0=10% tc1=10% tc2=10% tc3=40% tc4=10% tc5=10% tc6=strict tc7=10%"
                + " prio-tc=0,1,2,3,4,5,6,6");
    assertThatThrownBy(
            () -> EtsTable.parse(PORT, Transcripts.ETS.replace("\"4\": [", "\"8\": ["), List.of()))
        .hasMessageContaining("traffic class 4");
  }

  @Test
  void marksAreToldInItsOwnWordsAndNeverConverted() {
    Congestion marking = Congestion.parse(PORT, Transcripts.CONGESTION);

    assertThatThrownBy(marking::ecn)
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("TC-3 marks from 150 KB to 1500 KB (absolute)");
    assertThat(Congestion.parse(PORT, Transcripts.CALM).ecn()).isEqualTo(Ecn.OFF);
  }

  @Test
  void whatOneClassMarkedAndWredDroppedIsCounted() {
    QueueCell marked = new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, 3);
    QueueCell dropped = new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1);

    assertThat(Congestion.parse(PORT, Transcripts.CONGESTION).cells())
        .containsEntry(marked, 8812L)
        .containsEntry(dropped, 6L);
    String two =
        Transcripts.CONGESTION.replace(
            "\"TC-5\", \"Mode\": \"none\"",
            "\"TC-5\", \"Mode\": \"ECN\", \"RED dropped packets\": \"4\"");
    assertThat(Congestion.parse(PORT, two).cells())
        .doesNotContainKey(marked)
        .containsEntry(dropped, 10L);
  }

  @Test
  void anotherPortsCongestionIsAnError() {
    assertThatThrownBy(() -> Congestion.parse("Eth1/4", Transcripts.CONGESTION))
        .hasMessageContaining("1/3");
  }

  @Test
  void losslessPoolsAreTold() {
    assertThat(TrafficPools.parse(Transcripts.POOLS)).isEqualTo("pool roce for 3,5, 7.1M");
  }

  @Test
  void neighboursOfFrontPanelPortsAreRead() {
    List<Neighbour> heard = LldpRemote.parse(LEAF, Transcripts.LLDP);

    assertThat(heard)
        .containsExactlyInAnyOrder(
            new Neighbour(new PortId(LEAF, "Eth1/3"), "b8:ce:f6:01:02:03", "b8:ce:f6:01:02:04"),
            new Neighbour(new PortId(LEAF, "Eth1/4/2"), "spine2", "Ethernet 0/52"));
    assertThat(LldpRemote.parseText(LEAF, Transcripts.LLDP_TEXT))
        .containsExactlyInAnyOrderElementsOf(heard);
  }

  @Test
  void noCutTellsAnotherValue() {
    List<Integer> classes = List.of(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(
            Cuts.neverAnother(Transcripts.VERSION, OnyxShows::release)
                + Cuts.neverAnother(Transcripts.INTERFACES, t -> Interfaces.parse(t).mtu(PORT))
                + Cuts.neverAnother(Transcripts.PFC, t -> PfcTable.parse(t).pfc(PORT))
                + Cuts.neverAnother(Transcripts.PFC_TEXT, t -> PfcTable.parseText(t).pfc(PORT))
                + Cuts.neverAnother(Transcripts.PFC_TEXT, t -> PfcTable.parseText(t).lossless())
                + Cuts.neverAnother(Transcripts.qos("both"), t -> QosTable.parse(PORT, t).dscp())
                + Cuts.neverAnother(Transcripts.ETS, t -> EtsTable.parse(PORT, t, classes))
                + Cuts.neverAnother(Transcripts.CONGESTION, t -> Congestion.parse(PORT, t).cells())
                + Cuts.neverAnother(Transcripts.POOLS, TrafficPools::parse)
                + Cuts.neverAnother(Transcripts.LLDP, t -> LldpRemote.parse(LEAF, t)))
        .isGreaterThan(1_500);
  }

  @Test
  void aTableThatIsCutWithinALineIsAnError() {
    String text = Transcripts.LLDP_TEXT;

    assertThatThrownBy(() -> LldpRemote.parseText(LEAF, text.substring(0, text.length() - 3)))
        .isInstanceOf(DeviceException.class);
    assertThatThrownBy(() -> PfcTable.parseText(Transcripts.PFC_TEXT.stripTrailing()))
        .isInstanceOf(DeviceException.class);
  }
}
