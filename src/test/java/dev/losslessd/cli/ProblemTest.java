package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals, failures, and values that would like to be more than data. */
class ProblemTest extends OnCannedDaemon {
  private static final String PFC = "/api/v1/ports/n/p/pfc";

  @ParameterizedTest
  @CsvSource({"400,2", "401,6", "403,6", "404,4", "409,1", "412,1", "422,1", "428,2", "503,3"})
  void everyStatusHasItsExitCode(int status, int exitCode) {
    daemon.on("POST /api/v1/plans", status, Canned.problem("x", "Title", "detail", ""));

    Rig.Ran ran = cli.run("plan");

    assertThat(ran.exitCode()).isEqualTo(exitCode);
    assertThat(ran.err()).isEqualTo("losslessd plan: Title: detail\n");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void fieldsAreToldOneByOne() {
    daemon.on(
        "POST /api/v1/plans",
        400,
        Canned.problem(
            "bad-input",
            "Bad input",
            "2 fields are wrong",
            ",\"errors\":[{\"field\":\"changes[0].port\",\"message\":\"no such port\"},"
                + "{\"field\":\"reason\",\"message\":\"longer than 500\"}]"));

    assertThat(cli.run("plan").err())
        .isEqualTo(
            """
            losslessd plan: Bad input: 2 fields are wrong
              changes[0].port: no such port
              reason: longer than 500
            """);
  }

  @Test
  void aRefusedPlanIsToldOnceAndScriptsGetTheDocument() {
    daemon
        .on("GET " + PFC, 200, "\"1-1\"", "{}")
        .on("PUT " + PFC + "?dryRun=true", 200, Canned.PLAN)
        .on(
            "PUT " + PFC + "?digest=d1d1d1",
            422,
            Canned.problem(
                "refused",
                "The plan is refused",
                "node7:ens3f0np0 pfc: the link carries RDMA traffic [busy]",
                ",\"plan\":" + Canned.REFUSED));

    Rig.Ran ran = cli.run("set", "n:p", "pfc", "4", "--yes", "-o", "json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            """
            losslessd set: The plan is refused
              node7:ens3f0np0 pfc: the link carries RDMA traffic [busy]
            """);
    assertThat(Json.parse(ran.out()).at("plan").at("id").text()).isEqualTo("p-77aa01");
  }

  @Test
  void anAnswerThatIsNoDocumentIsNotTakenForOne() {
    daemon.on("GET /api/v1/status", 200, "<html>").on("GET /api/v1/drift", 200, "");
    daemon.on("GET /api/v1/findings", 502, "Bad Gateway");

    assertThat(cli.run("status").exitCode()).isEqualTo(3);
    assertThat(cli.run("drift").exitCode()).isEqualTo(3);
    assertThat(cli.run("findings").err()).contains("status 502");
  }

  @ParameterizedTest
  @CsvSource({
    "'n:p;reboot'",
    "'n:p$(id)'",
    "'n:p\nDELETE / HTTP/1.1'",
    "'n:p?x=1'",
    "'n:%2e%2e'",
    "'n:p#'",
    "'n\r\nX: y:p'",
    "'-n:--socket'",
    "'n: p'"
  })
  void aHostilePortIsRefusedBeforeTheDaemonIsAsked(String port) {
    Rig.Ran ran = cli.run("get", port, "pfc");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().lines().count()).isLessThanOrEqualTo(2);
    assertThat(daemon.got()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'3;id'", "'$(id)'", "'3\n4'", "@/etc/passwd", "'\"3\"'", "'{\"lossless\":[3]}'"})
  void aHostileValueIsRefused(String value) {
    Rig.Ran ran = cli.run("set", "n:p", "pfc", value);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("expected a list like 0,3").doesNotContain("root:");
    assertThat(daemon.got()).isEmpty();
  }

  @Test
  void aHostileReasonIsSentAsData() {
    String reason = "a\nb; $(id) ${sys:user.home} @x \"q\" &dryRun=false#\u001b[2J";
    daemon
        .on("GET /api/v1/commits/c-1", 200, Canned.AWAITING)
        .on("POST /api/v1/commits/c-1:cancel", 200, Canned.ROLLED_BACK);

    cli.run("cancel", "--yes", "c-1", "--reason", reason);
    cli.run("cancel", "--yes", "c-1", "--reason", "@" + folder);
    cli.run("cancel", "--yes", "c-1", "--reason", "");

    assertThat(daemon.reasons()).containsExactly(reason, "@" + folder);
  }

  @Test
  void aHostileReasonInAQueryIsEncoded() {
    daemon
        .on("GET " + PFC, 200, "\"1-1\"", "{}")
        .on("PUT " + PFC + "?dryRun=true", 200, Canned.PLAN)
        .on(
            "PUT " + PFC + "?reason=x%0D%0AX%3A%20y%26dryRun%3Dtrue%20%24%28id%29%23&digest=d1d1d1",
            202,
            Canned.AWAITING);

    String reason = "x\r\nX: y&dryRun=true $(id)#";
    Rig.Ran ran = cli.run("set", "n:p", "pfc", "3", "--yes", "--reason", reason);

    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void whatTheDaemonSaysCannotDriveTheTerminal() {
    daemon.on(
        "GET /api/v1/findings",
        200,
        Canned.items(
            "{\"rule\":\"r\",\"severity\":\"warning\",\"subject\":\"p\\u001b]0;x\\u0007\","
                + "\"message\":\"line\\nforged\\u202e\",\"since\":\"\\u001b[2J\"}"));

    String out = cli.terminal("").variable("NO_COLOR", "1").run("findings").out();

    assertThat(out).doesNotContain("\u001b", "\u0007", "\u202e").contains("line\\x0aforged");
  }
}
