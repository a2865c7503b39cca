package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers on terminals of several widths: no line is wider, and no name is cut. */
class FittingTest extends OnCannedDaemon {
  private static final String NEAR = "storage-node-017:enp129s0f1np1";
  private static final String FAR = "rail3-leaf12:et-0/0/17:3";
  private static final String LONG =
      "RoCE for the third rail in the night window, ticket NET-4711, after the second attempt";

  @ParameterizedTest
  @CsvSource({"80,24", "100,30", "200,60", "64,20"})
  void noLineIsWiderThanTheTerminalAndNamesStayWhole(int columns, int rows) {
    answers();

    for (String line :
        List.of(
            "status",
            "plan",
            "apply --yes",
            "get " + NEAR,
            "contract",
            "revisions",
            "commits",
            "drift",
            "findings")) {
      String out = cli.terminal("", columns, rows).run(line.split(" ")).out();

      assertThat(plain(out).lines())
          .as(line + " at " + columns)
          .isNotEmpty()
          .allSatisfy(one -> assertThat(one.length()).isLessThanOrEqualTo(columns));
    }
    String plan = plain(cli.terminal("", columns, rows).run("plan").out());
    String contract = plain(cli.terminal("", columns, rows).run("contract").out());
    assertThat(plan).contains(NEAR);
    assertThat(contract).contains(NEAR, FAR, "3=400KB..1600KB@20%");
    assertThat(plain(cli.terminal("", columns, rows).run("commits").out())).contains("c-000041");
  }

  @Test
  void aPipeGetsEveryColumnAndWholeLines() {
    answers();

    assertThat(cli.run("commits").out()).contains("BY", "CHANGES", LONG);
    String narrow = plain(cli.terminal("", 80, 24).run("commits").out());
    assertThat(narrow).contains("REASON").doesNotContain("CHANGES");
  }

  @Test
  void theVariableIsStrongerThanTheTerminal() {
    answers();

    assertThat(
            plain(cli.terminal("", 200, 60).variable("COLUMNS", "70").run("commits").out()).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(70));
  }

  @Test
  void aDumbTerminalGetsNoEscapeSequence() {
    answers();

    assertThat(cli.terminal("", 80, 24).run("plan").out()).contains("\u001b[");
    assertThat(cli.variable("TERM", "dumb").run("plan").out()).doesNotContain("\u001b");
  }

  private void answers() {
    String change =
        """
        {"port":"%s","setting":"ets","before":{"vendor":true},
         "after":{"bandwidth":[50,0,0,50,0,0,0,0],"classes":[0,0,0,3,0,0,6,0]},"text":"",
         "touches":["%s","%s"],"risks":["link-bounce","short-stop"]}\
        """
            .formatted(NEAR, NEAR, FAR);
    String refusal =
        """
        {"rule":"busy","subject":"%s ets","reason":"the link of %s would go down and up while RDMA \
        traffic runs on it; begin when it is idle with whenIdle, or accept it with whileBusy"}\
        """
            .formatted(NEAR, NEAR);
    String commit =
        Canned.commit("c-000041", "awaiting-confirm", ",\"deadline\":\"2031-05-06T10:09:58Z\"")
            .replace("turn lossless on", LONG);
    daemon
        .on("GET /api/v1/status", 200, Canned.STATUS.formatted(commit))
        .on("POST /api/v1/plans", 200, Canned.plan(change + "," + Canned.CHANGES, refusal))
        .on("GET /api/v1/commits?limit=100", 200, Canned.items(commit))
        .on(
            "GET /api/v1/ports/storage-node-017/enp129s0f1np1",
            200,
            """
            {"port":"%s","settings":{"optional-counters":{"access":"write","spec":null,
             "status":{"state":"value","value":{"enabled":[]}},"conditions":[]},
             "firmware":{"access":"none","status":{"state":"unsupported",
             "reason":"mstconfig is not installed (Debian: apt install mstflint)"}}}}\
            """
                .formatted(NEAR))
        .on(
            "GET /api/v1/links",
            200,
            Canned.items(
                """
                {"a":"%s","b":"%s","verdict":"broken","checks":[{"name":"global-pause",
                 "verdict":"broken","a":"unread: it hangs","b":"3=400KB..1600KB@20%%",
                 "why":"802.3x pause is on at %s; it stops every priority and is not PFC"}]}\
                """
                    .formatted(NEAR, FAR, NEAR)))
        .on(
            "GET /api/v1/revisions?limit=100",
            200,
            Canned.items(
                """
                {"number":12,"commit":"c-000041","at":"2031-05-06T09:59:30Z","actor":"uid:0",
                 "from":"socket","reason":"%s","changes":2}\
                """
                    .formatted(LONG)))
        .on(
            "GET /api/v1/drift",
            200,
            Canned.items(
                """
                {"port":"%s","setting":"dscp","wanted":{"map":{"26":4}},"observed":null,
                 "message":"unread: the driver did not answer within its deadline of 5 s",
                 "since":"2031-05-06T09:00:00Z","writer":"dcb (process 4711)"}\
                """
                    .formatted(NEAR)))
        .on(
            "GET /api/v1/findings",
            200,
            Canned.items(
                """
                {"rule":"storm","severity":"critical","subject":"%s","message":"received pause \
                holds priority 4 for 71 %% of the time, which is what a receiver does that no \
                longer empties its buffers","advice":"look for the slow receiver",
                 "since":"2031-05-06T09:12:13Z"}\
                """
                    .formatted(NEAR)));
  }

  private static String plain(String text) {
    return text.replaceAll("\u001b\\[\\d+m", "");
  }
}
