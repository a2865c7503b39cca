package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code --confirm-when healthy}. */
class ConfirmWhenTest extends OnCannedDaemon {
  private static final String ONE = "/api/v1/commits/c-000041";
  private static final String GONE = "/api/v1/commits/c-000042";
  private static final String THIRD = "/api/v1/commits/c-000043";
  private static final String UNDECIDED = ",\"undecided\":\"2 of 4 ports were not read 4 times\"";
  private static final String IDLE = ",\"idle\":\"no traffic: undecided\"";
  private static final String DRIFT =
      "{\"port\":\"node7:ens3f0np0\",\"setting\":\"pfc\",\"wanted\":{\"lossless\":[4]}}";

  @BeforeEach
  void plansAndBegins() {
    daemon
        .on("POST /api/v1/plans", 200, Canned.PLAN)
        .on("POST /api/v1/commits", 202, Canned.AWAITING)
        .on("POST " + ONE + ":confirm", 200, Canned.CONFIRMED)
        .on("POST " + ONE + ":cancel", 200, Canned.ROLLED_BACK);
  }

  @Test
  void itIsConfirmedOnceTheGuardHasJudgedAndNothingDrifts() {
    daemon
        .on("GET " + ONE, 200, awaiting("10:09:58Z", UNDECIDED))
        .on("GET " + ONE, 200, awaiting("10:09:58Z", ""))
        .on("GET /api/v1/drift", 200, Canned.items(DRIFT))
        .on("GET /api/v1/drift", 200, Canned.items());

    Rig.Ran ran = apply();

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains("not confirmed yet: 2 of 4 ports", "node7:ens3f0np0 pfc drifts")
        .endsWith("c-000041 is confirmed as revision 12.\n");
    assertThat(daemon.lines()).doesNotContain("POST " + ONE + ":cancel");
  }

  /** Else a change of one setting could not be confirmed before the whole policy holds there. */
  @Test
  void whatElseDriftsOnAPortOfTheCommitIsNotOfTheCommit() {
    daemon
        .on("GET " + ONE, 200, awaiting("10:09:58Z", ""))
        .on("GET /api/v1/drift", 200, Canned.items(DRIFT.replace("pfc", "roce-tos")));

    assertThat(apply().out()).endsWith("c-000041 is confirmed as revision 12.\n");
  }

  @Test
  void whatIsNotHealthyInTimeIsUndone() {
    daemon.on("GET " + ONE, 200, awaiting("10:00:04Z", UNDECIDED));

    Rig.Ran ran = apply();

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(daemon.last().line()).isEqualTo("POST " + ONE + ":cancel");
    assertThat(daemon.reasons().getLast()).contains("not healthy within its window: 2 of 4 ports");
  }

  @Test
  void portsWithoutTrafficAreNoJudgementUnlessThatIsAccepted() {
    daemon
        .on("GET " + ONE, 200, awaiting("10:00:04Z", IDLE))
        .on("GET /api/v1/drift", 200, Canned.items());

    assertThat(apply().exitCode()).isEqualTo(1);
    assertThat(apply("--accept-idle").exitCode()).isZero();
    assertThat(daemon.got()).noneMatch(got -> got.body().contains("acceptIdle"));
  }

  @Test
  void aDaemonThatIsAwayForAMomentIsWaitedForAndWhatItUndidIsNoSuccess() {
    daemon
        .on("GET " + ONE, 200, "<html>")
        .on("GET " + ONE, 200, awaiting("10:09:58Z", UNDECIDED))
        .on("GET " + ONE, 200, Canned.ROLLED_BACK);

    Rig.Ran ran = apply("--changed-exit");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("no JSON document", "rolled back");
    assertThat(daemon.lines()).doesNotContain("POST " + ONE + ":confirm");
  }

  /** Its own timer undoes it: nobody has confirmed. */
  @Test
  void aDaemonThatStaysAwayIsNoSuccess() {
    daemon.on("GET " + ONE, 200, "<html>");

    Rig.Ran ran = apply("--changed-exit");

    assertThat(cli.pauses).hasSize(60);
    assertThat(daemon.last().line()).isEqualTo("POST " + ONE + ":cancel");
    assertThat(ran.exitCode()).isNotIn(0, 10);
  }

