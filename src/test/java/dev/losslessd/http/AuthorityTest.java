package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.SettingKind;
import dev.losslessd.store.Entries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that no request changes anything without a name, however it is dressed up. */
class AuthorityTest extends OnWire {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW");

  @Test
  void noRouteChangesAnythingForAnyoneWhateverTheMethodAndItsOverrides() throws IOException {
    int before = Entries.of(rig.journal).size();
    for (Route route : Api.table(rig.sources, Rig.TIME)) {
      for (String method : METHODS) {
        for (String override : overrides(route.method())) {
          Wire.Reply reply = tcp.send(method, path(route), "{}", JSON, "If-Match: *", override);

          String what = method + " " + path(route) + " " + override;
          assertThat(Entries.of(rig.journal)).as(what).hasSize(before);
          boolean itself = route.changes() && method.equals(route.method());
          if (itself || !override.isEmpty()) {
            assertThat(reply.status()).as(what).isNotIn(200, 201, 202, 204).isLessThan(500);
          }
        }
      }
    }
    assertThat(rig.commitEngine.writePolicy().frozen()).isFalse();
    assertThat(rig.nic.writes()).isZero();
  }

  @Test
  void anOverrideIsRefusedAlsoWithAuthorityOnEveryListener() throws IOException {
    int before = Entries.of(rig.journal).size();
    for (Wire listener : List.of(tcp, Wire.unix(rig.socket))) {
      for (Route route : Api.table(rig.sources, Rig.TIME)) {
        for (String override : overrides(route.method())) {
          if (!override.isEmpty()) {
            Wire.Reply reply =
                listener.send("GET", path(route), "", BEARER, JSON, "If-Match: *", override);

            assertThat(reply.status()).as(path(route) + " " + override).isEqualTo(400);
            assertThat(reply.body()).containsIgnoringCase(override.split(":", 2)[0]);
          }
        }
      }
    }
    assertThat(Entries.of(rig.journal)).hasSize(before);
  }

  @Test
  void everyChangingRouteRunsForANamedActor() throws IOException {
    for (Wire listener : List.of(tcp, Wire.unix(rig.socket))) {
      for (Route route : Api.table(rig.sources, Rig.TIME)) {
        if (route.changes()) {
          Wire.Reply reply = listener.send(route.method(), path(route), "", BEARER, JSON);

          assertThat(reply.status()).as(path(route)).isNotIn(401, 403, 405);
        }
      }
    }
  }

  @Test
  void readsThatMakeADeviceWorkNeedANamedActor() throws IOException {
    for (String path :
        List.of(
            "/api/v1/firmware?port=gpu01:x", "/api/v1/counters?port=gpu01:ens1f0np0&all=true")) {
      assertThat(tcp.send("GET", path, "").status()).as(path).isEqualTo(401);
      assertThat(tcp.send("GET", path, "", BEARER).status()).as(path).isNotEqualTo(401);
      assertThat(Wire.unix(rig.socket).send("GET", path, "").status()).as(path).isNotEqualTo(401);
    }
  }

  @Test
  void aStrangersReadOfASettingAsksNoDeviceMoreThanOnceInTenSeconds() throws IOException {
    String path = Rig.PORT + "/" + SettingKind.PFC.word();

    Wire.Reply first = tcp.send("GET", path, "");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.body()).contains("not read yet");
    assertThat(rig.nic.reads()).isZero();

    assertThat(tcp.send("GET", path, "", BEARER).body()).doesNotContain("not read yet");
    assertThat(rig.nic.reads()).isPositive();
  }

  @Test
  void aWrongTokenIsToldAlsoWhereNoneIsNeeded() throws IOException {
    for (String path : Set.of("/metrics", "/api/v1/status")) {
      assertThat(tcp.send("GET", path, "", BEARER + "x").status()).isEqualTo(401);
      assertThat(tcp.send("GET", path, "", "Authorization: Basic eDp5").status()).isEqualTo(200);
    }
  }

  private static List<String> overrides(String method) {
    List<String> all = new ArrayList<>(List.of(""));
    MethodOverrides.HEADERS.forEach(header -> all.add(header + ": " + method));
    all.add("x-http-METHOD-override: " + method);
    return all;
  }

  private static String path(Route route) {
    return route
        .path()
        .replace("{device}", "gpu01")
        .replace("<port>", "ens1f0np0")
        .replace("{name}", "gpu01")
        .replace("{number}", "0")
        .replace("{id}", "c-000001");
  }
}
