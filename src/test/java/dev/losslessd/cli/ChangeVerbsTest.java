package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the verbs plan, apply and set. */
class ChangeVerbsTest extends OnCannedDaemon {
  private static final String PLANS = "POST /api/v1/plans";
  private static final String COMMITS = "POST /api/v1/commits";
  private static final String ONE = "GET /api/v1/commits/c-000041";
  private static final String CONFIRM = "POST /api/v1/commits/c-000041:confirm";
  private static final String PFC = "/api/v1/ports/node7/ens3f0np0/pfc";

  @Test
  void planShowsStepsInOrderWithOnlyWhatDiffers() {
    daemon.on(PLANS, 200, Canned.PLAN);

    Rig.Ran ran = cli.run("plan");

    Golden.check("plan", ran.out());
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(daemon.last().body()).isEqualTo("{}");
  }

  @Test
  void aRefusedPlanTellsWhyAndExitsWithOne() {
    daemon.on(PLANS, 200, Canned.REFUSED);

    Rig.Ran ran = cli.run("plan");

    Golden.check("plan-refused", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void changedExitTellsAPlanWithChangesFromOneWithout() {
    daemon.on(PLANS, 200, Canned.PLAN).on(PLANS, 200, Canned.NOTHING);

    assertThat(cli.run("plan", "--changed-exit").exitCode()).isEqualTo(10);
    Rig.Ran nothing = cli.run("plan", "--changed-exit", "--while-busy");

    assertThat(nothing.exitCode()).isZero();
    assertThat(nothing.out()).isEqualTo("No changes. The devices are as they shall be.\n");
    assertThat(daemon.last().body()).isEqualTo("{\"whileBusy\":true}");
  }

  @Test
  void scriptsGetTheDaemonsDocument() {
    daemon.on(
        PLANS, 200, "{\"id\":\"p-1\",\"changes\":[],\"big\":18446744073709551615,\"x\":1.50}");

    assertThat(cli.run("plan", "-o", "json").out())
        .isEqualTo(
            """
            {
              "id" : "p-1",
              "changes" : [ ],
              "big" : 18446744073709551615,
              "x" : 1.50
            }
            """);
    assertThat(cli.run("plan", "-oyaml").out())
        .isEqualTo(
            """
            id: "p-1"
            changes: []
            big: 18446744073709551615
            x: 1.50
            """);
  }

  @Test
  void applyFollowsTheCommitAndTellsHowToConfirm() {
    daemon
        .on(PLANS, 200, Canned.PLAN)
        .on(COMMITS, 202, Canned.APPLYING)
        .on(ONE, 200, Canned.APPLYING)
        .on(ONE, 200, Canned.AWAITING);

    Rig.Ran ran = cli.run("apply", "--yes", "--reason", "night shift", "--confirm-within", "10m");

    Golden.check("apply", ran.out());
    assertThat(ran.exitCode()).isZero();
    assertThat(cli.pauses).hasSize(2);
    assertThat(daemon.got().get(1).body())
        .isEqualTo("{\"reason\":\"night shift\",\"confirmWithin\":\"600s\",\"digest\":\"d1d1d1\"}");
  }

  @Test
  void applyConfirmsAtOnceWhenToldTo() {
    daemon
        .on(PLANS, 200, Canned.PLAN)
        .on(COMMITS, 202, Canned.AWAITING)
        .on(CONFIRM, 200, Canned.CONFIRMED);

    Rig.Ran ran = cli.run("apply", "--yes", "--confirm", "--changed-exit");

    assertThat(ran.exitCode()).isEqualTo(10);
    assertThat(ran.out()).endsWith("c-000041 is confirmed as revision 12.\n");
  }

  @Test
  void aCommitThatRolledBackExitsWithOneAndIsNotConfirmed() {
    daemon
        .on(PLANS, 200, Canned.PLAN)
        .on(COMMITS, 202, Canned.APPLYING)
        .on(ONE, 200, Canned.ROLLED_BACK);

    Rig.Ran ran = cli.run("apply", "--yes", "--confirm", "--changed-exit");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("rolled back", "read back none, wanted 4");
    assertThat(daemon.lines()).doesNotContain(CONFIRM);
  }

  @Test
  void aStuckCommitExitsWithThreeAndShowsWhatIsLeft() {
    daemon.on(PLANS, 200, Canned.PLAN).on(COMMITS, 202, Canned.STUCK);

    Rig.Ran ran = cli.run("apply", "--yes");

    Golden.check("apply-stuck", ran.out());
    assertThat(ran.exitCode()).isEqualTo(3);
  }

  @Test
  void onATerminalDocumentsNeedYesTooForThePlanIsNotSeen() {
    daemon.on(PLANS, 200, Canned.PLAN);

    Rig.Ran ran = cli.terminal("yes\n").run("apply", "-o", "json");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(daemon.lines()).containsExactly(PLANS);
  }

  @Test
  void aStateThatIsNotKnownIsNoSuccess() {
    daemon
        .on(PLANS, 200, Canned.PLAN)
        .on(COMMITS, 202, Canned.commit("c-000041", "paused", ""))
        .on(COMMITS, 202, Canned.AWAITING)
        .on(CONFIRM, 200, Canned.AWAITING);

    assertThat(cli.run("apply", "--yes").exitCode()).isEqualTo(1);
    assertThat(cli.run("apply", "--yes", "--confirm").exitCode()).isEqualTo(1);
  }

  @Test
  void onATerminalOnlyTheWholeWordYesWrites() {
    daemon.on(PLANS, 200, Canned.PLAN).on(COMMITS, 202, Canned.AWAITING);

    for (String answer : new String[] {"y\n", "", "no\n", "yes please\n"}) {
      assertThat(cli.terminal(answer).run("apply").exitCode()).isEqualTo(1);
    }
    assertThat(daemon.lines()).doesNotContain(COMMITS);

    Rig.Ran ran = cli.terminal("yes\n").run("apply");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).contains("Only 'yes' is accepted");
    assertThat(daemon.lines()).contains(COMMITS);
  }

  @Test
  void applyWithNothingToDoOrARefusalCommitsNothing() {
    daemon.on(PLANS, 200, Canned.NOTHING).on(PLANS, 200, Canned.REFUSED);

    assertThat(cli.run("apply", "--yes", "--changed-exit").exitCode()).isZero();
    assertThat(cli.run("apply", "--yes", "--changed-exit").exitCode()).isEqualTo(1);
    assertThat(daemon.lines()).containsOnly(PLANS);
  }

  @Test
  void applyPrintsOneDocumentForScripts() {
    daemon.on(PLANS, 200, Canned.PLAN).on(COMMITS, 202, Canned.AWAITING);

    String out = cli.run("apply", "--yes", "-o", "json").out();

    assertThat(Json.parse(out).at("state").text()).isEqualTo("awaiting-confirm");
    assertThat(out).startsWith("{").endsWith("}\n");
  }

  @Test
  void setSendsTheVersionItReadAndTheValue() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{\"version\":7}")
        .on("PUT " + PFC + "?whileBusy=true&dryRun=true", 200, Canned.PLAN)
        .on(
            "PUT " + PFC + "?reason=a%26b%20%3D%20c&confirmWithin=90s&whileBusy=true&digest=d1d1d1",
            202,
            Canned.APPLYING);

    Rig.Ran ran =
        cli.run(
            "set",
            "node7:ens3f0np0",
            "pfc",
            "4",
            "--yes",
            "--no-wait",
            "--while-busy",
            "--confirm-within=90s",
            "--reason",
            "a&b = c");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains(
            "c-000041 is being applied.",
            "losslessd confirm c-000041",
            "losslessd cancel c-000041",
            "undone by itself");
    assertThat(daemon.last().ifMatch()).isEqualTo("\"7-00c0ffee\"");
    assertThat(daemon.last().body()).isEqualTo("{\"lossless\":[4]}");
    assertThat(cli.pauses).isEmpty();
  }

