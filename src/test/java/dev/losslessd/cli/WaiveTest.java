package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@code --waive RULE=REASON}. */
class WaiveTest extends OnCannedDaemon {
  private static final String PLANS = "POST /api/v1/plans";
  private static final String PFC = "/api/v1/ports/node7/ens3f0np0/pfc";
  private static final String WAIVED =
      """
      {"id":"p-7","digest":"d7","changes":[{"port":"node7:ens3f0np0","setting":"pfc",\
      "before":{"lossless":[]},"after":{"lossless":[3]},"text":"","touches":["node7:ens3f0np0"],\
      "risks":["link-bounce"]}],"refusals":[],"waived":[{"rule":"headroom",\
      "subject":"node7:ens3f0np0 headroom","reason":"too small","because":"short cable"}]}\
      """;
  private static final String REFUSED =
      """
      {"id":"p-7","digest":"d7","changes":[],"refusals":[{"rule":"headroom",\
      "subject":"node7:ens3f0np0 headroom","reason":"too small"}],"waived":[]}\
      """;

  @Test
  void aWaivedRefusalIsShownWithItsReason() {
    daemon.on(PLANS, 200, WAIVED);

    Rig.Ran ran = cli.run("plan", "--waive", "headroom=short cable");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains("Waived; it would refuse otherwise:\n")
        .contains("  node7:ens3f0np0 headroom: too small [headroom]; because short cable\n");
    assertThat(daemon.last().body()).isEqualTo("{\"waive\":{\"headroom\":\"short cable\"}}");
  }

  @Test
  void aRefusalThatCanBeWaivedSaysHow() {
    daemon.on(PLANS, 200, REFUSED);

    assertThat(cli.run("plan").out())
        .endsWith(
            """
            Refused; nothing is written:
              node7:ens3f0np0 headroom: too small [headroom]
              --waive headroom=REASON takes it upon you; it is journaled.
            """);
  }

  @Test
  void setSendsEachWaiverInItsQuery() {
    daemon.on("GET " + PFC, 200, "\"4\"", "{}");
    String query = "?waive=headroom%3Ashort%20cable&waive=window%3Aincident%207&dryRun=true";
    daemon.on("PUT " + PFC + query, 200, WAIVED);

    Rig.Ran ran =
        cli.run(
            "set",
            "node7:ens3f0np0",
            "pfc",
            "3",
            "--dry-run",
            "--waive",
            "headroom=short cable",
            "--waive",
            "window=incident 7");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(daemon.last().toString()).contains("waive=window%3Aincident%207");
  }

  @Test
  void whatCannotBeWaivedIsAUsageErrorBeforeAnythingIsAsked() {
    Rig.Ran unknown = cli.run("plan", "--waive", "headrom=x");
    Rig.Ran never = cli.run("plan", "--waive", "unread=x");
    Rig.Ran silent = cli.run("plan", "--waive", "headroom=");

    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("--waive 'headrom' is no rule; expected one of ecn-after-pfc, headroom");
    assertThat(never.exitCode()).isEqualTo(2);
    assertThat(never.err()).contains("'unread' cannot be waived");
    assertThat(silent.exitCode()).isEqualTo(2);
    assertThat(silent.err()).contains("has no reason, expected RULE=REASON");
    assertThat(daemon.got()).isEmpty();
  }
}
