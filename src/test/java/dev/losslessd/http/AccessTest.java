package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTest extends OnWire {
  private static final String PFC = Rig.PORT + "/pfc";

  @Test
  void aForeignHostNameIsRefusedAlsoForReads() throws IOException {
    for (String host :
        List.of(
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil",
            "[::1].evil",
            "localhost:80:80",
            "::1",
            "")) {
      Wire.Reply reply = tcp.sendTo(host, "GET", "/api/v1/status", "");

      assertThat(reply.status()).as(host).isIn(400, 403);
      assertThat(reply.body()).doesNotContain("gpu01");
    }
    assertThat(tcp.sendTo("evil.example", "GET", "/metrics", "").body())
        .contains("host-not-accepted");
  }

  @Test
  void ourOwnNamesAreAcceptedWithAnyPort() throws IOException {
    for (String host :
        List.of(
            "localhost",
            "LOCALHOST:1",
            "127.0.0.1:9180",
            "[::1]:9180",
            "[::1]",
            "gpu01.example",
            "gpu01.example:443")) {
      assertThat(tcp.sendTo(host, "GET", "/healthz", "").status()).as(host).isEqualTo(200);
    }
  }

  @Test
  void aWriteOverTcpNeedsTheToken() throws IOException {
    Wire.Reply none = tcp.send("POST", "/api/v1/freeze", "");
    Wire.Reply wrong = tcp.send("POST", "/api/v1/freeze", "", BEARER + "x");
    Wire.Reply basic = tcp.send("POST", "/api/v1/freeze", "", "Authorization: Basic eDp5");

    assertThat(none.status()).isEqualTo(401);
    assertThat(none.headers().get("WWW-Authenticate")).startsWith("Bearer");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.body()).doesNotContain(Rig.TOKEN);
    assertThat(basic.status()).isEqualTo(401);
    assertThat(rig.commitEngine.writePolicy().frozen()).isFalse();
    assertThat(tcp.send("POST", "/api/v1/freeze", "", BEARER).status()).isEqualTo(200);
  }

  @Test
  void aPageOfAnotherSiteMayNotWriteEvenWithTheToken() throws IOException {
    for (String origin : List.of("https://evil.example", "null", "http://localhost:1")) {
      Wire.Reply reply = tcp.send("POST", "/api/v1/freeze", "", BEARER, "Origin: " + origin);

      assertThat(reply.status()).as(origin).isEqualTo(403);
      assertThat(reply.body()).contains("origin-not-accepted");
    }
    assertThat(tcp.send("POST", "/api/v1/freeze", "", BEARER, "Origin: http://localhost").status())
        .isEqualTo(200);
  }

  @Test
  void noAnswerLetsAnotherSiteReadIt() throws IOException {
    Wire.Reply reply =
        tcp.send(
            "OPTIONS",
            PFC,
            "",
            "Origin: https://evil.example",
            "Access-Control-Request-Method: PUT");

    assertThat(reply.status()).isIn(403, 405);
    assertThat(reply.headers().keySet()).noneMatch(name -> name.startsWith("Access-Control"));
  }

  @Test
  void everyAnswerSaysHowToTreatIt() throws IOException {
    for (String path : List.of("/api/v1/status", "/api/v1/nothing", "/%2F")) {
      Wire.Reply reply = tcp.send("GET", path, "");

      assertThat(reply.headers()).as(path).containsEntry("X-Content-Type-Options", "nosniff");
      assertThat(reply.headers()).as(path).containsEntry("Cache-Control", "no-store");
      assertThat(reply.headers()).as(path).doesNotContainKey("Server");
    }
  }

  @Test
  void theUnixSocketServesTheSameRoutesAndKnowsThePeer() throws IOException {
    Wire unix = Wire.unix(rig.socket);

    Wire.Reply put =
        unix.send("PUT", PFC, "{\"lossless\":[3]}", JSON, "If-Match: *", "Origin: null");
    Wire.Reply commit = unix.sendTo("any", "GET", put.headers().getOrDefault("Location", ""), "");

    assertThat(put.status()).isEqualTo(202);
    assertThat(commit.body()).contains("\"state\":\"awaiting-confirm\"");
    assertThat(commit.body()).contains("\"actor\":\"uid:" + uid() + "\"");
  }

  @Test
  void theUnixSocketIsForOwnerAndGroup() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(rig.socket)))
        .isEqualTo("rw-rw----");

    rig.server.close();

    assertThat(rig.socket).doesNotExist();
  }

  @Test
  void aSocketThatACrashLeftIsReplaced(@TempDir Path other) throws IOException {
    Path stale = other.resolve("api.sock");
    try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(stale));
    }
    assertThat(stale).exists();

    try (HttpServer server = Rig.start(unixOnly(stale), rig.sources)) {
      assertThat(Wire.unix(stale).send("GET", "/healthz", "").status()).isEqualTo(200);
      assertThatThrownBy(server::port).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aSocketOfALiveDaemonIsLeftAlone() throws IOException {
    assertThatThrownBy(() -> Rig.start(unixOnly(rig.socket), rig.sources))
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll(rig.socket.toString(), "in use");
    assertThat(Wire.unix(rig.socket).send("GET", "/healthz", "").status()).isEqualTo(200);
  }

  @Test
  void aFileInPlaceOfTheSocketIsNotDeleted(@TempDir Path other) throws IOException {
    Path file = Files.writeString(other.resolve("precious"), "text");

    assertThatThrownBy(() -> Rig.start(unixOnly(file), rig.sources))
        .hasMessageContaining("another kind");
    assertThat(file).hasContent("text");
    assertThatThrownBy(() -> Rig.start(unixOnly(other.resolve("no/api.sock")), rig.sources))
        .hasMessageContaining("there is no folder");
  }

  @Test
  void aPortInUseIsOneClearSentence() {
    InetSocketAddress taken =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.server.port());
    HttpOptions options =
        new HttpOptions(
            List.of(taken),
            null,
            Set.of(),
            () -> Rig.TOKEN,
            Optional.empty(),
            HttpOptions.Metrics.NONE,
            HttpLimits.usual());

    assertThatThrownBy(() -> Rig.start(options, rig.sources))
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll(":" + rig.server.port(), "stop the process", "listen");
  }

  @Test
  void onlyLoopbackAndRealTokensAreTaken() {
    InetSocketAddress everywhere = new InetSocketAddress(9180);

    assertThatThrownBy(() ->
            new HttpOptions(
                List.of(everywhere),
                null,
                Set.of(),
                () -> Rig.TOKEN,
                Optional.empty(),
                HttpOptions.Metrics.NONE,
                HttpLimits.usual()))
        .hasMessageContainingAll(":9180", "not a loopback address", "127.0.0.1");
    assertThatThrownBy(() ->
            new HttpOptions(
                List.of(),
                null,
                Set.of(),
                () -> "short",
                Optional.empty(),
                HttpOptions.Metrics.NONE,
                HttpLimits.usual()))
        .hasMessageContaining("too short")
        .hasMessageNotContaining("\"short\"");
    assertThat(rig.options().toString()).doesNotContain(Rig.TOKEN);
  }

  @Test
  void theTokenIsMadeOnceAndKept() throws IOException {
    Path file = folder.resolve("token");

    String made = Tokens.readOrMake(file, new Random(1));
    String again = Tokens.readOrMake(file, new Random(2));

    assertThat(made).matches("[A-Za-z0-9_-]{43}").isEqualTo(again);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aTokenThatOthersMayReadIsRefused() throws IOException {
    Path file = folder.resolve("token");
    Tokens.readOrMake(file, new Random(1));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> Tokens.readOrMake(file, new Random(1)))
        .hasMessageContainingAll(file.toString(), "rw-r-----", "chmod 600");
  }

  @Test
  void aFileWithoutATokenIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "hello\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    assertThatThrownBy(() -> Tokens.readOrMake(file, new Random(1)))
        .hasMessageContaining("holds no token");
  }

  @Test
  void accountsBecomeNumbersWherePasswdKnowsThem() throws IOException {
    Path passwd =
        Files.writeString(
            folder.resolve("passwd"), "root:x:0:0::/root:/bin/sh\nops:x:1004:7::/:/bin/sh\n");
    PeerCredentials peerCredentials = new PeerCredentials(passwd);

    assertThat(peerCredentials.actor("ops")).isEqualTo("uid:1004");
    assertThat(peerCredentials.actor("4711")).isEqualTo("uid:4711");
    assertThat(peerCredentials.actor("ldap-user")).isEqualTo("user:ldap-user");
  }

  private static HttpOptions unixOnly(Path socket) {
    return new HttpOptions(
        List.of(),
        socket,
        Set.of(),
        () -> Rig.TOKEN,
        Optional.empty(),
        HttpOptions.Metrics.NONE,
        HttpLimits.usual());
  }

  private int uid() throws IOException {
    return (int) Files.getAttribute(folder, "unix:uid");
  }
}
