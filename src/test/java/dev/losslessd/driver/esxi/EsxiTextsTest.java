package dev.losslessd.driver.esxi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Caution;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Texts of our own in the format that hosts print. */
class EsxiTextsTest {
  private static final String NICS = Transcript.read(SwitchSystem.ESXI, "network-nic-list.txt");

  /** As hosts of version 5 print it. */
  private static final String OLD =
      Transcript.read(SwitchSystem.ESXI, "network-nic-list-of-version-5.txt");

  private static final String PAUSES =
      Transcript.read(SwitchSystem.ESXI, "network-nic-pauseparams-list.txt");

  private static final String DRIVER = Transcript.read(SwitchSystem.ESXI, "network-nic-get.txt");

  private static final String DCB =
      Transcript.read(SwitchSystem.ESXI, "network-nic-dcb-status-get.txt");

  private static final String STATS = Transcript.read(SwitchSystem.ESXI, "vsish-stats.txt");

  @Test
  void nicsOfNewAndOldHostsAreRead() {
    Map<String, Vmnic> all = Vmnic.parse(NICS);
    assertThat(all).containsOnlyKeys("vmnic0", "vmnic4", "vmnic5", "vusb0");
    assertThat(all.get("vmnic4"))
        .isEqualTo(new Vmnic("vmnic4", "nmlx5_core", true, 200_000, new Mtu(9000)));
    assertThat(all.get("vmnic5")).extracting(Vmnic::up).isEqualTo(false);
    assertThat(Vmnic.parse(OLD).get("vmnic0"))
        .isEqualTo(new Vmnic("vmnic0", "bnx2", true, 1000, new Mtu(1500)));
  }

  @Test
  void pauseIsReadByItsHeadings() {
    assertThat(Pause.parse(PAUSES))
        .containsEntry("vmnic0", new Pause(false, GlobalPause.OFF))
        .containsEntry("vmnic4", new Pause(true, new GlobalPause(true, false)));
    assertThat(Pause.parse(PAUSES.replace(" true     false ", " maybe    false ")))
        .containsOnlyKeys("vmnic0");
  }

  @Test
  void dcbxOfBeforeTheStandardIsACautionWithTheCure() {
    var printed =
        new EsxiSnapshot(
            Vmnic.parse(NICS),
            Pause.parse(PAUSES),
            Map.of(Module.NMLX5_CORE, new Options("")),
            Map.of(),
            Map.of("vmnic4", DcbStatus.parse("vmnic4", DCB)),
            OptionalLong.empty());

    DeviceId host = new DeviceId("esx1");
    assertThat(new EsxiSettings(host, new Boots(DeviceNotes.none())).pfc(printed, "vmnic4"))
        .isInstanceOfSatisfying(
            Reading.Value.class,
            value -> {
              Caution caution = value.caution().orElseThrow();
              assertThat(caution.rule()).isEqualTo(FindingRule.DCBX_CEE);
              assertThat(caution.message())
                  .startsWith("DCBX in CEE mode: a switch port that speaks IEEE 802.1Qaz agrees")
                  .endsWith("PFC here is " + value.text());
              assertThat(caution.rule().advice()).contains("IEEE DCBX");
            });
  }

