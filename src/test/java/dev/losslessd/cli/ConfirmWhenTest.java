package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code --confirm-when healthy}. */
class ConfirmWhenTest extends OnCannedDaemon {
  private static final String ONE = "/api/v1/commits/c-000041";
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
    assertThat(daemon.last().body()).contains("not healthy within its window: 2 of 4 ports");
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

  @Test
  void bothWaysOfConfirmingAreAUsageErrorBeforeAnythingIsAsked() {
    assertThat(apply("--confirm").exitCode()).isEqualTo(2);
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
