package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SwitchSystem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParsersTest {
  private static final String PFC =
      Transcript.read(SwitchSystem.NXOS, "show-interface-priority-flow-control-bitmaps.txt");

  private static final String FLOW =
      Transcript.read(SwitchSystem.NXOS, "show-interface-flowcontrol-desired.txt");

  @Test
  void theBitmapIsHexadecimalAndAbsentWhileOperIsOff() {
    Map<String, PfcTable.Row> rows = PfcTable.parsePfc(PFC).rows();

    assertThat(rows.get("Ethernet1/1"))
        .isEqualTo(new PfcTable.Row(PfcTable.Mode.AUTO, false, OptionalInt.empty(), 311, 42));
    assertThat(rows.get("Ethernet1/2"))
        .isEqualTo(new PfcTable.Row(PfcTable.Mode.ON, true, OptionalInt.of(0x18), -1, 7));
    assertThat(rows.get("Ethernet1/3/2"))
        .isEqualTo(new PfcTable.Row(PfcTable.Mode.OFF, false, OptionalInt.empty(), 0, 0));
  }

  @Test
  void pauseIsWhatIsSetNotWhatIsNegotiated() {
    assertThat(PauseTable.parsePause(FLOW).rows())
        .containsExactly(
            Map.entry("Ethernet1/1", new PauseTable.Row(new GlobalPause(true, false), 0, 0)),
            Map.entry("Ethernet1/2", new PauseTable.Row(new GlobalPause(false, true), 5, 6)));
  }

  @Test
  void aTableThatIsCutNamesTheLineOrTellsNoOtherSetting() {
    Map<String, PfcTable.Row> whole = PfcTable.parsePfc(PFC).rows();
    for (int end = 0; end < PFC.length(); end++) {
      try {
        PfcTable.parsePfc(PFC.substring(0, end))
            .rows()
            .forEach((port, row) -> {
              PfcTable.Row right = Objects.requireNonNull(whole.get(port));
              assertThat(row.runs()).isEqualTo(right.runs());
              assertThat(row.bitmap()).isEqualTo(right.bitmap());
            });
      } catch (DeviceException e) {
        assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED);
        assertThat(e).hasMessageStartingWith("'show interface priority-flow-control' printed '");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ethernet1/9 Auto On 1 2",
        "Ethernet1/9 Auto Off (8) 1 2",
        "Ethernet1/9 Maybe Off 1 2",
        "Ethernet1/9 On On (8) -1 2",
        "Ethernet1/9 On On (8) 99999999999999999999 2",
        "Ethernet1/1 On On (8) 1 2"
      })
  void aRowThatNoSwitchPrintsIsTheErrorOfItsPortAlone(String line) {
    PortRows<PfcTable.Row> table = PfcTable.parsePfc(PFC + line);

    assertThatThrownBy(() -> table.row(line.substring(0, line.indexOf(' '))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(line);
    assertThat(table.row("Ethernet1/2").received()).isEqualTo(-1);
  }

  @Test
  void severalPrioritiesMayPauseInOneClass() {
    assertThat(NetworkQos.parse(NOTHING, nq("pause pfc-cos 3-4", "mtu 9216")))
        .isEqualTo(new Lossless(PrioritySet.of(3, 4)));
    assertThatThrownBy(() -> NetworkQos.parse(NOTHING, nq("pause pfc-cos 9")))
        .hasMessageContaining("pause pfc-cos 9");
    assertThatThrownBy(() -> NetworkQos.parse(NOTHING, nq("pause buffer-size 1")))
        .hasMessageContaining("pause buffer-size 1");
  }

  private static final ConfigTree NOTHING = ConfigTree.parse(List.of());

  private static QosPolicy nq(String... body) {
    return new QosPolicy(
        QosPolicy.Kind.NETWORK_QOS, "X", Optional.empty(), Map.of("c-8q-nq3", List.of(body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "random-detect minimum-threshold 900 kbytes maximum-threshold 300 kbytes"
            + " drop-probability 7 weight 0 ecn",
        "random-detect minimum-threshold 150 kbytes maximum-threshold 300 kbytes"
            + " drop-probability 101 weight 0 ecn"
      })
  void thresholdsThatMakeNoSenseAreGarbled(String line) {
    assertThatThrownBy(() -> Queuing.parseMarking(Map.of(3, List.of(line))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(line.substring(0, 60));
  }

  @Test
  void wredWithoutEcnDropsAndIsNoMarking() {
    String line =
        "random-detect minimum-threshold 150 kbytes maximum-threshold 300 kbytes"
            + " drop-probability 7 weight 0";

    assertThat(Queuing.parseMarking(Map.of(3, List.of(line))).marking()).isEmpty();
  }
}
