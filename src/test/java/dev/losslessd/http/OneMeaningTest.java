package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that could be taken for two, or promises what is not kept, is refused. */
class OneMeaningTest extends OnRig {
  private static final String KEY = "Idempotency-Key";

  @Test
  void linesEndWithCarriageReturnAndLineFeed() throws IOException {
    assertThat(raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .isEqualTo(200);
    assertThat(raw("GET /healthz HTTP/1.1\r\nHost: localhost\nConnection: close\r\n\r\n"))
        .isEqualTo(400);
    assertThat(raw("GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n")).isEqualTo(400);
  }

  @Test
  void aHeaderOfWhichOneValueCountsComesOnce() throws IOException {
    String token = "Bearer " + Rig.TOKEN;
    for (String second : List.of(token, "Bearer wrong", "Basic eDp5")) {
      for (List<String> order : List.of(List.of(token, second), List.of(second, token))) {
        String headers =
            "Authorization: " + order.getFirst() + "\r\nAuthorization: " + order.getLast();
        assertThat(
                raw(
                    "POST /api/v1/freeze HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + headers
                        + "\r\nContent-Length: 0\r\n\r\n"))
            .as(headers)
            .isEqualTo(400);
      }
    }
    assertThat(rig.commitEngine.writePolicy().frozen()).isFalse();
  }

  @Test
  void aKeyThatAWriteDoesNotKeepIsRefused() throws IOException {
    Wire tcp = Wire.tcp(rig.server.port());
    for (Route route : Api.table(rig.sources, Rig.TIME)) {
      boolean kept = route.params().stream().anyMatch(param -> param.name().equals(KEY));
      if (route.changes() && !kept) {
        String path = route.path().replaceAll("[{<][a-z]+[}>]", "1");
        Wire.Reply reply =
            tcp.send(
                route.method(),
                path,
                "",
                "Authorization: Bearer " + Rig.TOKEN,
                KEY + ": k1",
                "Content-Length: 0");

        assertThat(reply.status()).as(route.method() + " " + path).isEqualTo(400);
        assertThat(reply.body()).as(route.method() + " " + path).contains(KEY);
      }
    }
  }

  private int raw(String request) throws IOException {
    return Wire.tcp(rig.server.port())
        .exchange(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)))
        .status();
  }
}