  @Test
  void aDaemonThatIsGoneAtTheEndOfTheWindowIsToldWithWhoUndoesIt() throws Exception {
    daemon
        .on("GET " + ONE, 200, awaiting("10:00:04Z", UNDECIDED))
        .on("POST " + GONE + ":cancel", 200, "<html>");
    daemon.on("GET " + GONE, 200, awaiting("10:00:04Z", UNDECIDED).replace("c-000041", "c-000042"));
    daemon.on("POST /api/v1/commits", 202, Canned.AWAITING.replace("c-000041", "c-000042"));
    apply();

    Rig.Ran ran = apply();

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.err()).contains("c-000042 is not confirmed, and its own timer undoes it: ");
  }

  @Test
  void whatSomebodyElseDecidedIsWhatItReports() {
    daemon
        .on("GET " + ONE, 200, awaiting("10:09:58Z", UNDECIDED))
        .on("GET " + ONE, 200, Canned.CONFIRMED);

    assertThat(apply().exitCode()).isZero();
    assertThat(daemon.lines()).noneMatch(line -> line.endsWith(":confirm"));
  }

  /** The second commit is open when this one is confirmed, or has undone it. */
  @Test
  void aConfirmThatIsRefusedIsLookedAtAgain() {
    daemon
        .on("POST /api/v1/commits", 202, Canned.AWAITING.replace("c-000041", "c-000043"))
        .on("GET " + THIRD, 200, awaiting("10:09:58Z", "").replace("c-000041", "c-000043"))
        .on("GET " + THIRD, 200, Canned.ROLLED_BACK.replace("c-000041", "c-000043"))
        .on("GET " + ONE, 200, Canned.CONFIRMED)
        .on("GET /api/v1/drift", 200, Canned.items())
        .on(
            "POST " + THIRD + ":confirm",
            409,
            Canned.problem("conflict", "Not open", "c-000043 is rolled back", ""));
    apply();

    Rig.Ran ran = apply();

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("not confirmed yet: ", "rolled back");
  }

  @Test
  void atTheEndOfTheWindowSomebodyElseMayBeQuicker() {
    daemon
        .on("POST /api/v1/commits", 202, Canned.AWAITING.replace("c-000041", "c-000042"))
        .on("GET " + ONE, 200, Canned.CONFIRMED)
        .on("GET " + GONE, 200, awaiting("10:00:04Z", UNDECIDED).replace("c-000041", "c-000042"))
        .on("GET " + GONE, 200, Canned.CONFIRMED.replace("c-000041", "c-000042"))
        .on("POST " + GONE + ":cancel", 409, Canned.problem("conflict", "Not open", "kept", ""));
    apply();

    assertThat(apply().exitCode()).isZero();
  }

  /** Ctrl-C takes the process away: the daemon is asked for nothing more, and its timer undoes. */
  @Test
  void whoIsInterruptedConfirmsNothing() {
    daemon
        .on("GET " + ONE, 200, awaiting("10:09:58Z", UNDECIDED))
        .on("GET " + ONE, 200, awaiting("10:09:58Z", ""));
    cli.interruptedAfter(1);

    Rig.Ran ran = apply();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("interrupted; the daemon goes on");
    assertThat(daemon.lines()).noneMatch(line -> line.endsWith(":confirm"));
  }

  @Test
  void bothWaysOfConfirmingAreAUsageErrorBeforeAnythingIsAsked() {
    assertThat(apply("--confirm").exitCode()).isEqualTo(2);
    assertThat(apply("--no-wait").err()).contains("--no-wait comes with --confirm-when");
    assertThat(cli.run("set", "n:p", "pfc", "3", "--confirm", "--no-wait").exitCode()).isEqualTo(2);
    assertThat(daemon.got()).isEmpty();
    assertThat(cli.run("apply", "--yes", "--confirm-when", "lucky").err())
        .containsIgnoringCase("healthy");
  }

  private Rig.Ran apply(String... more) {
    String[] words = new String[more.length + 4];
    System.arraycopy(new String[] {"apply", "--yes", "--confirm-when", "healthy"}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return cli.run(words);
  }

  private static String awaiting(String deadline, String more) {
    return Canned.commit(
        "c-000041", "awaiting-confirm", ",\"deadline\":\"2031-05-06T" + deadline + "\"" + more);
  }
}
