package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.Request;
import dev.losslessd.commit.Retention;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Target;
import dev.losslessd.store.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A client that lost an answer asks again with its key; the daemon may have died meanwhile. */
class IdempotencyCacheTest extends OnRig {
  private static final String COMMITS = "/api/v1/commits";
  private static final String KEY = "Idempotency-Key";
  private static final String PFC3 =
      """
      {"changes":[{"port":"gpu01:ens1f0np0","setting":"pfc","value":{"lossless":[3]}}]}\
      """;

  private void startAgain() {
    rig.close();
    rig = new Rig(folder);
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>();
    rig.get(COMMITS).json().path("items").forEach(item -> ids.add(item.path("id").asString()));
    return ids;
  }

  @Test
  void afterARestartTheSameKeyBeginsNothingASecondTime() {
    Rig.Reply first = rig.post(COMMITS, PFC3, KEY, "k1");
    startAgain();

    Rig.Reply again = rig.post(COMMITS, PFC3, KEY, "k1");

    assertThat(again.status()).isEqualTo(202);
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.text("state")).as("as it is by now").isEqualTo("awaiting-confirm");
    assertThat(ids()).containsExactly("c-000001");
    assertThat(rig.nic.writes()).as("by this daemon").isZero();
  }

  @Test
  void afterARestartAnotherRequestWithTheKeyIsRefused() {
    rig.post(COMMITS, PFC3, KEY, "k1");
    startAgain();

    Rig.Reply body = rig.post(COMMITS, PFC3.replace("[3]", "[4]"), KEY, "k1");
    Rig.Reply route = rig.post("/api/v1/revisions/0:rollback", PFC3, KEY, "k1");

    assertThat(body.status()).isEqualTo(422);
    assertThat(body.slug()).isEqualTo("idempotency-key-reused");
    assertThat(route.status()).isNotEqualTo(202);
    assertThat(ids()).containsExactly("c-000001");
  }

  @Test
  void aRollbackIsBegunOnceToo() {
    String first = rig.post(COMMITS, PFC3).header("Location");
    rig.post(first + ":confirm", "");
    Rig.Reply back = rig.post("/api/v1/revisions/0:rollback", "", KEY, "back");
    startAgain();
    rig.nic.set(Target.port(Rig.NIC), new Pfc(PrioritySet.of(3)));

    Rig.Reply again = rig.post("/api/v1/revisions/0:rollback", "", KEY, "back");

    assertThat(again.status()).isEqualTo(202);
    assertThat(again.header("Location")).isEqualTo(back.header("Location"));
    assertThat(ids()).containsExactly("c-000002", "c-000001");
  }

  @Test
  void theKeyOfACommitThatTheHistoryDroppedBeginsNothing() {
    String path = rig.post(COMMITS, PFC3, KEY, "k1").header("Location");
    rig.post(path + ":cancel", "");
    for (int i = 0; i < 20; i++) {
      String next = rig.post(COMMITS, PFC3).header("Location");
      rig.post(next + ":cancel", "");
    }
    rig.commitEngine.prune(new Retention(1, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
    assertThat(rig.get(path).status()).isEqualTo(404);
    List<String> before = ids();

    Rig.Reply again = rig.post(COMMITS, PFC3, KEY, "k1");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.slug()).isEqualTo("idempotency-key-used");
    assertThat(again.text("detail")).contains("c-000001");
    assertThat(ids()).isEqualTo(before);
  }

  @Test
  void whoeverAsksAgainMeanwhileWaitsForTheFirst() throws Exception {
    IdempotencyCache idempotencyCache = new IdempotencyCache(rig.commitEngine);
    HttpCall call =
        new HttpCall(
            "POST",
            Map.of(),
            Query.NONE,
            _ -> Optional.of("k1"),
            new byte[0],
            Caller.peer("token"));
    Commit begun = rig.commitEngine.submit(Request.everything("token", ""));
    AtomicReference<String> second = new AtomicReference<>("");
    Thread again =
        Thread.ofPlatform()
            .unstarted(() ->
                second.set(
                    location(
                        idempotencyCache.once(
                            "commits",
                            call,
                            _ -> {
                              throw new AssertionError("begun a second time");
                            }))));

    HttpReply first =
        idempotencyCache.once(
            "commits",
            call,
            _ -> {
              again.start();
              while (again.getState() != Thread.State.WAITING && again.isAlive()) {
                Thread.onSpinWait();
              }
              return begun;
            });
    again.join();

    assertThat(second.get()).isEqualTo(location(first)).isEqualTo("/api/v1/commits/c-000001");
  }

  private static String location(HttpReply reply) {
    return reply.headers().getOrDefault("Location", "");
  }

  @Test
  void theKeyOfAnotherActorIsAnotherKey() {
    rig.post(COMMITS, PFC3, KEY, "k1");
    var known = IdempotencyKey.of("uid:0", "k1", "commits", new byte[0]);
    var own = IdempotencyKey.of("token", "k1", "commits", PFC3.getBytes(StandardCharsets.UTF_8));

    assertThat(rig.commitEngine.begunWith(known)).isEmpty();
    assertThat(rig.commitEngine.begunWith(own).orElseThrow().same()).isTrue();
  }
}
