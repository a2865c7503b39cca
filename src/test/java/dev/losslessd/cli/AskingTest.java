package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verbs that show what they would do, and ask; and refusals. */
class AskingTest extends OnCannedDaemon {
  private static final String ONE = "/api/v1/commits/c-000041";
  private static final String BACK = "POST /api/v1/revisions/3:rollback";
  private static final String LEAF = "/api/v1/devices/leaf1/pfc-watchdog";
  private static final String SAVE = "POST /api/v1/devices/leaf1:save";
  private static final String PFC = "/api/v1/ports/node7/ens3f0np0/pfc";

  @Test
  void rollbackShowsItsPlanAndAsks() {
    daemon.on(BACK + "?dryRun=true", 200, Canned.PLAN).on(BACK, 202, Canned.AWAITING);

    Rig.Ran no = cli.terminal("no\n").run("rollback", "3");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.out()).contains("link goes down and up");
    assertThat(no.err()).contains("Only 'yes' is accepted", "Nothing was written.");
    assertThat(daemon.lines()).containsExactly(BACK + "?dryRun=true");

    assertThat(cli.terminal("yes\n").run("rollback", "3").exitCode()).isZero();
    assertThat(daemon.last().body()).isEqualTo("{\"digest\":\"d1d1d1\"}");
  }

  @Test
  void withoutATerminalYesIsNeededForAPlanWithARisk() {
    daemon.on(BACK + "?dryRun=true", 200, Canned.PLAN);

    Rig.Ran ran = cli.run("rollback", "3");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).contains("link goes down and up");
    assertThat(ran.err())
        .contains("nothing was written: --yes is needed", "node7:ens3f0np0 dscp: short stop")
        .contains("(and 1 more)");
    assertThat(daemon.lines()).containsExactly(BACK + "?dryRun=true");
  }

  @Test
  void aPlanWithoutARiskIsWrittenWithoutAQuestion() {
    daemon
        .on(BACK + "?dryRun=true", 200, Canned.plan(Canned.CHANGE_PAUSE, ""))
        .on(BACK, 202, Canned.AWAITING);

    assertThat(cli.run("rollback", "3").exitCode()).isZero();
    Rig.Ran typed = cli.terminal("").run("rollback", "3");
    assertThat(typed.exitCode()).isZero();
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aWholeSwitchIsAskedAboutThoughNoRiskIsKnown() {
    String whole =
        Canned.CHANGE_PAUSE
            .replace("\"port\":\"node7:ens3f0np0\"", "\"device\":\"leaf1\"")
            .replace("\"touches\":[\"node7:ens3f0np0\"]", "\"touches\":[]");
    daemon
        .on("GET " + LEAF, 200, "\"1-1\"", "{}")
        .on("PUT " + LEAF + "?dryRun=true", 200, Canned.plan(whole, ""));

    assertThat(cli.run("set", "leaf1", "pfc-watchdog", "on").err())
        .contains("leaf1 global-pause: changes the whole device");
    assertThat(cli.terminal("no\n").run("set", "leaf1", "pfc-watchdog", "on").err())
        .contains("Write these changes? Only 'yes' is accepted");
    assertThat(daemon.lines()).noneMatch(line -> line.contains("digest"));
  }

  /** Nobody is asked about what the daemon would refuse. */
  @Test
  void whereNothingMayBeWrittenNobodyIsAsked() {
    String blocked = Canned.PLAN.replaceFirst("}$", ",\"blocked\":\"mode is observe\"}");
    daemon.on(BACK + "?dryRun=true", 200, blocked);

    for (Rig.Ran ran :
        new Rig.Ran[] {cli.run("rollback", "3"), cli.terminal("yes\n").run("rollback", "3")}) {
      assertThat(ran.exitCode()).isEqualTo(1);
      assertThat(ran.err()).isEqualTo("losslessd rollback: Nothing was written: mode is observe\n");
    }
    assertThat(daemon.lines()).containsOnly(BACK + "?dryRun=true");
  }

  @Test
  void saveShowsWhatIsNotSavedAndAsks() {
    String unsaved = "{\"device\":\"leaf1\",\"saved\":%s,\"ours\":[\"mtu 9216\"],\"foreign\":[]}";
    daemon
        .on(SAVE, 200, unsaved.formatted(false))
        .on(SAVE, 200, unsaved.formatted(false))
        .on(SAVE, 200, unsaved.formatted(false))
        .on(SAVE, 200, unsaved.formatted(true));

    Rig.Ran pipe = cli.run("save", "leaf1");
    assertThat(pipe.exitCode()).isEqualTo(2);
    assertThat(pipe.err()).contains("leaf1: its startup configuration is written");
    assertThat(cli.terminal("no\n").run("save", "leaf1").exitCode()).isEqualTo(1);
    assertThat(daemon.got()).allMatch(got -> got.body().contains("\"dryRun\":true"));

    Rig.Ran yes = cli.terminal("yes\n").run("save", "leaf1");
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.out()).contains("Not saved:", "\nSaved:\n  mtu 9216");
    assertThat(daemon.last().body()).contains("\"dryRun\":false");
  }

  @Test
  void aDryRunShowsWhatWouldBounceAndWritesNothing() {
    daemon.on(BACK + "?dryRun=true", 200, Canned.PLAN).on("GET " + ONE, 200, Canned.AWAITING);

    Rig.Ran rollback = cli.run("rollback", "3", "--dry-run", "--changed-exit");
    Rig.Ran cancel = cli.run("cancel", "c-000041", "--dry-run");

    assertThat(rollback.exitCode()).isEqualTo(10);
    Golden.check("cancel-dry-run", cancel.out());
    assertThat(cancel.exitCode()).isZero();
    assertThat(daemon.lines()).containsExactly(BACK + "?dryRun=true", "GET " + ONE);
  }

  @Test
  void cancelNeverAsks() {
    daemon
        .on("GET " + ONE, 200, Canned.AWAITING)
        .on("GET " + ONE, 200, Canned.commit("c-000041", "staged", ""))
        .on("POST " + ONE + ":cancel", 200, Canned.ROLLED_BACK);

    Rig.Ran open = cli.terminal("").run("cancel", "c-000041");
    assertThat(open.exitCode()).isZero();
    assertThat(open.out()).contains("Taken back, as far as it was written:");
    assertThat(open.err()).isEmpty();
    Rig.Ran staged = cli.run("cancel", "c-000041");
    assertThat(staged.exitCode()).isZero();
    assertThat(staged.out())
        .contains("nothing was written yet", "is called off", "the old values are in force: ")
        .doesNotContain("old values were read back");
  }

  @Test
  void aRefusalShowsThePlanAndTheSafeWayFirst() {
    daemon
        .on("GET " + PFC, 200, "\"1-1\"", "{}")
        .on("PUT " + PFC + "?dryRun=true", 200, Canned.REFUSED);

    Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "4");

    Golden.check("plan-refused", ran.out());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void aRefusalThatCameSinceThePlanIsShownToo() {
    daemon
        .on("GET " + PFC, 200, "\"1-1\"", "{}")
        .on("PUT " + PFC + "?dryRun=true", 200, Canned.PLAN)
        .on(
            "PUT " + PFC + "?digest=d1d1d1",
            422,
            Canned.problem("refused", "The plan is refused", "x", ",\"plan\":" + Canned.REFUSED));

    Rig.Ran ran = cli.run("set", "node7:ens3f0np0", "pfc", "4", "--yes");

    assertThat(ran.out()).contains("Refused; nothing is written:");
    assertThat(ran.err()).isEqualTo("losslessd set: refused; nothing was written\n");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void fieldsOfTheDaemonAreToldAsOptions() {
    daemon.on(
        "POST /api/v1/plans",
        200,
        Canned.plan(
            "",
            "{\"rule\":\"scope\",\"subject\":\"leaf1\",\"reason\":\"accept it with"
                + " acceptScope\"}"));

    assertThat(cli.run("plan").out()).contains("accept it with --accept-scope [scope]");
  }

  /** The daemon stages it; a plan that is refused for anything else is not sent. */
  @Test
  void whenIdleGoesOnWhereOnlyTrafficIsInTheWay() {
    daemon
        .on("POST /api/v1/plans", 200, Canned.REFUSED)
        .on("POST /api/v1/commits", 202, Canned.commit("c-000041", "staged", ""));

    assertThat(cli.run("apply", "--yes").exitCode()).isEqualTo(1);
    Rig.Ran staged = cli.run("apply", "--yes", "--when-idle");
    assertThat(staged.exitCode()).isZero();
    assertThat(staged.out())
        .contains(
            "Waits until these are idle; until then nothing is written:", "c-000041 is staged")
        .doesNotContain("Refused", "refusal", "--while-busy");
    assertThat(cli.run("apply", "--dry-run").out()).contains("Refused; nothing is written");
  }

  @Test
  void aProgressLineIsDrawnOnlyOnATerminalAndWiped() {
    daemon
        .on("POST /api/v1/plans", 200, Canned.PLAN)
        .on("POST /api/v1/commits", 202, Canned.APPLYING);
    for (int look = 0; look < 12; look++) {
      daemon.on("GET " + ONE, 200, Canned.APPLYING);
    }
    daemon.on("GET " + ONE, 200, Canned.AWAITING);

    String onPipe = cli.run("apply", "--yes").err();
    assertThat(onPipe).isEmpty();
  }

  @Test
  void progressOnATerminalCountsFromTwoSecondsAndLeavesNothingBehind() {
    daemon
        .on("POST /api/v1/plans", 200, Canned.PLAN)
        .on("POST /api/v1/commits", 202, Canned.APPLYING);
    for (int look = 0; look < 16; look++) {
      daemon.on("GET " + ONE, 200, Canned.APPLYING);
    }
    daemon.on("GET " + ONE, 200, Canned.AWAITING);

    String err = cli.terminal("", 80, 24).ticking().run("apply", "--yes").err();

    assertThat(err)
        .contains("c-000041 is applying, 2 s", "c-000041 is applying, 3 s")
        .doesNotContain("1 s", "0 s");
    assertThat(err).endsWith("\r\u001b[K");
  }
}
