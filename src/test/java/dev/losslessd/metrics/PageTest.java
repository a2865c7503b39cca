package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Health;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Schema;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final PortId LEAF_PORT = PortId.parse("leaf1:Ethernet1/1");
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Counter.of(
                  Signal.PFC_PAUSE_FRAMES, Direction.RX, Priority.of(3), "rx_prio3_pause", 64),
              Counter.of(
                  Signal.PFC_PAUSE_TIME,
                  Direction.RX,
                  Priority.of(3),
                  "rx_prio3_pause_duration",
                  64),
              Counter.of(Signal.OUT_OF_SEQUENCE, "out_of_sequence", 32)));

  private final LatestCounters latestCounters = new LatestCounters();

  @Test
  void aSweepIsOnThePageWithLabelsAndBaseUnits() {
    latestCounters.accept(sweep(12, 1_500_000, 7));

    assertThat(page())
        .contains(
            "roce_pfc_pause_frames_total{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\","
                + "direction=\"rx\",priority=\"3\"} 12\n")
        .contains(
            "roce_pfc_pause_seconds_total{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\","
                + "direction=\"rx\",priority=\"3\"} 1.500000\n")
        .contains("# TYPE roce_out_of_sequence_total counter\n");
  }

  @Test
  void aMissingValueIsNoSeriesAndNeverZero() {
    latestCounters.accept(
        new Sweep(PORT, SCHEMA, new long[] {0, 5, 6}, new byte[] {1, 0, 0}, 1000, 1));

    assertThat(page()).doesNotContain("roce_pfc_pause_frames_total").contains("0.000005");
  }

  @Test
  void aValueThatCouldNotBeReadStaysAndGoesOnFromThere() {
    latestCounters.accept(sweep(12, 0, 0));
    latestCounters.accept(new Sweep(PORT, SCHEMA, new long[3], new byte[] {2, 2, 2}, 2000, 2));
    assertThat(page()).contains("priority=\"3\"} 12\n");

    latestCounters.accept(sweep(13, 0, 0));
    assertThat(page())
        .contains("priority=\"3\"} 13\n")
        .contains("roce_resets_total{device=\"gpu01\",port=\"ens1f0np0\"} 0\n");
  }

  @Test
  void aThirtyTwoBitCounterGoesOnPastItsWrap() {
    latestCounters.accept(sweep(0, 0, 0xffff_fff0L));
    latestCounters.accept(sweep(0, 0, 5));

    assertThat(page())
        .contains(
            "roce_out_of_sequence_total{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\"}"
                + " 4294967301\n");
    assertThat(page()).contains("roce_resets_total{device=\"gpu01\",port=\"ens1f0np0\"} 0\n");
  }

  @Test
  void aCounterThatFellBackIsAResetAndIsCounted() {
    latestCounters.accept(sweep(100, 0, 1000));
    latestCounters.accept(sweep(3, 0, 1001));

    assertThat(page())
        .contains("priority=\"3\"} 3\n")
        .contains("roce_resets_total{device=\"gpu01\",port=\"ens1f0np0\"} 1\n");
  }

  @Test
  void aSchemaThatLosesColumnsKeepsTheCarryOfTheOthers() {
    latestCounters.accept(sweep(1, 1, 0xffff_ffffL));
    latestCounters.accept(sweep(1, 1, 1));
    Schema less = new Schema(List.of(SCHEMA.counters().get(2)));
    latestCounters.accept(new Sweep(PORT, less, new long[] {2}, new byte[] {0}, 3000, 3));

    assertThat(page()).contains("} 4294967298\n").doesNotContain("roce_pfc_pause_frames_total");
  }

  @Test
  void microsecondsAreExactSecondsWhateverTheirSize() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      long micros = random.nextLong() >>> random.nextInt(64);
      BigInteger unsigned = new BigInteger(Long.toUnsignedString(micros));
      assertThat(new BigDecimal(value(micros, true)).movePointRight(6).toBigIntegerExact())
          .isEqualTo(unsigned);
      assertThat(value(micros, false)).isEqualTo(Long.toUnsignedString(micros));
    }
    assertThat(value(0, true)).isEqualTo("0.000000");
    assertThat(value(0, false)).isEqualTo("0");
    assertThat(value(-1, false)).isEqualTo("18446744073709551615");
  }

  private static String value(long value, boolean micros) {
    return Pages.written(text -> text.series(new byte[0], 0, 0, value, micros)).strip();
  }

  @Test
  void whatIsLargerThanTheBufferGoesOutInOrder() {
    String large = "y".repeat(100_000);
    String other = "\u00e9".repeat(20_000);

    assertThat(
            Pages.written(text -> {
              text.family("a", "gauge", "A");
              text.sample("1", "x", large);
              text.sample(other);
              text.bytes(new byte[] {'c', '\n'});
              text.sample("2");
            }))
        .isEqualTo(
            "# HELP a A\n# TYPE a gauge\na{x=\"" + large + "\"} 1\na " + other + "\nc\na 2\n");
  }

  @Test
  void labelsAreEscaped() {
    assertThat(Pages.written(text -> text.sample("1", "a", "q\"b\\n\nx\u00e9")))
        .isEqualTo("{a=\"q\\\"b\\\\n\\nx\u00e9\"} 1\n");
  }

  @Test
  void openMetricsNamesFamiliesWithoutTotalAndEnds() {
    latestCounters.accept(sweep(12, 1_500_000, 7));

    String open = Pages.text(open(), PageRequest.of(PageFormat.OPENMETRICS));

    assertThat(open)
        .contains("# TYPE roce_out_of_sequence counter\nroce_out_of_sequence_total{")
        .contains("# TYPE roce_target_up gauge\n")
        .endsWith("own_meter 1\n# EOF\n");
    assertThat(PageFormat.accepted("application/openmetrics-text;version=1.0.0,text/plain;q=0.5"))
        .isEqualTo(PageFormat.OPENMETRICS);
    assertThat(PageFormat.accepted("text/plain, */*")).isEqualTo(PageFormat.PROMETHEUS);
  }

  @Test
  void protobufHasTheFamiliesAndValuesOfTheText() throws IOException {
    latestCounters.accept(sweep(12, 1_500_000, 7));
    Page page = open();

    List<String> messages = Families.lines(Pages.bytes(page, PageRequest.of(PageFormat.PROTOBUF)));

    List<String> lines = Families.lines(page());
    assertThat(messages)
        .contains("# TYPE roce_pfc_pause_seconds_total counter", "# TYPE roce_target_up gauge")
        .containsAll(lines.stream().filter(line -> line.startsWith("roce_")).toList());
  }

  @Test
  void aPortThatComesAndOneThatGoesAreFollowed() {
    latestCounters.accept(sweep(1, 1, 1));
    Page page = open();
    assertThat(counters(page)).containsOnly("ens1f0np0");
    PortId other = PortId.parse("gpu01:ens9f0np0");

    latestCounters.accept(new Sweep(other, SCHEMA, new long[3], new byte[3], 1000, 1));
    assertThat(counters(page)).containsOnly("ens1f0np0", "ens9f0np0");

    latestCounters.forget(PORT);
    assertThat(counters(page)).containsOnly("ens9f0np0");
  }

  private static Stream<String> counters(Page page) {
    return Pages.text(page, PageRequest.of(PageFormat.PROMETHEUS))
        .lines()
        .filter(line -> line.startsWith("roce_pfc_pause_frames_total{"))
        .map(line -> line.replaceAll(".*port=\"([^\"]*)\".*", "$1"));
  }

  @Test
  void ofTwoReadersOfOneCounterTheMainOneCountsWhileItHasAValue() {
    Schema slow = new Schema(SCHEMA.counters(), "cli");
    latestCounters.accept(new Sweep(PORT, slow, new long[] {70, 0, 0}, new byte[3], 1000, 1));
    latestCounters.accept(sweep(60, 0, 0));
    assertThat(page()).contains("priority=\"3\"} 60\n").doesNotContain("} 70\n");

    latestCounters.accept(new Sweep(PORT, SCHEMA, new long[3], new byte[] {1, 0, 0}, 2000, 2));
    assertThat(page()).contains("priority=\"3\"} 70\n");
  }

  @Test
  void everySignalHasAFamilyWithHelpAndACountersName() {
    for (Signal signal : EnumSet.complementOf(EnumSet.of(Signal.OTHER))) {
      assertThat(Catalogue.of(signal).name()).matches("roce_[a-z_]+_total");
      assertThat(Catalogue.of(signal).help()).isNotBlank().endsWith(".");
    }
  }

  @Test
  void thePageShowsPfcAsReadBackAndWhatDrifts() {
    assertThat(page())
        .contains(
            "roce_pfc_enabled{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",priority=\"3\"} 1\n")
        .contains(
            "roce_pfc_enabled{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",priority=\"4\"} 0\n")
        .contains(
            "roce_config_drift{device=\"gpu01\",port=\"ens1f0np0\",target=\"gpu01:ens1f0np0\",setting=\"ets\"}"
                + " 1\n")
        .contains(
            "roce_port_speed_bytes_per_second{device=\"leaf1\",port=\"Ethernet1/1\",poller=\"gpu01\"}"
                + " 12500000000\n")
        .contains(
            "roce_findings_open{severity=\"warning\"} 1\n", "_open{severity=\"critical\"} 0\n")
        .contains("roce_target_up{device=\"gpu01\",port=\"ens1f0np0\"} 0\n")
        .contains(
            "roce_link_contract{a=\"gpu01:ens1f0np0\",b=\"leaf1:Ethernet1/1\",check=\"pfc\",device=\"gpu01\",port=\"ens1f0np0\",poller=\"gpu01\"}"
                + " 1\n")
        .contains(
            "roce_link_contract{a=\"gpu01:ens1f0np0\",b=\"leaf1:Ethernet1/1\",check=\"mtu\",device=\"gpu01\",port=\"ens1f0np0\",poller=\"gpu01\"}"
                + " 0\n")
        .contains(
            "roce_device_labels{device=\"leaf1\",label_rail=\"0\",label_row=\"a \\\"b\\\"\"} 1\n")
        .contains("roce_port_labels{device=\"gpu01\",port=\"ens1f0np0\",label_rail=\"1\"} 1\n")
        .contains("roce_port_active{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\"} 1\n")
        .contains(
            "roce_port_active{device=\"leaf1\",port=\"Ethernet1/1\",end=\"switch\",poller=\"gpu01\"}"
                + " 0\n")
        .contains("roce_ports_found{device=\"gpu01\"} 1\n")
        .contains("roce_ports_expected{device=\"gpu01\"} 8\n")
        .contains("roce_settings{device=\"gpu01\",state=\"unknown\"} 4\n")
        .contains("own_meter 1\n");
  }

  private static Sweep sweep(long frames, long micros, long outOfSequence) {
    return new Sweep(
        PORT, SCHEMA, new long[] {frames, micros, outOfSequence}, new byte[3], 1000, 1);
  }

  private String page() {
    return Pages.text(open(), PageRequest.of(PageFormat.PROMETHEUS));
  }

  private Page open() {
    Instant now = Instant.ofEpochSecond(1_800_000_000L);
    Observed observed =
        new Observed(
            Target.port(PORT),
            Map.of(SettingKind.PFC, new Reading.Value(new Pfc(PrioritySet.of(3)))));
    Facts facts =
        new Facts(
            now,
            PORT.device(),
            List.of(Nics.full(PORT, Nic.Role.PHYSICAL)),
            List.of(new Health(PORT, "", false, Optional.of(now), "gone", 3, false)),
            List.of(new Observation(observed, now)),
            List.of(
                new Finding(
                    FindingRule.DRIFT,
                    Finding.Severity.WARNING,
                    PORT + " ets",
                    "differs",
                    "mend it",
                    now)),
            List.of(
                new LinkCheck(PORT, LEAF_PORT, "pfc", true),
                new LinkCheck(PORT, LEAF_PORT, "mtu", false)),
            Map.of(LEAF_PORT, new LinkReading(false, 1)),
            Map.of(LEAF_PORT, 100_000L),
            new PollStats(
                List.of(
                    new PollCost(
                        new DeviceId("leaf1"), "", OptionalDouble.of(0.25), 1, 40, 2, 0, 0)),
                List.of(new PollRate(PORT, "fast", 0.05, 0.2, 0.004)),
                List.of(Bursts.ofCnps(PORT))),
            Set.of(),
            List.of(),
            new LabelFacts(
                new TreeMap<>(Map.of(new DeviceId("leaf1"), Map.of("rail", "0", "row", "a \"b\""))),
                new TreeMap<>(Map.of(PORT, Map.of("rail", "1")))),
            new StateFacts(
                new DeviceId("gpu01"),
                new TreeMap<>(Map.of(new DeviceId("gpu01"), Map.of(SettingState.UNKNOWN, 4))),
                new PortCount(1, OptionalInt.of(8)),
                List.of(
                    new ReadyCheck("pcie-link", PORT.name(), false),
                    new ReadyCheck("gpu-distance", "0000:19:00.0", true),
                    new ReadyCheck("governor", "", true))));
    return new Page(
        latestCounters, () -> facts, () -> ManagementFacts.NONE, Pages::own, () -> 100_000);
  }
}
