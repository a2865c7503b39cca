package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the verbs status, freeze, thaw, drift, findings, counters and get. */
class ReadVerbsTest extends OnCannedDaemon {
  private static final String SWITCHES =
      Canned.items(
          """
          {"name":"leaf1","os":"eos","address":"192.0.2.1","managed":true,"up":true,
           "lastSuccess":"2031-05-06T09:59:58Z","reason":"","labels":{"rack":"a1","rail":"0"},
           "ports":["leaf1:Ethernet1/1"]}\
          """,
          """
          {"name":"leaf2","os":"sonic","address":"192.0.2.2","managed":false,"up":false,
           "lastSuccess":null,"reason":"no route","labels":{"rail":"0"},"ports":[]}\
          """);
  private static final String PORT = "/api/v1/ports/node7/ens3f0np0";

  @Test
  void statusFitsAScreen() {
    daemon.on("GET /api/v1/status", 200, Canned.STATUS.formatted(Canned.AWAITING));

    Rig.Ran ran = cli.run("status");

    Golden.check("status", ran.out());
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void statusWithALabelTellsWhichOfItsSwitchesAnswer() {
    daemon.on("GET /api/v1/switches?label=rail%3D0&label=rack%3Da1", 200, SWITCHES);

    Rig.Ran ran = cli.run("status", "--label", "rail=0", "--label", "rack=a1");

    assertThat(ran.out())
        .contains("leaf1   eos    192.0.2.1  yes      yes  ")
        .contains("no: no route")
        .contains("rack=a1 rail=0");
    assertThat(cli.run("status", "--label", "rail=0", "--label", "rack=a1", "-ojson").out())
        .contains("\"name\"");
  }

  @Test
  void planWithALabelShowsChangesOfItsSwitchesAndCountsTheOthers() {
    String change = Canned.CHANGE_PFC.replace("node7:ens3f0np0", "leaf1:Ethernet1/1");
    daemon
        .on("GET /api/v1/switches?label=rail%3D0", 200, SWITCHES)
        .on("POST /api/v1/plans", 200, Canned.plan(change + "," + Canned.CHANGES, ""))
        .on("POST /api/v1/plans", 200, Canned.plan(Canned.CHANGES, ""))
        .on("POST /api/v1/plans", 200, Canned.NOTHING);

    assertThat(cli.run("plan", "--label", "rail=0").out())
        .contains("1 change on 1 target", "leaf1:Ethernet1/1")
        .contains("Not shown, as not on a switch with rail=0: 3 changes")
        .doesNotContain("ens3f0np0");
    assertThat(cli.run("plan", "--label", "rail=0", "--changed-exit").exitCode()).isEqualTo(10);
    assertThat(cli.run("plan", "--label", "rail=0").out()).startsWith("No changes.");
  }

  @Test
  void aLabelThatNoSwitchHasIsATypingError() {
    daemon
        .on("GET /api/v1/switches?label=rial%3D0", 200, Canned.items())
        .on("POST /api/v1/plans", 200, Canned.NOTHING);

    assertThat(cli.run("status", "--label", "rial=0").err()).contains("no switch has it");
    assertThat(cli.run("plan", "--label", "rial=0").exitCode()).isEqualTo(4);
    assertThat(cli.run("status", "--label", "rail").err()).contains("a label like rail=0");
  }

  @Test
  void colourIsOnlyForTerminalsThatWantIt() {
    daemon.on("GET /api/v1/status", 200, Canned.STATUS.formatted(""));

    assertThat(cli.run("status").out()).doesNotContain("\u001b");
    assertThat(cli.terminal("").run("status").out()).contains("\u001b[31m1 critical");
    assertThat(cli.terminal("").run("status", "-ojson").out()).doesNotContain("\u001b");
    assertThat(cli.terminal("").variable("NO_COLOR", "1").run("status").out())
        .doesNotContain("\u001b");
  }

  @Test
  void freezeAndThawShowTheNewStatus() {
    String frozen = Canned.STATUS.formatted("").replace("\"frozen\":false", "\"frozen\":true");
    daemon
        .on("POST /api/v1/freeze", 200, frozen)
        .on("POST /api/v1/thaw", 200, Canned.STATUS.formatted(""));

    assertThat(cli.run("freeze").out()).contains("nothing is written until 'losslessd thaw'");
    assertThat(cli.run("thaw").out()).contains("frozen    no");
    assertThat(daemon.last().body()).isEqualTo("{}");
  }

  @Test
  void driftShowsThePartsThatDifferAndExitsWithOne() {
    daemon.on(
        "GET /api/v1/drift",
        200,
        Canned.items(
            """
            {"port":"node7:ens3f0np0","setting":"dscp","wanted":{"map":{"26":4,"48":6}},
             "observed":{"map":{"26":0,"48":6,"10":1}},"message":"m",
             "since":"2031-05-06T09:00:00Z","writer":"dcb (process 4711)"}\
            """,
            """
            {"port":"node7:ens3f0np0","setting":"pfc","wanted":{"lossless":[4]},
             "observed":{"lossless":[]},"message":"m","since":"2031-05-06T09:00:01Z",
             "writer":"unknown"}\
            """,
            """
            {"port":"node7:ens3f1np1","setting":"pfc","wanted":{"lossless":[4]},
             "observed":null,"message":"unread: the port is gone","since":"2031-05-06T09:00:02Z",
             "writer":"unknown"}\
            """));

    Rig.Ran ran = cli.run("drift");

    Golden.check("drift", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void noDriftIsSaidAndExitsWithZero() {
    daemon.on("GET /api/v1/drift", 200, Canned.items());

    Rig.Ran ran = cli.run("drift");

    assertThat(ran.out()).isEqualTo("No drift. Every device is as wanted.\n");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void findingsComeWithAdvice() {
    daemon
        .on(
            "GET /api/v1/findings",
            200,
            Canned.items(
                """
                {"rule":"storm","severity":"critical","subject":"node7:ens3f0np0",
                 "message":"received pause holds priority 4 for 71 % of the time",
                 "advice":"look for the slow receiver behind the peer",
                 "since":"2031-05-06T09:12:13Z"}\
                """,
                """
                {"rule":"lldpad","severity":"info","subject":"node7","message":"lldpad runs",
                 "advice":"","since":"2031-05-06T07:46:31Z"}\
                """))
        .on(
            "GET /api/v1/findings",
            200,
            Canned.items("{\"rule\":\"x\",\"severity\":\"info\",\"subject\":\"node7\"}"))
        .on("GET /api/v1/findings", 200, Canned.items());

    Rig.Ran ran = cli.run("findings");

    Golden.check("findings", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(cli.run("findings").exitCode()).isZero();
    assertThat(cli.run("findings").out()).isEqualTo("No findings.\n");
  }

  @Test
  void flightShowsHowMuchWhatMovedHasGrown() {
    String path = "GET /api/v1/ports/node7/ens3f0np0/flight";
    daemon.on(
        path + "?every=1s&from=-30s",
        200,
        """
        {"port":"node7:ens3f0np0","counters":[{"name":"np_cnp_sent"},{"name":"out_of_sequence"},
          {"name":"port_rcv_data"}],"reads":[
          {"at":"2031-05-06T09:59:57.99Z","values":[5,3,null]},
          {"at":"2031-05-06T09:59:58.99Z","values":[12,3,1000]},
          {"at":"2031-05-06T09:59:59.99Z","values":[2,3,5000]}]}
        """);
    daemon.on(path, 200, "{\"port\":\"x\",\"counters\":[{\"name\":\"a\"}],\"reads\":[]}");

    Golden.check("flight", cli.run("flight", "node7:ens3f0np0", "--from=-30s").out());
    assertThat(cli.run("flight", "node7:ens3f0np0", "--every", "all").out())
        .isEqualTo("No counter moved in 0 reads.\n");
  }

  @Test
  void aCounterWithoutANumberSaysWhy() {
    daemon.on(
        "GET /api/v1/counters?port=node7%3Aens3f0np0",
        200,
        Canned.items(
            """
            {"port":"node7:ens3f0np0","at":"2031-05-06T09:59:59.7Z","values":[
             {"name":"rx_prio4_pause_duration","source":"ethtool","unit":"micros",
              "metric":"roce_pfc_pause_seconds_total","labels":{"device":"node7",
               "port":"ens3f0np0","end":"nic","direction":"rx","priority":"4"},
              "raw":18446744073709551615},
             {"name":"rx_prio4_discards","source":"ethtool","unit":"count",
              "metric":"roce_priority_discards_total","labels":{"direction":"rx","priority":"4"},
              "missing":"not-exposed"},
             {"name":"port_rcv_data","source":"counters","unit":"4 bytes",
              "metric":"roce_rdma_bytes_total","labels":{"direction":"rx"},"raw":12},
             {"name":"rx12_packets","source":"ethtool","notMapped":"of one queue","raw":7},
             {"name":"np_cnp_sent","source":"hw_counters","unit":"count",
              "metric":"roce_cnp_sent_total","labels":{"end":"nic"},"raw":0}]}\
            """));

    Golden.check("counters", cli.run("counters", "node7:ens3f0np0").out());
    Rig.Ran ran = cli.run("counters", "--all");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("name one port");
  }

  @Test
  void firmwareIsThreeValuesSideBySide() {
    daemon.on(
        "GET /api/v1/firmware?port=node7%3Aens3f0np0",
        200,
        Canned.items(
            "{\"name\":\"CNP_DSCP_P1\",\"default\":\"48\",\"current\":\"48\",\"next\":\"46\","
                + "\"waits\":true},{\"name\":\"USER_PROGRAMMABLE_CC\",\"default\":null,"
                + "\"current\":null,\"next\":\"False\",\"waits\":false}"));

    Golden.check("firmware", cli.run("nic", "firmware", "node7:ens3f0np0").out());
    assertThat(cli.run("nic", "firmware", "node7:ens3f0np0", "--waiting").out())
        .doesNotContain("PROGRAMMABLE");
  }

  @Test
  void getShowsWishAndRealitySideBySide() {
    daemon.on(
        "GET " + PORT + "/dcqcn",
        200,
        """
        {"port":"node7:ens3f0np0","setting":"dcqcn","spec":{"minTimeBetweenCnpsMicros":8},
         "status":{"state":"staged","value":{"minTimeBetweenCnpsMicros":4,"gd":11},
          "next":{"minTimeBetweenCnpsMicros":8,"gd":11},"until":"reset",
          "observedAt":"2031-05-06T09:59:50Z"},
         "access":"write","why":"","risks":["needs-reset"],"version":3,
         "conditions":[{"type":"InSync","status":"false","message":"waits for a reset"}]}\
        """);

    Rig.Ran ran = cli.run("get", "node7:ens3f0np0", "dcqcn");

    Golden.check("get", ran.out());
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void getWithoutASettingShowsAllOfThem() {
    daemon.on(
        "GET " + PORT,
        200,
        """
        {"port":"node7:ens3f0np0","settings":{
         "pfc":{"spec":{"lossless":[4]},"status":{"state":"value","value":{"lossless":[4]}},
          "access":"write","conditions":[{"type":"InSync","status":"true"}]},
         "ets":{"spec":null,"status":{"state":"value","value":{"classes":[
          {"selection":"ets","bandwidthPercent":100},{"selection":"strict","bandwidthPercent":0}],
          "classOfPriority":[0,0,0,0,1,0,0,0]}},"access":"read"},
         "headroom":{"spec":null,"status":{"state":"unsupported","reason":"kernel before 4.18"},
          "access":"none","conditions":[]},
         "dscp":{"spec":{"map":{}},"status":{"state":"value","value":{"map":{}}},"access":"write"}}}\
        """);

    Golden.check("get-all", cli.run("get", "node7:ens3f0np0").out());
  }

  @Test
  void aSettingThatCannotBeReadIsADeviceFailure() {
    daemon.on(
        "GET " + PORT + "/pfc",
        200,
        """
        {"port":"node7:ens3f0np0","setting":"pfc","status":{"state":"unread","reason":"ENODEV"}}\
        """);

    Rig.Ran ran = cli.run("get", "node7:ens3f0np0", "pfc");

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.out()).contains("in force  unread: ENODEV");
  }
}
