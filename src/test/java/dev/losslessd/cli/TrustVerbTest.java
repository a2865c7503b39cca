package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Taking a new host key by command line. */
class TrustVerbTest extends OnCannedDaemon {
  private static final String PATH = "/api/v1/switches/leaf1/trust";
  private static final String OLD = "SHA256:" + "o".repeat(43);
  private static final String NEW = "SHA256:" + "n".repeat(43);

  private static final String CHANGED =
      """
      {"name": "leaf1", "host": "[10.0.0.1]:830", "knownHosts": "/var/lib/losslessd/known_hosts",
       "state": "changed", "refusedSince": "2026-03-01T10:00:00Z",
       "offered": {"type": "ssh-ed25519", "fingerprint": "%s"},
       "known": [{"type": "ssh-ed25519", "fingerprint": "%s", "offered": false}],
       "recorded": [{"device": "leaf1", "identity": {"serial": "FDO2733000A"}}]}
      """
          .formatted(NEW, OLD);
  private static final String KNOWN =
      """
      {"name": "leaf1", "host": "[10.0.0.1]:830", "knownHosts": "/var/lib/losslessd/known_hosts",
       "state": "known", "offered": {"type": "ssh-ed25519", "fingerprint": "%1$s"},
       "known": [{"type": "ssh-ed25519", "fingerprint": "%1$s", "offered": true}],
       "recorded": [{"device": "leaf1", "identity": {"serial": "FDO2733000A"}}],
       "found": [{"device": "leaf1", "identity": {"serial": "FDO2733001A"}}],
       "otherDevice": true}
      """
          .formatted(NEW);

  @Test
  void bothKeysAreShownAndAPersonIsAsked() {
    daemon.on("GET " + PATH, 200, CHANGED).on("POST " + PATH, 200, KNOWN);

    Rig.Ran no = cli.terminal("no\n").run("trust", "leaf1");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.err()).contains("Trust this key of leaf1?", "Nothing was written.");
    assertThat(daemon.lines()).containsExactly("GET " + PATH);

    Rig.Ran yes = cli.terminal("yes\n").run("trust", "leaf1");
    assertThat(yes.exitCode()).isZero();
    assertThat(daemon.last().body()).isEqualTo("{\"fingerprint\":\"" + NEW + "\"}");
    Golden.check("trusted", yes.out());
  }

  @Test
  void aFingerprintFromTheConsoleIsSentAsItIs() {
    daemon
        .on("GET " + PATH, 200, CHANGED)
        .on(
            "POST " + PATH,
            409,
            "{\"type\":\"https://losslessd.dev/problems/host-key-refused\",\"title\":\"The host key"
                + " is not taken\",\"status\":409,\"detail\":\"leaf1 offers another one now\"}");

    Rig.Ran ran = cli.run("trust", "leaf1", "--fingerprint", OLD);

    assertThat(ran.exitCode()).isNotZero();
    assertThat(ran.err()).contains("leaf1 offers another one now");
    assertThat(daemon.last().body()).isEqualTo("{\"fingerprint\":\"" + OLD + "\"}");
  }

  @Test
  void withoutATerminalYesOrAFingerprintIsNeeded() {
    assertThat(cli.run("trust", "leaf1").err()).contains("--yes");
    assertThat(daemon.got()).isEmpty();

    daemon.on("GET " + PATH, 200, CHANGED).on("POST " + PATH, 200, KNOWN);
    assertThat(cli.run("trust", "leaf1", "--yes").exitCode()).isZero();
    assertThat(cli.run("trust", "leaf1", "--dry-run").exitCode()).isEqualTo(1);
    assertThat(daemon.lines()).containsExactly("GET " + PATH, "POST " + PATH, "GET " + PATH);
  }

  @Test
  void aTrustedKeyIsNothingToDo() {
    daemon.on("GET " + PATH, 200, KNOWN);

    Rig.Ran ran = cli.run("trust", "leaf1", "--yes");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("It offers the key that is trusted: nothing to do.");
    assertThat(daemon.lines()).containsExactly("GET " + PATH);
  }
}
