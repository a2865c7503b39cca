package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the verbs confirm, cancel, extend, rollback, commits and revisions. */
class CommitVerbsTest extends OnCannedDaemon {
  private static final String LIST = "GET /api/v1/commits?limit=100";
  private static final String OPEN = "GET /api/v1/commits?open=true";
  private static final String ONE = "/api/v1/commits/c-000041";

  @Test
  void confirmTakesTheOnlyOpenCommit() {
    String old = Canned.commit("c-000040", "confirmed", ",\"revision\":11");
    daemon
        .on(OPEN, 200, Canned.items(Canned.AWAITING, old))
        .on("GET " + ONE, 200, Canned.AWAITING)
        .on("POST " + ONE + ":confirm", 200, Canned.CONFIRMED);

    Rig.Ran ran = cli.run("confirm", "--yes");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEqualTo("c-000041 is confirmed as revision 12.\n");
  }

  @Test
  void withNoneOrSeveralOpenOneMessageTells() {
    daemon
        .on(OPEN, 200, Canned.items(Canned.CONFIRMED))
        .on(OPEN, 200, Canned.items(Canned.AWAITING, Canned.commit("c-000042", "applying", "")));

    Rig.Ran none = cli.run("confirm", "--yes");
    Rig.Ran several = cli.run("cancel", "--yes");

    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo("losslessd confirm: no commit is open: there is nothing to confirm\n");
    assertThat(several.exitCode()).isEqualTo(2);
    assertThat(several.err())
        .isEqualTo("losslessd cancel: 2 commits are open: name one of c-000041, c-000042\n");
  }

  @Test
  void whatGoesOnWithAnUndoNeedsYesInAPipe() {
    daemon.on("GET " + ONE, 200, Canned.STUCK);
    for (String verb : List.of("retry", "abandon --reason x")) {
      List<String> words = new ArrayList<>(List.of(verb.split(" ")));
      words.add("c-000041");

      Rig.Ran ran = cli.run(words.toArray(String[]::new));

      assertThat(ran.exitCode()).as(verb).isEqualTo(2);
      assertThat(ran.err()).as(verb).contains("--yes is needed where there is no terminal");
    }
    assertThat(daemon.lines()).containsOnly("GET " + ONE);
  }

  @Test
  void retryThatIsNotWaitedForGoesOnByItself() {
    daemon
        .on("GET " + ONE, 200, Canned.STUCK)
        .on("POST " + ONE + ":retry", 200, Canned.commit("c-000041", "undoing", ""));

    Rig.Ran ran = cli.run("retry", "c-000041", "--yes", "--no-wait");

    assertThat(ran.exitCode()).isZero();
    assertThat(cli.pauses).isEmpty();
  }

  @Test
  void confirmDoesNotAsk() {
    daemon
        .on("GET " + ONE, 200, Canned.AWAITING)
        .on("POST " + ONE + ":confirm", 200, Canned.CONFIRMED);

    assertThat(cli.run("confirm", "c-000041").exitCode()).isZero();
    assertThat(cli.terminal("").run("confirm", "c-000041").exitCode()).isZero();
  }

  @Test
  void atATerminalRetryAndAbandonShowWhatIsLeftAndAsk() {
    daemon
        .on("GET " + ONE, 200, Canned.STUCK)
        .on("POST " + ONE + ":retry", 200, Canned.ROLLED_BACK)
        .on("POST " + ONE + ":abandon", 200, Canned.commit("c-000041", "abandoned", ""));

    Rig.Ran no = cli.terminal("no\n").run("retry", "c-000041", "--overwrite");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.out()).contains("Steps that are left");
    assertThat(no.err()).contains("overwrite values that were set by others?");
    assertThat(cli.terminal("").run("abandon", "c-000041", "--reason", "x").exitCode())
        .isEqualTo(1);
    assertThat(daemon.lines()).containsOnly("GET " + ONE);