  @Test
  void dcbStatusIsTolerantInItsLayoutAndStrictInItsValues() {
    PrioritySet set = PrioritySet.of(0, 5);
    assertThat(DcbStatus.parse("vmnic4", DCB))
        .isEqualTo(new EsxiSnapshot.Dcb.Runs(set, true, List.of(0L, 0L, 0L, 0L, 0L, 481L, 0L, 0L)));
    assertThat(DcbStatus.parse("vmnic4", DCB.replace("CEE", "IEEE")).cee()).isFalse();
    assertThat(
            DcbStatus.parse("vmnic4", DCB.replace("vmnic4:\n", "").replace("  ", "\t")).lossless())
        .isEqualTo(set);
    assertThat(
            DcbStatus.parse("vmnic4", "PFC configuration : 1,0,0,0,0,1,0,0\nPFC Enabled:true\n")
                .lossless())
        .isEqualTo(set);
    assertThat(DcbStatus.parse("vmnic4", DCB.replace("true", "false")).lossless())
        .isEqualTo(PrioritySet.NONE);
    for (String wrong :
        List.of(
            DCB.replace("true", "on"),
            DCB.replace("1 0 0 0 0 1 0 0", "1 0 0 0 0 1 0"),
            DCB.replace("1 0 0 0 0 1 0 0", "1 0 0 0 0 2 0 0"),
            DCB.replace("1 0 0 0 0 1 0 0", "0x21"),
            DCB.replace("vmnic4", "vmnic5"),
            DCB + DCB,
            DCB.replace("  PFC Enabled: true\n", ""),
            "")) {
      assertThatThrownBy(() -> DcbStatus.parse("vmnic4", wrong))
          .as(wrong)
          .isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void theDriverOfANicIsReadFromItsSection() {
    assertThat(DriverInfo.parse("vmnic4", DRIVER))
        .isEqualTo(new DriverInfo("0000:af:00:0", "nmlx5_core", "16.32.1010", "4.22.73.1004"));
    assertThat(DriverInfo.parse("vmnic4", DRIVER.replace("16.32.1010", "N/A")).firmware())
        .isEmpty();
    for (String wrong :
        List.of(
            DRIVER.replace("Driver Info", "Driver"),
            DRIVER.replace("         Driver: nmlx5_core\n", ""),
            DRIVER.replace("Bus Info", "Driver"),
            "")) {
      assertThatThrownBy(() -> DriverInfo.parse("vmnic4", wrong))
          .as(wrong)
          .isInstanceOf(DeviceException.class);
    }
    assertThat(Cuts.neverAnother(DRIVER, text -> DriverInfo.parse("vmnic4", text))).isPositive();
  }

  @Test
  void noCutTellsAnotherValue() {
    assertThat(Cuts.neverAnother(DCB, text -> DcbStatus.parse("vmnic4", text).lossless()))
        .isPositive();
    assertThat(
            Cuts.neverAnother(
                "nmlx5_core enabled = 1 options = 'pfctx=0x08 pfcrx=0x08'\n",
                Module.NMLX5_CORE::parse))
        .isPositive();
    noCutRow(NICS, text -> Vmnic.parse(text));
    noCutRow(PAUSES, text -> Pause.parse(text));
    noCutRow("device {\n" + STATS + "}\n", text -> EsxiCounters.parse("vmnic4", text));
  }

  /** Rows that came are whole, whatever else is missing. */
  private static <V> void noCutRow(String text, Function<String, Map<String, V>> parser) {
    Map<String, V> whole = parser.apply(text);
    for (int length = 0; length < text.length(); length++) {
      for (String cut : List.of(text.substring(0, length), text.substring(0, length) + "\n")) {
        try {
          assertThat(whole.entrySet()).as(cut).containsAll(parser.apply(cut).entrySet());
        } catch (DeviceException e) {
          assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED);
        }
      }
    }
  }

  @Test
  void aListThatLacksNicsOfTheOtherIsAnError() {
    String fewer = NICS.lines().limit(3).reduce("", (all, line) -> all + line + "\n");
    assertThatThrownBy(() ->
            new EsxiSnapshot(
                Vmnic.parse(fewer),
                Pause.parse(PAUSES),
                Map.of(),
                Map.of(),
                Map.of(),
                OptionalLong.empty()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("vmnic4");
  }

  @Test
  void pauseControlCountsWhereTheDriverPrintsNoOther() {
    Sweep sweep =
        EsxiCounters.sweep(
            PortId.parse("esx1:vmnic4"), EsxiCounters.parse("vmnic4", STATS), List.of(7L), 1, 2);
    assertThat(sweep.schema().counters())
        .filteredOn(counter -> counter.rawName().equals("rxPauseCtrlPhy"))
        .singleElement()
        .satisfies(counter -> assertThat(counter.signal()).isEqualTo(Signal.GLOBAL_PAUSE_FRAMES));
    assertThat(sweep.schema().counters())
        .extracting(counter -> counter.signal())
        .contains(Signal.PFC_PAUSE_TIME, Signal.PAUSE_STORM_WARNINGS, Signal.PAUSE_STORM_ERRORS);
    assertThat(sweep.schema().counters().getLast())
        .as("after the driver's own, which come first")
        .isEqualTo(
            Counter.of(
                Signal.PFC_PAUSE_FRAMES, Direction.TX, Priority.of(0), "Sent PFC Frames.0", 64));
    assertThat(sweep.value(sweep.schema().size() - 1)).isEqualTo(7);
  }

  @Test
  void parametersComeAndGoWithoutATraceOfThem() {
    for (String text : List.of("", "a=1", " a=1", "a=1 ", "a=1  b=2", "x_pfctx=1 pfctxx=2")) {
      Options options = new Options(text);
      assertThat(options.value("pfctx")).isEmpty();
      Options with = options.with("pfctx", "0x08");
      assertThat(with.value("pfctx")).contains("0x08");
      assertThat(with.without("pfctx")).isEqualTo(options);
      assertThat(with.with("pfcrx", "8").without("pfctx").without("pfcrx")).isEqualTo(options);
    }
    assertThatThrownBy(() -> new Options("pfctx=1 pfctx=2").value("pfctx"))
        .hasMessageContaining("twice");
  }
}
