package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.Commit;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys.Known;
import dev.losslessd.text.Pattern;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Begins nothing a second time for a client that lost an answer and asks again with the same {@code
 * Idempotency-Key}. What was begun with a key is in the journal, so that it outlives the daemon; a
 * wish that was refused is in none, as it did nothing. Here is only what is under way.
 */
final class IdempotencyCache {
  private static final Pattern FORM = Pattern.compile("[!-~]{1,128}");

  private final CommitEngine commitEngine;
  private final Map<IdempotencyKey.Digest, First> underWay = new ConcurrentHashMap<>();

  private record First(IdempotencyKey key, CompletableFuture<HttpReply> answer) {}

  IdempotencyCache(CommitEngine commitEngine) {
    this.commitEngine = commitEngine;
  }

  /**
   * @param what is asked for, so that one key does not serve two routes
   * @param begin is given the key to keep it with what it begins
   */
  HttpReply once(String what, HttpCall call, Function<Optional<IdempotencyKey>, Commit> begin) {
    Optional<String> name = call.header("Idempotency-Key");
    if (name.isEmpty()) {
      return accepted(begin.apply(Optional.empty()));
    }
    if (!FORM.matcher(name.get()).matches()) {
      throw ProblemException.badInput(
          "Idempotency-Key", "expected 1..128 visible ASCII characters");
    }
    IdempotencyKey key = IdempotencyKey.of(call.caller().name(), name.get(), what, call.body());
    First own = new First(key, new CompletableFuture<>());
    First earlier = underWay.putIfAbsent(key.name(), own);
    return earlier == null ? first(own, begin) : follow(earlier, key);
  }

  /** Keeps a request under way until the journal has it, so that one of both always knows it. */
  private HttpReply first(First own, Function<Optional<IdempotencyKey>, Commit> begin) {
    try {
      Known known = commitEngine.begunWith(own.key()).orElse(null);
      HttpReply reply =
          known == null ? accepted(begin.apply(Optional.of(own.key()))) : again(known);
      own.answer().complete(reply);
      return reply;
    } catch (RuntimeException | Error e) {
      own.answer().completeExceptionally(e);
      throw e;
    } finally {
      underWay.remove(own.key().name());
    }
  }

  private static HttpReply accepted(Commit commit) {
    return SettingRoutes.accepted(commit, 202);
  }

  /** The commit as it is by now. */
  private HttpReply again(Known known) {
    requireSame(known.same());
    return commitEngine
        .commit(known.commit())
        .map(IdempotencyCache::accepted)
        .orElseThrow(() ->
            ProblemException.of(
                409,
                "idempotency-key-used",
                "The Idempotency-Key was used",
                "commit "
                    + known.commit()
                    + " was begun with this Idempotency-Key, and the history has dropped it;"
                    + " nothing was begun again, expected a new key"));
  }

  private static HttpReply follow(First earlier, IdempotencyKey key) {
    requireSame(earlier.key().equals(key));
    try {
      return earlier.answer().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static void requireSame(boolean same) {
    if (!same) {
      throw ProblemException.of(
          422,
          "idempotency-key-reused",
          "The Idempotency-Key belongs to another request",
          "this Idempotency-Key came with another request before; expected the same body or a"
              + " new key");
    }
  }
}
