package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the verbs unset, diff and maintenance. */
class LayerVerbsTest extends OnCannedDaemon {
  private static final String PFC = "/api/v1/ports/node7/ens3f0np0/pfc";
  private static final String ALL = "/api/v1/maintenance";
  private static final String UNSET =
      """
      "unset":[{"port":"node7:ens3f0np0","setting":"pfc","override":{"lossless":[4]},
       "text":"node7:ens3f0np0 pfc: override 4 goes, the file wants 3"}]\
      """;
  private static final String WORK =
      """
      {"device":"leaf1","since":"2031-05-06T09:00:00Z","until":"2031-05-06T12:00:00Z",
       "actor":"uid:0","reason":"new optics","openCommits":["c-000041"]}\
      """;

  @Test
  void unsetSendsTheVersionItReadAndFollowsTheCommit() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{\"version\":7}")
        .on("DELETE " + PFC + "?dryRun=true", 200, with(Canned.PLAN))
        .on("DELETE " + PFC + "?reason=done&digest=d1d1d1", 202, with(Canned.APPLYING))
        .on("GET /api/v1/commits/c-000041", 200, with(Canned.AWAITING))
        .on("POST /api/v1/commits/c-000041:confirm", 200, with(Canned.CONFIRMED));

    Rig.Ran ran =
        cli.run(
            "unset",
            "node7:ens3f0np0",
            "pfc",
            "--yes",
            "--confirm",
            "--reason=done",
            "--changed-exit");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(10);
    assertThat(daemon.got().get(2).ifMatch()).isEqualTo("\"7-00c0ffee\"");
    assertThat(daemon.got().get(2).body()).isEmpty();
    Golden.check("unset", ran.out());
  }

  @Test
  void aDryRunSaysThatTheDeviceStays() {
    daemon
        .on("GET " + PFC, 200, "\"7-00c0ffee\"", "{\"version\":7}")
        .on("DELETE " + PFC + "?dryRun=true", 200, with(Canned.NOTHING));

    Rig.Ran ran = cli.run("unset", "node7:ens3f0np0", "pfc", "--dry-run");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            No changes on any device.

            Overrides that are taken away:
              node7:ens3f0np0 pfc: override 4 goes, the file wants 3
            """);
  }

  @Test
  void unsetTakesNoValue() {
    assertThat(cli.run("unset", "node7:ens3f0np0", "pfc", "4").exitCode()).isEqualTo(2);
    assertThat(cli.run("unset", "node7:ens3f0np0", "pcf").exitCode()).isEqualTo(2);
    assertThat(daemon.got()).isEmpty();
  }

  @Test
  void diffPutsFileOverrideAndDeviceSideBySide() {
    daemon.on(
        "GET /api/v1/diff?target=node7",
        200,
        """
        {"unknown":2,"items":[
         {"port":"node7:ens3f0np0","setting":"pfc","file":{"lossless":[3]},
          "override":{"lossless":[4]},"observed":{"state":"value","value":{"lossless":[]}},
          "shadowed":true,"inSync":"false","message":"m"},
         {"port":"node7:ens3f1np1","setting":"pfc","file":{"lossless":[3]},"override":null,
          "observed":{"state":"value","value":{"lossless":[5]}},
          "shadowed":false,"inSync":"false","message":"m"}]}\
        """);

    Rig.Ran ran = cli.run("diff", "node7");

    Golden.check("diff", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void noDifferenceExitsWithZeroAlsoWhereAllAreShown() {
    daemon
        .on("GET /api/v1/diff", 200, "{\"unknown\":0,\"items\":[]}")
        .on(
            "GET /api/v1/diff?all=true",
            200,
            """
            {"unknown":0,"items":[{"port":"node7:ens3f0np0","setting":"pfc",
             "file":{"lossless":[3]},"override":null,
             "observed":{"state":"value","value":{"lossless":[3]}},"shadowed":false,
             "inSync":"true","message":"m"}]}\
            """);

    assertThat(cli.run("diff").out())
        .isEqualTo("No difference. File, overrides and devices agree.\n");
    assertThat(cli.run("diff", "--all").exitCode()).isZero();
  }

  @Test
  void maintenanceBeginsWithAnEndAndAReason() {
    daemon.on("PUT " + ALL + "/leaf1", 200, WORK);

    Rig.Ran ran = cli.run("maintenance", "leaf1", "--for", "2h", "--reason", "new optics");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(daemon.last().body()).contains("\"for\":\"7200s\"", "\"reason\":\"new optics\"");
    Golden.check("maintenance-begun", ran.out());
  }

  @Test
  void maintenanceListsAndEnds() {
    daemon
        .on("GET " + ALL, 200, Canned.items(WORK))
        .on("DELETE " + ALL + "/leaf1/Ethernet1/1", 200, Canned.items());

    Rig.Ran list = cli.run("maintenance");
    Golden.check("maintenance", list.out());
    assertThat(cli.run("maintenance", "leaf1:Ethernet1/1", "--end").out())
        .isEqualTo("Nothing is in maintenance.\n");
  }

  @Test
  void maintenanceWithoutAllThatItNeedsAsksTheDaemonNothing() {
    assertThat(cli.run("maintenance", "leaf1").err()).contains("expected --for TIME and --reason");
    assertThat(cli.run("maintenance", "leaf1", "--for", "2h").exitCode()).isEqualTo(2);
    assertThat(cli.run("maintenance", "leaf1", "--for", "2 h", "--reason", "x").exitCode())
        .isEqualTo(2);
    assertThat(cli.run("maintenance", "leaf1", "--end", "--for", "2h").exitCode()).isEqualTo(2);
    assertThat(cli.run("maintenance", "--end").exitCode()).isEqualTo(2);
    assertThat(daemon.got()).isEmpty();
  }

  @Test
  void acceptTellsWhatWasTakenForWhatAndWhatIsOpen() {
    daemon.on(
        "POST /api/v1/devices/leaf1:accept",
        200,
        """
        {"device":"leaf1","before":[{"device":"leaf1","identity":{"serial":"FDO1"}}],
         "now":[{"device":"leaf1","identity":{"serial":"FDO2"}}],"openCommits":["c-000007"]}\
        """);

    Rig.Ran ran = cli.run("accept", "leaf1", "--reason", "RMA 4711");

    assertThat(ran.err()).isEmpty();
    assertThat(daemon.last().body()).contains("\"reason\":\"RMA 4711\"");
    Golden.check("accepted", ran.out());
    assertThat(cli.run("accept", "leaf1").exitCode()).isEqualTo(2);
  }

  @Test
  void statusTellsOfOverridesAndMaintenance() {
    String status =
        Canned.STATUS
            .formatted("")
            .replaceFirst(
                "\\{",
                "{\"overrides\":{\"count\":3,\"shadowing\":1},\"maintenance\":[" + WORK + "],");
    daemon.on("GET /api/v1/status", 200, status);

    Golden.check("status-worked", cli.run("status").out());
  }

  @Test
  void aSettingShowsWhatAnOverrideHides() {
    String resource =
        """
        {"port":"node7:ens3f0np0","setting":"pfc","spec":{"lossless":[4]},"layer":"rest",
         "shadowed":{"lossless":[3]},"status":{"state":"value","value":{"lossless":[4]},
         "observedAt":"2031-05-06T09:59:50Z"},"access":"write","why":"","risks":[],"version":3,
         "conditions":[]}\
        """;
    daemon
        .on("GET " + PFC, 200, resource)
        .on(
            "GET /api/v1/ports/node7/ens3f0np0",
            200,
            "{\"port\":\"node7:ens3f0np0\",\"settings\":{\"pfc\":" + resource + "}}");

    assertThat(cli.run("get", "node7:ens3f0np0", "pfc").out()).contains("in the file  3");
    assertThat(cli.run("get", "node7:ens3f0np0").out()).contains("4 (file: 3)");
  }

  /** With the override that goes. */
  private static String with(String document) {
    return document.replace("\"refusals\":[]", "\"refusals\":[]," + UNSET);
  }
}
