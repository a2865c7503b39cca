package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.AuditTrail;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import dev.losslessd.store.SideLog;
import dev.losslessd.store.Sync;
import dev.losslessd.store.TokenEntry;
import dev.losslessd.store.TokenFile;
import dev.losslessd.text.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Access tokens from their making to their end. */
class TokenApiTest extends OnWire {
  private static final String TOKENS = "/api/v1/tokens";
  private static final String CI =
      "{\"name\":\"ci\",\"role\":\"operator\",\"devices\":[\"gpu*\"],\"for\":\"90d\"}";

  @Test
  void aTokenIsShownOnceAndKeptAsItsHash() throws IOException {
    JsonNode made = rig.post(TOKENS, CI).json();
    String secret = made.path("secret").asString();

    assertThat(secret).matches("lld_[A-Za-z0-9_-]{43}");
    assertThat(made.path("end").asString()).isEqualTo("2026-05-30T10:00:00Z");
    assertThat(made.path("by").asString()).isEqualTo("token@127.0.0.1");
    JsonNode listed = rig.getWithToken(TOKENS).json().at("/items/0");
    assertThat(listed.path("name").asString()).isEqualTo("ci");
    assertThat(listed.path("lastUsed").isNull()).isTrue();
    String hash = Sha256.hex(secret);
    assertThat(Files.readString(folder.resolve("tokens"))).contains(hash).doesNotContain(secret);
    assertThat(listed.toString()).doesNotContain(hash).doesNotContain(secret);
  }

  @Test
  void whoUsedItAndFromWhereIsInTheCommit() throws IOException {
    String bearer = "Authorization: Bearer " + rig.post(TOKENS, CI).text("secret");
    rig.now = rig.now.plusSeconds(90);

    Wire.Reply put = write(bearer);

    assertThat(put.status()).isEqualTo(202);
    assertThat(put.body()).contains("\"actor\":\"token:ci@127.0.0.1\"");
    assertThat(rig.getWithToken(TOKENS).json().at("/items/0/lastUsed").asString())
        .isEqualTo("2026-03-01T10:01:00Z");
  }

  @Test
  void itsEndAndItsRevocationActAtOnce() throws IOException {
    JsonNode made = rig.post(TOKENS, CI).json();
    String bearer = "Authorization: Bearer " + made.path("secret").asString();
    assertThat(tcp.send("GET", "/metrics", "", bearer).status()).isEqualTo(200);

    rig.now = rig.now.plus(Duration.ofDays(90));
    Wire.Reply ended = tcp.send("GET", "/metrics", "", bearer);
    assertThat(ended.status()).isEqualTo(401);
    assertThat(ended.body()).contains("ci has ended at 2026-05-30T10:00:00Z");
    assertThat(rig.counts.of(HttpCounts.Event.WRONG_TOKEN))
        .as("nobody guesses what was right")
        .isZero();

    rig.now = rig.now.minusSeconds(1);
    assertThat(tcp.send("GET", "/metrics", "", bearer).status()).isEqualTo(200);
    revoke(made.path("id").asString());
    assertThat(tcp.send("GET", "/metrics", "", bearer).status()).isEqualTo(401);
    assertThat(rig.getWithToken(TOKENS).json().path("items")).isEmpty();
  }

