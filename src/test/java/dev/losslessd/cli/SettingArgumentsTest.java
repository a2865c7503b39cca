package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.SettingKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingArgumentsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pfc          | 3             | {\"lossless\":[3]}",
        "pfc          | 4 0,3         | {\"lossless\":[0,3,4]}",
        "pfc          | none          | {\"lossless\":[]}",
        "pfc          | off           | {\"lossless\":[]}",
        "trust        | dscp          | {\"field\":\"dscp\"}",
        "dscp         | 26=3 048=6    | {\"map\":{\"26\":3,\"48\":6}}",
        "dscp         | 24-26=3 48=6  | {\"map\":{\"24\":3,\"25\":3,\"26\":3,\"48\":6}}",
        "dcqcn        | minTimeBetweenCnpsMicros=4 | {\"minTimeBetweenCnpsMicros\":4}",
        "dcqcn        | enabled=3,4 gd=10 | {\"enabled\":[3,4],\"gd\":10}",
        "dcqcn        | enabled=none  | {\"enabled\":[]}",
        "global-pause | off           | {\"receive\":false,\"send\":false}",
        "global-pause | on            | {\"receive\":true,\"send\":true}",
        "global-pause | rx            | {\"receive\":true,\"send\":false}",
        "global-pause | tx            | {\"receive\":false,\"send\":true}",
        "max-rate     | tc3=40gbit tc0=1500mbit tc7=64kbit |"
            + " {\"kbitPerSecond\":[1500000,0,0,40000000,0,0,0,64]}",
        "max-rate     | none          | {\"kbitPerSecond\":[0,0,0,0,0,0,0,0]}",
        "dcbx         | firmware      | {\"decider\":\"firmware\"}",
        "roce-tos     | 106           | {\"tos\":106}",
        "traffic-class | 104          | {\"value\":104}",
        "traffic-class | none         | {\"value\":-1}",
        "optional-counters | cc_tx_cnp_pkts,cc_rx_ce_pkts |"
            + " {\"on\":[\"cc_rx_ce_pkts\",\"cc_tx_cnp_pkts\"]}",
        "optional-counters | none     | {\"on\":[]}",
        "lossless     | none          | {\"priorities\":[]}",
        "ecn-count    | 3             | {\"priorities\":[3]}",
        "ecn          | off           | {\"marking\":{}}",
        "ecn          | 3=150000,1500000,10 06=0,0,0 |"
            + " {\"marking\":{\"3\":{\"minBytes\":150000,\"maxBytes\":1500000,\"probabilityPercent\":10},"
            + "\"6\":{\"minBytes\":0,\"maxBytes\":0,\"probabilityPercent\":0}}}",
        "mtu          | 9216          | {\"bytes\":9216}",
        "pfc-watchdog | on            | {\"on\":true}",
        "pfc-watchdog | off           | {\"on\":false}",
        "pfc-watchdog | on restoreMillis=300 action=drop |"
            + " {\"on\":true,\"restoreMillis\":300,\"action\":\"drop\"}",
        "rdma-dscp    | 026           | {\"dscp\":[26]}",
        "rdma-dscp    | none          | {\"dscp\":[]}",
        "firmware     | CNP_DSCP_P1=48 | {\"values\":{\"CNP_DSCP_P1\":\"48\"}}",
      })
  void wordsBecomeTheValue(String word, String words, String json) {
    assertThat(Json.compact(parse(word, words))).isEqualTo(json);
  }

  @Test
  void etsIsWholeOrRefused() {
    String all =
        "tc0=40% tc1=60% tc2=strict tc3=strict tc4=strict tc5=strict tc6=vendor tc7=cb-shaper";

    JsonValue ets = parse("ets", all + " prio-tc=0,0,0,0,1,0,2,0");

    assertThat(Json.compact(ets))
        .startsWith(
            "{\"classes\":[{\"selection\":\"ets\",\"bandwidthPercent\":40},"
                + "{\"selection\":\"ets\",\"bandwidthPercent\":60},"
                + "{\"selection\":\"strict\",\"bandwidthPercent\":0}")
        .endsWith("\"classOfPriority\":[0,0,0,0,1,0,2,0]}");
    assertThatThrownBy(() -> parse("ets", all)).hasMessageContaining("'prio-tc=' is missing");
    assertThatThrownBy(() -> parse("ets", all + " prio-tc=0,0,0,0,1,0,2,0 tc8=1%"))
        .hasMessageContaining("'tc8' is unknown");
  }

  @Test
  void headroomHasEightOfEach() {
    JsonValue headroom =
        parse("headroom", "prio-buffer=0,0,0,0,1,0,0,0 bytes=20480,4294967295,0,0,0,0,0,0");

    assertThat(Json.compact(headroom))
        .isEqualTo(
            "{\"bufferOfPriority\":[0,0,0,0,1,0,0,0],"
                + "\"bufferBytes\":[20480,4294967295,0,0,0,0,0,0]}");
    assertThatThrownBy(() -> parse("headroom", "prio-buffer=0,0,0 bytes=0,0,0,0,0,0,0,0"))
        .hasMessageContaining("has 3 numbers, expected 8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pfc          | 8           | outside 0..7",
        "pfc          | 3 none      | together",
        "pfc          | on          | expected a list",
        "trust        | vlan        | expected one of pcp, dscp",
        "dscp         | 64=3        | outside 0..63",
        "dscp         | 26=9        | outside 0..7",
        "dscp         | 26          | expected NAME=VALUE",
        "dscp         | 26=         | whole number",
        "dscp         | 26=3 26=4   | given twice",
        "dscp         | 26=3 026=4  | given twice",
        "dscp         | 9999999999=3 | too large",
        "dscp         | 0-9999999999=3 | too large",
        "dscp         | 31-24=3     | expected a range like 24-31",
        "dscp         | 24-31=3 26=4 | given twice",
        "dcqcn        | minTimeBetweenCnps=4 | write minTimeBetweenCnpsMicros",
        "dcqcn        | speed=4     | is unknown: expected enabled",
        "dcqcn        | gd=-1       | whole number",
        "dcqcn        | gd=1e3      | whole number",
        "global-pause | off on      | expected one of",
        "max-rate     | tc8=1gbit   | is unknown: expected tc0 to tc7",
        "max-rate     | tc3=40      | expected a rate like 40gbit",
        "max-rate     | tc3=5000gbit | outside 0..4294967295kbit",
        "max-rate     | tc3=1gbit tc3=2gbit | given twice",
        "dcbx         | nic         | expected one of host, firmware",
        "ecn          | 3=1,2       | expected",
        "ecn          | 3=1,2,3 03=1,2,3 | given twice",
        "ecn          | on          | expected",
        "mtu          | 1500 9216   | expected one word",
        "pfc-watchdog | yes         | expected one of on, off",
        "pfc-watchdog | off action=drop | off has no times",
        "pfc-watchdog | on speed=1  | is unknown: expected detectMillis, restoreMillis, action",
        "rdma-dscp    | 64          | outside 0..63",
        "roce-tos     | 256         | outside 0..255",
        "traffic-class | -1         | expected a whole number",
        "optional-counters | a b    | expected one word",
        "firmware     | cnp=48      | expected NAME=VALUE like CNP_DSCP_P1=48",
        "firmware     | A=$(reboot) | expected NAME=VALUE like CNP_DSCP_P1=48",
      })
  void anythingElseIsOneMessageWithAnExample(String word, String words, String message) {
    assertThatThrownBy(() -> parse(word, words))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith(word + ": ")
        .hasMessageContaining(message)
        .hasMessageContaining("; e.g. ");
  }

  private static JsonValue parse(String word, String words) {
    SettingKind kind = SettingKind.ofWord(word).orElseThrow();
    return SettingArguments.parse(kind, List.of(words.split(" ")));
  }
}