    assertThat(cli.terminal("yes\n").run("retry", "c-000041").exitCode()).isZero();
    Rig.Ran left = cli.terminal("yes\n").run("abandon", "c-000041", "--reason", "x");
    assertThat(left.exitCode()).isZero();
    assertThat(left.err()).contains("Leave these settings as they are on the devices?");
  }

  @Test
  void aCancelThatRollsBackIsASuccess() {
    daemon
        .on("GET " + ONE, 200, Canned.AWAITING)
        .on("POST " + ONE + ":cancel", 200, Canned.ROLLED_BACK);

    Rig.Ran ran = cli.run("cancel", "--yes", "c-000041", "--reason", "wrong & port");

    assertThat(ran.exitCode()).isZero();
    assertThat(daemon.reasons()).containsExactly("wrong & port");
  }

  @Test
  void aCancelThatEndsElsewhereIsNot() {
    daemon
        .on("GET " + ONE, 200, Canned.AWAITING)
        .on("POST " + ONE + ":cancel", 200, Canned.CONFIRMED)
        .on("POST " + ONE + ":cancel", 200, Canned.STUCK);

    assertThat(cli.run("cancel", "--yes", "c-000041").exitCode()).isEqualTo(1);
    assertThat(cli.run("cancel", "--yes", "c-000041").exitCode()).isEqualTo(3);
  }

  @Test
  void extendSendsTheNewWindow() {
    daemon.on("POST " + ONE + ":extend", 200, Canned.AWAITING);

    Rig.Ran ran = cli.run("extend", "c-000041", "--confirm-within", "1h");

    assertThat(daemon.last().body()).isEqualTo("{\"confirmWithin\":\"3600s\"}");
    assertThat(ran.out()).contains("2031-05-06 10:09:58Z (9m58s left)");
  }

  @Test
  void rollbackWithoutANumberUndoesTheLatestRevision() {
    daemon
        .on(
            "GET /api/v1/revisions?limit=1",
            200,
            Canned.items("{\"number\":11}", "{\"number\":12}"))
        .on("POST /api/v1/revisions/11:rollback?dryRun=true", 200, Canned.PLAN)
        .on("POST /api/v1/revisions/11:rollback", 202, Canned.AWAITING)
        .on("POST /api/v1/revisions/3:rollback?dryRun=true", 200, Canned.PLAN)
        .on("POST /api/v1/revisions/3:rollback", 202, Canned.STUCK);

    assertThat(cli.run("rollback", "--yes").exitCode()).isZero();
    assertThat(cli.run("rollback", "--yes", "3").exitCode()).isEqualTo(3);
  }

  @Test
  void rollbackNeedsARevision() {
    daemon.on("GET /api/v1/revisions?limit=1", 200, Canned.items());

    assertThat(cli.run("rollback", "--yes").exitCode()).isEqualTo(2);
    assertThat(cli.run("rollback", "--yes", "-1").exitCode()).isEqualTo(2);
    assertThat(cli.run("rollback", "--yes", "two").exitCode()).isEqualTo(2);
    assertThat(daemon.lines()).containsOnly("GET /api/v1/revisions?limit=1");
  }

  @Test
  void commitsAreATable() {
    daemon.on(
        LIST,
        200,
        Canned.items(
                Canned.summary(
                    "c-000041", "awaiting-confirm", ",\"deadline\":\"2031-05-06T10:09:58Z\""),
                Canned.summary("c-000040", "confirmed", ",\"revision\":11"),
                Canned.summary("c-000039", "rolled-back", ",\"why\":\"nobody confirmed\""))
            .replace("]}", "],\"next\":\"c-000039\"}"));

    Golden.check("commits", cli.run("commits").out());
    daemon.on("GET /api/v1/commits?limit=7&before=c-000039", 200, Canned.items());
    assertThat(cli.run("commits", "--limit", "7", "--before", "c-000039").out())
        .isEqualTo("No commits yet.\n");
    assertThat(cli.run("commits", "--limit", "1001").exitCode()).isEqualTo(2);
  }

  @Test
  void oneCommitIsShownWhole() {
    daemon.on("GET " + ONE, 200, Canned.CONFIRMED);

    Golden.check("commit", cli.run("commits", "c-000041").out());
  }

  @Test
  void revisionsAreATable() {
    daemon.on(
        "GET /api/v1/revisions?limit=100",
        200,
        Canned.items(
            """
            {"number":12,"commit":"c-000041","at":"2031-05-06T09:59:30Z","actor":"uid:0",
             "from":"socket","reason":"","changes":2}\
            """,
            """
            {"number":9,"commit":"c-000032","at":"2031-05-01T00:00:00Z","actor":"token",
             "from":"http","reason":"policy","changes":0}\
            """));

    Golden.check("revisions", cli.run("revisions").out());
  }

  @Test
  void oneRevisionIsShownWithItsChanges() {
    daemon.on(
        "GET /api/v1/revisions/12",
        200,
        """
        {"number":12,"commit":"c-000041","at":"2031-05-06T09:59:30Z","actor":"uid:0",
         "from":"socket","reason":"","changes":[
          {"port":"node7:ens3f0np0","setting":"dcqcn","value":{"enabled":[4],"gd":10}},
          {"port":"node7:ens3f0np0","setting":"trust","value":{"field":"dscp"}}]}\
        """);

    Golden.check("revision", cli.run("revisions", "show", "12").out());
    assertThat(cli.run("revisions", "show").exitCode()).isEqualTo(2);
    assertThat(cli.run("revisions", "show", "1", "2").exitCode()).isEqualTo(2);
  }

  @Test
  void whatDiffersBetweenTwoRevisionsIsATable() {
    daemon.on(
        "GET /api/v1/revisions/9:diff?to=12",
        200,
        """
        {"from":9,"to":12,"revisions":[
          {"number":12,"commit":"c-000041","at":"2031-05-06T09:59:30Z","actor":"uid:0",
           "from":"socket","reason":"turn lossless on"}],
         "items":[
          {"port":"node7:ens3f0np0","setting":"pfc","before":{"lossless":[]},
           "after":{"lossless":[4]},"revision":12},
          {"port":"node7:ens3f0np0","setting":"trust","after":{"field":"dscp"},"revision":12}]}\
        """);

    Rig.Ran ran = cli.run("revisions", "diff", "9", "12");

    assertThat(ran.exitCode()).isZero();
    Golden.check("revisions-diff", ran.out());
    assertThat(cli.run("revisions", "dif", "9").exitCode()).isEqualTo(2);
    assertThat(cli.run("revisions", "diff").exitCode()).isEqualTo(2);
  }

  @Test
  void planShowsTheWavesThatApplyWouldTake() {
    String wave = "{\"links\":%d,\"ports\":[%s],\"control\":[%s],\"changes\":[{},{}]}";
    String one = "\"node7:ens3f0np0\"";
    daemon.on(
        "POST /api/v1/plans",
        200,
        Canned.PLAN.replaceFirst(
            "\\}\\s*$",
            ",\"waves\":["
                + wave.formatted(1, one, "\"node7:ens4f0np0\"")
                + ","
                + wave.formatted(12, one + "," + one + "," + one + "," + one + "," + one, "")
                + "]}"));

    Rig.Ran ran = cli.run("plan", "--waves", "1,100%");

    assertThat(daemon.last().body()).isEqualTo("{\"waves\":[\"1\",\"100%\"],\"soak\":\"60s\"}");
    assertThat(ran.out().lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
        .contains(
            "WAVE | LINKS | CHANGES | PORTS | CONTROL GROUP",
            "1 | 1 | 2 | node7:ens3f0np0 | node7:ens4f0np0");
    assertThat(ran.out()).contains(" and 1 more").contains("none");
  }

  @Test
  void applyInWavesTellsWhichWaveSoaks() {
    String waves = ",\"wave\":{\"number\":%d,\"of\":2,\"phase\":\"%s\",\"begun\":3%s}";
    String until = ",\"until\":\"2031-05-06T10:01:00Z\"";
    daemon
        .on("POST /api/v1/plans", 200, Canned.PLAN)
        .on("POST /api/v1/commits", 202, Canned.APPLYING)
        .on(
            "GET " + ONE,
            200,
            Canned.commit("c-000041", "applying", waves.formatted(1, "writing", "")))
        .on(
            "GET " + ONE,
            200,
            Canned.commit("c-000041", "applying", waves.formatted(2, "soaking", until)))
        .on("GET " + ONE, 200, Canned.AWAITING);

    Rig.Ran ran = cli.run("apply", "--yes", "--waves", "1,100%", "--soak", "2m");

    assertThat(daemon.got())
        .anyMatch(got -> got.body().contains("\"waves\":[\"1\",\"100%\"],\"soak\":\"120s\""));
    assertThat(ran.out())
        .contains("wave 1 of 2, being written\n")
        .contains("wave 2 of 2, soaking until 2031-05-06 10:01:00Z\n")
        .contains("awaits your confirm");
    assertThat(cli.run("apply", "--yes", "--waves", "1,50%").err())
        .contains("of which the last is 100%");
  }

  @Test
  void idlePortsAreAcceptedInNamedWavesAndInThoseOfTheConfig() {
    daemon
        .on("POST /api/v1/plans", 200, Canned.PLAN)
        .on("POST /api/v1/commits", 202, Canned.APPLYING)
        .on("GET " + ONE, 200, Canned.AWAITING);

    cli.run("apply", "--yes", "--waves", "1,100%", "--accept-idle");

    assertThat(daemon.got())
        .anyMatch(got -> got.body().contains("\"soak\":\"60s\",\"acceptIdle\":true"));
    cli.run("apply", "--yes", "--soak", "5m", "--accept-idle");
    assertThat(daemon.got())
        .anyMatch(got -> got.body().equals("{\"soak\":\"300s\",\"acceptIdle\":true}"));
  }

  @Test
  void aCommitThatNeverEndsIsGivenUpInTheEnd() {
    daemon
        .on("POST /api/v1/revisions/1:rollback?dryRun=true", 200, Canned.PLAN)
        .on("POST /api/v1/revisions/1:rollback", 202, Canned.APPLYING)
        .on("GET " + ONE, 200, Canned.APPLYING);

    Rig.Ran ran = cli.run("rollback", "--yes", "1");

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.err()).contains("still being applied");
  }
}