  @Test
  void whatHoldsAlreadyIsNoCommitAndNoFailure() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{}")
        .on(
            "PUT " + PFC + "?dryRun=true",
            200,
            Canned.NOTHING.replaceFirst("}$", ",\"holds\":true}"));

    for (String option : List.of("--no-wait", "--confirm", "--changed-exit")) {
      Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "3", option);

      assertThat(ran.exitCode()).as(option + ran.err()).isZero();
      assertThat(ran.out()).isEqualTo("No changes. The devices are as they shall be.\n");
    }
  }

  @Test
  void setKeepsTheSlashesAndColonsOfAPortName() {
    String path = "/api/v1/ports/leaf2/Ethernet1/7:2/global-pause";
    daemon
        .on("GET " + path, 200, "\"1-00000001\"", "{}")
        .on("PUT " + path + "?dryRun=true", 200, Canned.plan(Canned.CHANGE_PAUSE, ""))
        .on("PUT " + path + "?digest=d1d1d1", 202, Canned.APPLYING)
        .on(ONE, 200, Canned.AWAITING);

    Rig.Ran ran = cli.run("set", "leaf2:Ethernet1/7:2", "global-pause", "off");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("keep it:     losslessd confirm c-000041");
  }

  @Test
  void dryRunShowsThePlanAndWritesNothing() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{}")
        .on("PUT " + PFC + "?dryRun=true", 200, Canned.REFUSED);

    Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "4", "--dry-run");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("--when-idle begins");
    assertThat(daemon.lines()).hasSize(2).last().asString().endsWith("?dryRun=true");
  }

  @Test
  void aVersionThatSomeoneElseChangedIsARefusal() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{}")
        .on(
            "PUT " + PFC + "?dryRun=true",
            412,
            Canned.problem("version", "Another version", "it is 8-1 by now", ""));

    Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "4");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).isEqualTo("losslessd set: Another version: it is 8-1 by now\n");
  }

  @Test
  void withoutAVersionNothingIsWrittenBlindly() {
    daemon.on("GET " + PFC, 200, "{}");

    Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "4");

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(daemon.lines()).containsExactly("GET " + PFC);
  }
}
