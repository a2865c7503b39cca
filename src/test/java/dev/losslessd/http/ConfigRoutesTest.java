package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The config in force, and its file taken over, by REST. */
class ConfigRoutesTest extends OnRig {
  private static final String RELOAD = "/api/v1/config:reload";

  @Test
  void aDryRunTellsAndLeavesNoTrace() {
    Rig.Reply told = post("{\"dryRun\":true}");

    assertThat(told.status()).isEqualTo(200);
    assertThat(told.body()).contains("\"outcome\":\"applied\"").contains("\"key\":\"poll.nic\"");
    assertThat(show().body()).doesNotContain("lastReload");
  }

  @Test
  void whatWasTakenIsShown() {
    assertThat(post("{\"digest\":\"" + RigConfig.DIGEST + "\"}").status()).isEqualTo(200);

    assertThat(show().body()).contains("\"fileInForce\":true").contains("\"lastReload\"");
  }

  @Test
  void aBrokenFileIsRefusedWithEachReason() {
    rig.config.broken = true;

    assertThat(post("{\"dryRun\":true}").body()).contains("\"outcome\":\"refused\"");
    Rig.Reply refused = post("{}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("config-refused").contains(":3:9").contains("poll.nic");
    assertThat(show().body()).contains("\"fileInForce\":false");
  }

  @Test
  void anotherFileThanWasShownIsRefused() {
    assertThat(post("{\"digest\":\"0000\"}").status()).isEqualTo(409);
  }

  private Rig.Reply post(String body) {
    return rig.send(Rig.withToken(rig.request("POST", RELOAD, body)));
  }

  private Rig.Reply show() {
    return rig.send(Rig.withToken(rig.request("GET", "/api/v1/config", "")));
  }
}
