package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tokens at the command line. */
class TokenVerbsTest extends OnCannedDaemon {
  private static final String TOKENS = "/api/v1/tokens";
  private static final String CI =
      """
      {"id":"t-0a1b2c3d","name":"ci","role":"operator","devices":["leaf*","gpu0?"],
       "made":"2031-05-01T00:00:00Z","by":"uid:0","end":"2031-07-30T00:00:00Z",
       "lastUsed":"2031-05-06T09:59:00Z","state":"accepted"%s}\
      """;
  private static final String MADE = CI.formatted(",\"secret\":\"lld_abcDEF-012\"");
  private static final String LIST = Canned.items(CI.formatted(""));

  @Test
  void createPrintsTheSecretAloneAndSaysOnceOnStandardError() {
    daemon.on("POST " + TOKENS, 200, MADE);

    Rig.Ran ran =
        cli.run(
            "token",
            "create",
            "ci",
            "--role",
            "operator",
            "--devices",
            "leaf*,gpu0?",
            "--for",
            "90d");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEqualTo("lld_abcDEF-012\n");
    assertThat(ran.err()).contains("t-0a1b2c3d", "this once").doesNotContain("lld_");
    assertThat(daemon.last().body())
        .isEqualTo(
            "{\"name\":\"ci\",\"role\":\"operator\",\"devices\":[\"leaf*\",\"gpu0?\"],\"for\":\"90d\"}");
  }

  @Test
  void theDocumentOfCreateHoldsTheSecretOnce() {
    daemon.on("POST " + TOKENS, 200, MADE);

    Rig.Ran ran = cli.run("token", "create", "ci", "--role", "operator", "-o", "json");

    assertThat(Json.parse(ran.out()).at("secret").text()).isEqualTo("lld_abcDEF-012");
    assertThat(ran.out().split("lld_", -1)).hasSize(2);
    assertThat(daemon.last().body()).isEqualTo("{\"name\":\"ci\",\"role\":\"operator\"}");
  }

  @Test
  void listShowsRoleScopeAndEnd() {
    daemon.on("GET " + TOKENS, 200, LIST);

    Golden.check("token-list", cli.run("token", "list").out());
  }

  @Test
  void revokeShowsTheTokenAndAsks() {
    daemon
        .on("GET " + TOKENS, 200, LIST)
        .on("DELETE " + TOKENS + "/t-0a1b2c3d", 200, CI.formatted(""));

    assertThat(cli.run("token", "revoke", "ci").exitCode()).isEqualTo(2);
    assertThat(daemon.got()).isEmpty();
    Rig.Ran no = cli.terminal("no\n").run("token", "revoke", "ci");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.out()).contains("t-0a1b2c3d");
    assertThat(daemon.lines()).containsExactly("GET " + TOKENS);

    Rig.Ran yes = cli.terminal("yes\n").run("token", "revoke", "t-0a1b2c3d");
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.out()).contains("t-0a1b2c3d is revoked");
    assertThat(cli.run("token", "revoke", "nobody", "--yes").exitCode()).isEqualTo(4);
  }
}
