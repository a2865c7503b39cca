package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Ets;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingExamples;
import dev.losslessd.model.SettingKind;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingJsonTest {
  @Test
  void jsonOfEveryKindStaysAsItIs() {
    SettingExamples.check("rest", SettingJson::text);
  }

  @ParameterizedTest
  @EnumSource
  void everySettingComesBackAsItWas(SettingKind kind) {
    Samples samples = new Samples(kind.word().hashCode());
    for (int i = 0; i < 500; i++) {
      Setting setting = samples.setting(kind);
      FieldErrors errors = new FieldErrors();

      byte[] bytes = Json.bytes(SettingJson.write(setting));

      assertThat(SettingReader.read(kind, Json.parse(bytes), "", errors)).contains(setting);
      assertThat(errors.all()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pfc          | {"lossless":[3,3]}                | lossless: names priority 3 twice
          pfc          | {"lossless":3}                    | lossless: is 3, expected an array
          pfc          | {"lossless":null}                 | lossless: is null, expected an array
          pfc          | {}                                | lossless: is missing
          pfc          | {"lossless":[3.0]}                | lossless[0]: is 3.0, expected a whole number of 0..7
          pfc          | {"lossless":[-1]}                 | lossless[0]: is -1, expected a whole number of 0..7
          pfc          | {"lossless":[99999999999999999999]} | lossless[0]: is 99999999999999999999, expected a whole number of 0..7
          trust        | {"field":"DSCP"}                  | field: is 'DSCP', expected one of pcp, dscp
          dscp         | {"map":{"64":1}}                  | map.64: is no DSCP, expected a whole number of 0..63
          dscp         | {"map":{"026":1}}                 | map.026: is no DSCP, expected a whole number of 0..63
          dscp         | {"map":{"26":8}}                  | map.26: is 8, expected a whole number of 0..7
          dscp         | {"map":[]}                        | map: is [], expected an object
          global-pause | {"receive":1,"send":true}         | receive: is 1, expected true or false
          lossless     | {"priorities":[8]}                | priorities[0]: is 8, expected a whole number of 0..7
          ecn          | {"marking":{"8":{}}}              | marking.8: is no priority, expected a whole number of 0..7
          ecn          | {"marking":{"3":{"minBytes":2,"maxBytes":1,"probabilityPercent":5}}} | marking.3.maxBytes: is 1, expected at least minBytes 2
          ecn          | {"marking":{"3":{}}}              | marking.3.minBytes: is missing; marking.3.maxBytes: is missing; marking.3.probabilityPercent: is missing
          ecn          | {"marking":{"3":7}}               | marking.3: is 7, expected an object
          ecn          | {"marking":{"3":{"minBytes":0,"maxBytes":1,"probabilityPercent":101,"x":1}}} | marking.3.probabilityPercent: is 101, expected a whole number of 0..100; marking.3.x: is unknown, expected one of minBytes, maxBytes, probabilityPercent
          rdma-dscp    | {"dscp":[26,27]}                  | dscp: has 2 elements, expected 0..1
          rdma-dscp    | {"dscp":[64]}                     | dscp[0]: is 64, expected a whole number of 0..63
          roce-tos     | {"tos":256}                       | tos: is 256, expected a whole number of 0..255
          traffic-class | {"value":-2}                     | value: is -2, expected a whole number of -1..255
          optional-counters | {"on":["a","b c",1]}         | on[1]: is 'b c', expected a name like cc_rx_ce_pkts; on[2]: is 1, expected a string
          firmware     | {"values":{"A":"x y","b":{"c":1},"C":2}} | values.A: is 'x y', expected an entry like CNP_DSCP_P1: "48"; values.b: is no name of an entry, expected an entry like CNP_DSCP_P1: "48"; values.C: is 2, expected a string
          mtu          | {"bytes":63}                      | bytes: is 63, expected a whole number of 64..65535
          max-rate     | {"kbitPerSecond":[0,0,0,4294967296,0,0,0,0]} | kbitPerSecond[3]: is 4294967296, expected a whole number of 0..4294967295
          max-rate     | {"kbitPerSecond":[40000000]}      | kbitPerSecond: has 1 elements, expected exactly 8
          dcbx         | {"decider":"nic"}                 | decider: is 'nic', expected one of host, firmware
          pfc-watchdog | {"on":"on"}                       | on: is "on", expected true or false
          dcqcn        | {"minTimeBetweenCnps":4}          | minTimeBetweenCnps: is unknown, did you mean 'minTimeBetweenCnpsMicros'?
          dcqcn        | {"enabled":null}                  | enabled: is null, expected an array
          dcqcn        | {"gd":9}                          | gd: is 9, expected a whole number of 10..11
          headroom     | {"bufferOfPriority":[0],"bufferBytes":[0,0,0,0,0,0,0,4294967296]} | bufferOfPriority: has 1 elements, expected exactly 8; bufferBytes[7]: is 4294967296, expected a whole number of 0..4294967295
          """)
  void whatIsWrongIsNamedWithItsValue(String word, String json, String expected) {
    FieldErrors errors = new FieldErrors();

    Optional<Setting> setting =
        SettingReader.read(
            SettingKind.ofWord(word).orElseThrow(),
            Json.parse(json.getBytes(StandardCharsets.UTF_8)),
            "",
            errors);

    assertThat(setting).isEmpty();
    assertThat(
            String.join(
                "; ", errors.all().stream().map(e -> e.field() + ": " + e.message()).toList()))
        .isEqualTo(expected);
  }

  @Test
  void etsErrorsNameTheClass() {
    FieldErrors errors = new FieldErrors();
    Setting even =
        new Ets(
            Collections.nCopies(8, Ets.Selection.ETS),
            List.of(30, 10, 10, 10, 10, 10, 10, 10),
            List.of(0, 1, 2, 3, 4, 5, 6, 7));
    String json =
        SettingJson.text(even)
            .replaceFirst("\"ets\"", "\"wrr\"")
            .replaceFirst("30", "101")
            .replaceFirst("\"classOfPriority\":\\[0", "\"classOfPriority\":[8");

    SettingReader.read(
        SettingKind.ETS, Json.parse(json.getBytes(StandardCharsets.UTF_8)), "value", errors);

    assertThat(errors.all().stream().map(Problem.FieldError::field))
        .containsExactly(
            "value.classes[0].selection",
            "value.classes[0].bandwidthPercent",
            "value.classOfPriority[0]");
    assertThat(errors.all().getFirst().message())
        .isEqualTo("is 'wrr', expected one of strict, cb-shaper, ets, vendor");
  }

  @Test
  void aHostileBodyGetsAShortAnswer() {
    FieldErrors errors = new FieldErrors();
    String json =
        "{\"lossless\":[],\"" + "x".repeat(5000) + "\":" + "[".repeat(200) + "]".repeat(200);

    SettingReader.read(
        SettingKind.PFC, Json.parse((json + "}").getBytes(StandardCharsets.UTF_8)), "", errors);

    assertThat(errors.all()).hasSize(1);
    assertThat(errors.all().getFirst().field()).hasSizeLessThan(100);
  }
}