  /** A slow body must not carry a token over its revocation. */
  @Test
  void aTokenThatIsRevokedWhileItsRequestArrivesBeginsNothing() throws IOException {
    AccessTokens.Made made =
        rig.tokens.make("ci", Role.OPERATOR, DeviceScope.ALL, Optional.empty(), "test");
    String head =
        "PUT "
            + Rig.PORT
            + "/pfc HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-Match: *\r\n"
            + "Content-Type: application/json\r\nContent-Length: 16\r\nAuthorization: Bearer "
            + made.secret()
            + "\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.server.port())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (rig.tokens.lastUsed(made.entry()).isEmpty() && System.nanoTime() < patience) {
        Thread.onSpinWait();
      }
      rig.tokens.revoke(made.entry().id(), "test");
      socket.getOutputStream().write("{\"lossless\":[3]}".getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 401 ")
          .contains("was revoked");
    }
    assertThat(rig.nic.writes()).isZero();
  }

  @Test
  void aNameIsTakenUntilItIsRevoked() {
    String id = rig.post(TOKENS, CI).text("id");

    Rig.Reply second = rig.post(TOKENS, CI);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.slug()).isEqualTo("name-taken");
    assertThat(second.text("detail")).contains(id);

    revoke(id);
    assertThat(rig.post(TOKENS, CI).status()).isEqualTo(200);
  }

  @Test
  void badInputNamesEachField() {
    Rig.Reply bad =
        rig.post(
            TOKENS,
            "{\"name\":\"a b\",\"role\":\"root\",\"devices\":[\"leaf*\",\"a"
                + " b\"],\"for\":\"1s\",\"x\":1}");
    assertThat(bad.errorFields())
        .containsExactlyInAnyOrder("name", "role", "devices[1]", "for", "x");
    Rig.Reply viewer =
        rig.post(TOKENS, "{\"name\":\"v\",\"role\":\"viewer\",\"devices\":[\"leaf*\"]}");
    assertThat(viewer.errorFields()).containsExactly("devices");
    assertThat(rig.post(TOKENS, "{\"name\":\"v\",\"role\":\"viewer\",\"for\":\"9999d\"}").status())
        .isEqualTo(400);
    assertThat(rig.post(TOKENS, CI.replace("[\"gpu*\"]", "[]")).errorFields())
        .containsExactly("devices");
  }

  @Test
  void onAFullDiskNothingIsMadeAndARevokedOneIsRefusedAllTheSame() throws IOException {
    Rig.Reply made = rig.post(TOKENS, CI);
    String bearer = "Authorization: Bearer " + made.text("secret");
    Path full = Files.createSymbolicLink(folder.resolve("tokens.new"), Path.of("/dev/full"));

    Rig.Reply second = rig.post(TOKENS, CI.replace("ci", "ops"));
    assertThat(second.status()).isEqualTo(503);
    assertThat(rig.tokens.all()).extracting(TokenEntry::name).containsExactly("ci");

    Rig.Reply revoked = revoke(made.text("id"));
    assertThat(revoked.status()).isEqualTo(503);
    assertThat(revoked.text("detail")).contains("is refused from now on", "revoke it once more");
    assertThat(tcp.send("GET", "/metrics", "", bearer).status()).isEqualTo(401);
    assertThat(rig.getWithToken(TOKENS).json().at("/items/0/state").asString())
        .isEqualTo("revoked");

    Files.delete(full);
    assertThat(revoke(made.text("id")).status()).isEqualTo(200);
    assertThat(new TokenFile(folder.resolve("tokens")).read()).isEmpty();
  }

  /** A later write takes a revoked line away too, and what was made outlives a restart. */
  @Test
  void theNextProcessHasTheSameTokens() throws IOException {
    String id = rig.post(TOKENS, CI).text("id");
    Path full = Files.createSymbolicLink(folder.resolve("tokens.new"), Path.of("/dev/full"));
    revoke(id);
    Files.delete(full);
    String secret = rig.post(TOKENS, CI.replace("ci", "ops")).text("secret");

    AccessTokens next = tokens(folder.resolve("tokens"));

    assertThat(next.all()).extracting(TokenEntry::name).containsExactly("ops");
    assertThat(next.find(secret)).map(TokenEntry::name).contains("ops");
    assertThat(next.find(secret + "x")).isEmpty();
  }

  @Test
  void theAuditHasWhoMadeAndRevokedItAndNoSecret() throws IOException {
    Path file = folder.resolve("events.jsonl");
    try (SideLog audit = new SideLog(file, Sync.DISK, 1 << 20, () -> rig.now)) {
      AccessTokens tokens = tokens(folder.resolve("others"), audit);
      DeviceScope scope = new DeviceScope(List.of("leaf*"));
      AccessTokens.Made made =
          tokens.make("ci", Role.OPERATOR, scope, Optional.empty(), "token:ops@10.0.0.5");
      tokens.revoke(made.entry().id(), "uid:0");
      tokens.lockedOut("10.0.0.9", "10 wrong tokens in a row");

      audit.flush();
      String id = made.entry().id();
      List<String> lines = Files.readAllLines(file);
      assertThat(lines).hasSize(3);
      assertThat(lines.get(0))
          .contains("\"event\":\"token-made\",\"actor\":\"token:ops\",\"from\":\"10.0.0.5\"")
          .contains("\"why\":\"" + id + " ci: operator of leaf*, without an end\"");
      assertThat(lines.get(1))
          .contains("\"event\":\"token-revoked\",\"actor\":\"uid:0\",\"from\":\"socket\"");
      assertThat(lines.get(2))
          .contains("\"event\":\"locked-out\",\"actor\":\"anyone\",\"from\":\"10.0.0.9\"");
      assertThat(String.join("", lines))
          .doesNotContain(made.secret())
          .doesNotContain(made.entry().sha256());
    }
  }

  private AccessTokens tokens(Path file, SideLog... audit) {
    return new AccessTokens(
        new TokenFile(file),
        new Random(2),
        () -> rig.now,
        audit.length == 0 ? AuditListener.NONE : new AuditTrail(audit[0], () -> rig.now));
  }

  private Wire.Reply write(String bearer) throws IOException {
    return tcp.send(
        "PUT",
        Rig.PORT + "/pfc",
        "{\"lossless\":[3]}",
        bearer,
        "If-Match: *",
        "Content-Type: application/json");
  }

  private Rig.Reply revoke(String id) {
    return rig.send(Rig.withToken(rig.request("DELETE", TOKENS + "/" + id, "")));
  }
}
