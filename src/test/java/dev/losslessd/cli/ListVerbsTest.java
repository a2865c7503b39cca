package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of ports, devices and of counters that are not zero. */
class ListVerbsTest extends OnCannedDaemon {
  private static final String COUNTERS = "GET /api/v1/counters";

  private static final String NEAR =
      """
      {"port":"node7:ens3f0np0","device":"node7","end":"nic","active":true,"rateMbps":100000,
       "peer":"leaf7:Ethernet1/3","labels":{}}\
      """;
  private static final String IDLE =
      """
      {"port":"node7:ens3f1np1","device":"node7","end":"nic","active":false,"rateMbps":null,
       "peer":null,"labels":{}}\
      """;
  private static final String FAR =
      """
      {"port":"leaf7:Ethernet1/3","device":"leaf7","end":"switch","active":null,"rateMbps":2500,
       "peer":"node7:ens3f0np0","labels":{}}\
      """;

  @Test
  void portsHaveTheirRdmaDeviceAndTheVerdictOnTheirLink() {
    daemon
        .on("GET /api/v1/ports", 200, Canned.items(FAR, NEAR, IDLE))
        .on("GET /api/v1/ports?device=leaf7", 200, Canned.items(FAR))
        .on("GET /api/v1/ports?device=node8", 200, Canned.items())
        .on(
            "GET /api/v1/nics",
            200,
            Canned.items(
                "{\"port\":\"node7:ens3f0np0\",\"rdmaDevice\":\"mlx5_0\"}",
                "{\"port\":\"node7:ens3f1np1\",\"rdmaDevice\":\"mlx5_1\"}"))
        .on(
            "GET /api/v1/links",
            200,
            Canned.items(
                "{\"a\":\"leaf7:Ethernet1/3\",\"b\":\"node7:ens3f0np0\",\"verdict\":\"broken\"}"));

    Golden.check("ports", cli.run("ports").out());
    assertThat(cli.run("ports", "leaf7").out()).contains("leaf7").doesNotContain("ens3f1np1");
    assertThat(cli.run("ports", "node8").exitCode()).isEqualTo(4);
    assertThat(Json.parse(cli.run("ports", "-ojson").out()).at("items").items()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ports",
        "devices",
        "contract",
        "counters",
        "diff",
        "drift",
        "findings",
        "maintenance",
        "status --label rail=0",
        "token list",
        "nic firmware node7:ens3f0np0"
      })
  void aListIsReadToItsLastPage(String verb) {
    String path = path(verb);
    String mark = path.contains("?") ? "&" : "?";
    daemon
        .on("GET /api/v1/nics", 200, Canned.items())
        .on("GET /api/v1/links", 200, path.equals("links") ? page("n:p1", "b") : Canned.items());
    if (!path.equals("links")) {
      daemon.on("GET /api/v1/" + path, 200, page("n:p1", "b"));
    }
    daemon
        .on("GET /api/v1/" + path + mark + "after=n%3Ap1%20b", 200, page("n:p2", "c"))
        .on("GET /api/v1/" + path + mark + "after=n%3Ap1%20c", 200, page("n:p3", ""));

    Rig.Ran ran = cli.run((verb + " -o json").split(" "));

    JsonValue whole = Json.parse(ran.out());
    assertThat(whole.at("items").items()).as(ran + " " + daemon.lines()).hasSize(3);
    assertThat(whole.at("next").isNothing()).isTrue();
  }

  private static String path(String verb) {
    return switch (verb) {
      case "contract" -> "links";
      case "token list" -> "tokens";
      case "status --label rail=0" -> "switches?label=rail%3D0";
      case "nic firmware node7:ens3f0np0" -> "firmware?port=node7%3Aens3f0np0";
      default -> verb;
    };
  }

  private static String page(String name, String next) {
    String items =
        "{\"items\":[{\"port\":\"%s\",\"name\":\"%s\",\"severity\":\"info\"}]"
            .formatted(name, name);
    return items + (next.isEmpty() ? "}" : ",\"next\":\"n:p1 " + next + "\"}");
  }

  @Test
  void pagesThatNeverEndAreAFailure() {
    daemon
        .on("GET /api/v1/devices", 200, page("n:p1", "b"))
        .on("GET /api/v1/devices?after=n%3Ap1%20b", 200, page("n:p1", "b"));

    Rig.Ran ran = cli.run("devices");

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.err()).contains("the page behind 'n:p1 b' again and again");
  }

  @Test
  void aDeviceThatDoesNotAnswerIsAFinding() {
    String up =
        """
        {"name":"node7","kind":"host","ports":["node7:ens3f0np0"],"up":true,
         "lastSuccess":"2031-05-06T09:59:58Z","reason":""}\
        """;
    String down =
        """
        {"name":"leaf7","kind":"switch","ports":[],"up":false,"lastSuccess":null,
         "reason":"no route"}\
        """;
    daemon
        .on("GET /api/v1/devices", 200, Canned.items(up, down))
        .on("GET /api/v1/devices", 200, Canned.items(up));

    Rig.Ran ran = cli.run("devices");

    Golden.check("devices", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(cli.run("devices").exitCode()).isZero();
  }

  @Test
  void onlyCountersThatMovedHaveARateAndZeroesAreLeftOut() {
    daemon
        .on(COUNTERS, 200, WatchTest.counters("10:00:00Z", 1000))
        .on(COUNTERS, 200, WatchTest.counters("10:00:00Z", 1000))
        .on(COUNTERS, 200, WatchTest.counters("10:00:04Z", 1010));

    Rig.Ran ran = cli.run("counters", "--nonzero");

    assertThat(ran.out()).contains("np_cnp_sent", "1010", "2.5").doesNotContain("out_of_buffer");
    assertThat(ran.out()).doesNotContain("rx_discards");
    assertThat(cli.pauses).hasSize(2);
  }

  @Test
  void aPortWhoseCountersAreAllZeroIsNotOneWithoutCounters() {
    String zero = "{\"source\":\"ethtool\",\"name\":\"rx_discards\",\"raw\":0}";
    String missing =
        "{\"source\":\"ethtool\",\"name\":\"cnp\",\"raw\":null,\"missing\":\"unsupported\"}";
    String port = "{\"port\":\"n:%s\",\"at\":\"2031-05-06T10:00:0%dZ\",\"values\":[%s]}";
    for (int look = 0; look < 2; look++) {
      daemon.on(
          COUNTERS,
          200,
          Canned.items(
              port.formatted("zero", look, zero),
              port.formatted("both", look, zero + "," + missing),
              port.formatted("missing", look, missing)));
    }

    String out = cli.run("counters", "--nonzero").out();

    assertThat(out)
        .contains("  1 counter is 0\n", "  1 counter is 0, and 1 without a number\n")
        .endsWith("  1 counter without a number\n");
  }

  /** A reset or a wrap: how much it grew is not known, and not 0. */
  @Test
  void aCounterThatFellHasNoRate() {
    daemon
        .on(COUNTERS, 200, WatchTest.counters("10:00:00Z", 1000))
        .on(COUNTERS, 200, WatchTest.counters("10:00:04Z", 3));

    JsonValue counters = Json.parse(cli.run("counters", "--nonzero", "-ojson").out());

    JsonValue value = counters.at("items").items().getFirst().at("values").items().getFirst();
    assertThat(value.at("raw").text()).isEqualTo("3");
    assertThat(value.at("perSecond").isNothing()).isTrue();
  }
}
