package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of ports, devices and of counters that are not zero. */
class ListVerbsTest extends OnCannedDaemon {
  private static final String COUNTERS = "GET /api/v1/counters";

  @Test
  void portsAreThoseOfNicsSwitchesAndLinks() {
    daemon
        .on(
            "GET /api/v1/nics",
            200,
            Canned.items(
                """
                {"port":"node7:ens3f0np0","state":"ACTIVE","rateMbps":100000,"rdmaDevice":"mlx5_0"}\
                """,
                """
                {"port":"node7:ens3f1np1","state":"DOWN","rateMbps":null,"rdmaDevice":"mlx5_1"}\
                """))
        .on(
            "GET /api/v1/switches",
            200,
            Canned.items("{\"name\":\"leaf7\",\"ports\":[\"leaf7:Ethernet1/3\"]}"))
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
