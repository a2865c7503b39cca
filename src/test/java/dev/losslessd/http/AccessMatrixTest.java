package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every route, asked by every caller on every listener, is answered as the tables of the page about
 * access say.
 */
@SystemGroup
class AccessMatrixTest {
  private static final String ANY = "If-Match: *";

  @TempDir Path folder;
  private RouteWalk walk;
  private RemoteListeners remote;
  private final AccessRules rules = AccessRules.read();

  @BeforeEach
  void start() {
    walk = new RouteWalk(folder);
    remote = RemoteListeners.start(folder, walk.rig);
  }

  @AfterEach
  void stop() {
    remote.close();
    walk.close();
  }

  /**
   * Listeners by their names in the page.
   *
   * @see AccessRules
   */
  private Map<String, Wire> listeners() {
    Map<String, Wire> all = new LinkedHashMap<>();
    all.put("unix socket", Wire.unix(walk.rig.socket));
    all.put("loopback", Wire.tcp(walk.rig.server.port()));
    remote.tls(null).ifPresent(wire -> all.put("TLS from beyond", wire));
    all.put("metrics", remote.metrics());
    return all;
  }

  /** Headers of callers by their names in the page; wrong tokens first, so that they lock out. */
  private Map<String, String> callers() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("wrong token", "Authorization: Bearer " + AccessTokens.PREFIX + "x".repeat(43));
    all.put("no token", "X-Nothing: x");
    all.put("viewer token", walk.rig.bearer("v", Role.VIEWER));
    all.put("operator token", walk.rig.bearer("o", Role.OPERATOR, "gpu*", "leaf?"));
    all.put("operator token for other devices", walk.rig.bearer("e", Role.OPERATOR, "spine*"));
    all.put("admin token", walk.rig.bearer("a", Role.ADMIN));
    all.put("token of the state folder", RouteWalk.TOKEN);
    all.put("revoked token", walk.rig.bearer("r", Role.ADMIN));
    AccessTokens tokens = walk.rig.tokens;
    tokens.all().stream()
        .filter(one -> one.name().equals("r"))
        .forEach(one -> tokens.revoke(one.id(), "test"));
    AccessTokens.Made ended =
        tokens.make("z", Role.ADMIN, DeviceScope.ALL, Optional.of(Duration.ZERO), "test");
    all.put("ended token", "Authorization: Bearer " + ended.secret());
    RemoteListeners.CERTIFICATES.keySet().forEach(name -> all.put(name, "X-Nothing: x"));
    return all;
  }

  @Test
  @Timeout(600) // some 6,500 requests, a third of them with a handshake
  void everyRouteAnswersEveryCallerAsThePageSays() throws IOException {
    Map<String, String> callers = callers();
    assertThat(callers.keySet()).hasSameElementsAs(rules.callers().keySet());
    List<RouteOperation> operations = RouteOperation.all(walk.rig.get("/openapi.json").json());
    assertThat(operations).hasSameSizeAs(Api.table(walk.rig.sources, Rig.TIME));
    List<String> wrong = new ArrayList<>();
    List<String> lines = new ArrayList<>(head(callers));
    for (RouteOperation op : operations) {
      StringBuilder line = new StringBuilder("%-6s %-52s".formatted(op.method(), op.path()));
      for (Map.Entry<String, Wire> listener : listeners().entrySet()) {
        for (Map.Entry<String, String> caller : callers.entrySet()) {
          if (!rules.comes(caller.getKey(), listener.getKey())) {
            line.append("   -");
            continue;
          }
          Wire wire = remote.showing(caller.getKey(), listener.getValue());
          String is = outcome(op, wire, caller.getValue());
          String expected = rules.expected(op, caller.getKey(), listener.getKey());
          line.append(" %-3s".formatted(is));
          if (!is.equals(expected)) {
            wrong.add(
                "%s %s: %s by %s is %s, expected %s"
                    .formatted(
                        op.method(), op.path(), listener.getKey(), caller.getKey(), is, expected));
          }
        }
        line.append("  ");
      }
      lines.add(line.toString().stripTrailing());
    }
    String text = String.join("\n", lines) + "\n";
    Files.writeString(Path.of("target/access-matrix.txt"), text);
    System.out.print(text);
    assertThat(wrong).isEmpty();
    assertThat(walk.rig.counts.of(HttpCounts.Event.UNEXPECTED)).isZero();
    assertThat(walk.rig.counts.of(HttpCounts.Event.LOCKOUT)).isPositive();
  }

  private List<String> head(Map<String, String> callers) {
    List<String> head = new ArrayList<>();
    head.add("listeners: " + String.join(", ", listeners().keySet()));
    head.add("callers of each: " + String.join(", ", callers.keySet()));
    head.add(
        "cells: yes, the route runs; 401 (or 429 once locked out) no or a refused token; 403 role"
            + " or scope; no, there is no such route; -, the caller cannot come there");
    return head;
  }

  private String outcome(RouteOperation op, Wire listener, String header) throws IOException {
    long before = op.isWrite() ? journal() : 0;
    Wire.Reply reply = walk.send(listener, op, path(op), body(op), header, ANY);
    String is =
        switch (reply.status()) {
          case 401, 429 -> "401";
          case 403 -> reply.body().contains("not-allowed") ? "403" : "host";
          case 500, 0 -> "bug";
          case 404, 405 -> listener.equals(remote.metrics()) ? "no" : "yes";
          default -> "yes";
        };
    if (op.isWrite()) {
      if (!is.equals("yes")) {
        assertThat(journal()).as(op + header).isEqualTo(before);
      }
      walk.calm();
    }
    return is;
  }

  /** Bytes of the journal; to read it for each request would be most of the work. */
  private long journal() throws IOException {
    return Files.size(folder.resolve("journal"));
  }

  private static String path(RouteOperation op) {
    String dry = op.real() + "?dryRun=true";
    return switch (op.id()) {
      case "patchIntent" -> dry;
      case "rollbackRevision" -> dry.replace("/1:", "/0:");
      default -> op.isSetting() && op.isWrite() ? dry : op.real();
    };
  }

  private String body(RouteOperation op) {
    return op.id().equals("saveDevice") ? "{\"dryRun\":true}" : walk.body(op);
  }

  @Test
  void theDocumentHasTheRoleOfEachOperation() {
    Map<String, String> roles =
        RouteOperation.all(walk.rig.get("/openapi.json").json()).stream()
            .collect(
                Collectors.toMap(RouteOperation::id, op -> op.json().path("security").toString()));

    assertThat(roles)
        .containsEntry("getStatus", "[{},{\"token\":[\"viewer\"]}]")
        .containsEntry("createPlan", "[{\"token\":[\"operator\"]}]")
        .containsEntry("createToken", "[{\"token\":[\"admin\"]}]")
        .containsEntry("getHealthz", "[{}]");
  }
}
