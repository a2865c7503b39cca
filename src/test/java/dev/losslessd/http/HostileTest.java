package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is sent, the daemon says what is wrong with it, and goes on. */
class HostileTest extends OnWire {
  private static final List<String> PATHS =
      List.of(
          "/api/v1/ports/gpu01/ens1f0np0/pfc",
          "/api/v1/ports/gpu01/Ethernet1/7/dcqcn",
          "/api/v1/ports/gpu01/../../../etc/passwd",
          "/api/v1/ports/gpu01/ens1f0np0/..;/pfc?dryRun=true",
          "/api/v1/commits/c-000001:confirm",
          "/api/v1/revisions/1:rollback",
          "/api/v1/counters?port=gpu01:ens1f0np0",
          "/api/v1/devices/gpu01");

  private static final List<String> BODIES =
      List.of(
          "{\"lossless\":[3]}",
          "{\"changes\":[{\"port\":\"gpu01:x\",\"setting\":\"dscp\",\"value\":{\"map\":{\"26\":3}}}]}",
          "{\"enabled\":[1],\"cnpDscp\":48,\"confirmWithin\":\"1m\"}",
          "[".repeat(3000),
          "{\"a\":" + "{\"a\":".repeat(700),
          "\"\\ud800\"",
          "1e999999999");

  private static final String SPICES = "/%.;:?&=#\\\"'{}[]<>*+-_~ \t\0\u007f\u00e9\u20ac0123AZaz";

  @Test
  void hostilePathsAreNeverAFailureOfOurs() throws IOException {
    Random random = new Random(20260301);
    for (int i = 0; i < 400; i++) {
      String path = mutate(PATHS.get(random.nextInt(PATHS.size())), random);
      String method = List.of("GET", "PUT", "POST", "HEAD", "BREW").get(random.nextInt(5));

      Wire.Reply reply = tcp.send(method, path, "{}", bearer(), json(), "If-Match: *");

      assertThat(reply.status()).as(method + " " + path + "\n" + reply.body()).isBetween(200, 499);
    }
    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);
  }

  @Test
  void hostileBodiesAreNeverAFailureOfOurs() throws IOException {
    Random random = new Random(4791);
    for (int i = 0; i < 400; i++) {
      String body = mutate(BODIES.get(random.nextInt(BODIES.size())), random);
      String path = List.of(PATHS.get(0), PATHS.get(1), "/api/v1/commits").get(random.nextInt(3));
      String method = path.endsWith("commits") ? "POST" : "PUT";

      Wire.Reply reply = tcp.send(method, path, body, bearer(), json(), "If-Match: *");

      assertThat(reply.status()).as(body + "\n" + reply.body()).isBetween(200, 499);
    }
    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);
  }

  @Test
  void anUnknownVersionOfHttpIsTheClientsAffair() throws IOException {
    Wire.Reply reply =
        tcp.exchange(
            ByteBuffer.wrap(
                "GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII)));

    assertThat(reply.status()).isEqualTo(505);
    assertThat(reply.body()).contains("bad-request").doesNotContain("daemon failed");
  }

  @Test
  void hostileHeadersAreNeverAFailureOfOurs() throws IOException {
    Random random = new Random(2468);
    List<String> headers =
        List.of(
            "If-Match: \"0-12345678\"",
            "If-None-Match: W/\"a\", \"b\"",
            "Idempotency-Key: abc",
            "Content-Type: application/json; charset=utf-8",
            "Accept-Encoding: gzip;q=0.1, br",
            "Origin: http://localhost",
            "Authorization: Bearer x");
    for (int i = 0; i < 300; i++) {
      String header = mutate(headers.get(random.nextInt(headers.size())), random);
      String path = List.of(PATHS.get(0), "/metrics", "/api/v1/commits").get(random.nextInt(3));
      String method = List.of("GET", "PUT", "POST").get(random.nextInt(3));

      Wire.Reply reply = tcp.send(method, path, "{}", bearer(), header.replace('\n', ' '));

      assertThat(reply.status()).as(header + "\n" + reply.body()).isBetween(200, 499);
    }
  }

  @Test
  void bytesThatAreNoHttpGetAProblemOrAHangUp() throws IOException {
    Random random = new Random(97);
    for (int i = 0; i < 50; i++) {
      byte[] noise = new byte[200];
      random.nextBytes(noise);
      noise[199] = '\n';
      ByteBuffer request = ByteBuffer.allocate(300).put(noise);
      request.put("\r\n\r\n".getBytes(StandardCharsets.US_ASCII)).flip();

      assertThat(tcp.exchange(request).status()).isLessThan(500);
    }
    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);
  }

  private static String mutate(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int left = random.nextInt(4); left > 0; left--) {
      int at = random.nextInt(mutant.length() + 1);
      String spice = String.valueOf(SPICES.charAt(random.nextInt(SPICES.length())));
      switch (random.nextInt(4)) {
        case 0 -> mutant.insert(at, spice);
        case 1 ->
            mutant.insert(at, "%" + Integer.toHexString(0x100 + random.nextInt(256)).substring(1));
        case 2 -> mutant.delete(at, Math.min(mutant.length(), at + random.nextInt(5)));
        default -> mutant.replace(at, Math.min(mutant.length(), at + 1), spice);
      }
    }
    return mutant.toString();
  }

  private static String bearer() {
    return "Authorization: Bearer " + Rig.TOKEN;
  }

  private static String json() {
    return "Content-Type: application/json";
  }
}
