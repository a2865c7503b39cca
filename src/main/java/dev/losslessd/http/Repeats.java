package dev.losslessd.http;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers by Idempotency-Key, so that a client that lost an answer may ask again. The
 * last 256 keys of this run; a wish that was refused is forgotten, as it did nothing.
 */
final class Repeats {
  static final int REMEMBERED = 256;

  private static final Pattern FORM = Pattern.compile("[!-~]{1,128}");

  private final LinkedHashMap<String, Known> known = new LinkedHashMap<>();

  /** The sum of a body and not the body: 256 large ones would fill the heap. */
  private record Known(String what, String sum, CompletableFuture<Answer> answer) {}

  /**
   * @param what is asked for, so that one key does not serve two routes
   */
  Answer once(String what, Call call, Supplier<Answer> action) {
    Optional<String> key = call.header("Idempotency-Key");
    if (key.isEmpty()) {
      return action.get();
    }
    if (!FORM.matcher(key.get()).matches()) {
      throw new ProblemException(
          Problem.badInput("Idempotency-Key", "expected 1..128 visible ASCII characters"));
    }
    String name = call.actor() + " " + key.get();
    Known own = new Known(what, Sum.of(call.body()), new CompletableFuture<>());
    Known earlier = putIfAbsent(name, own);
    return earlier == null ? first(name, own, action) : repeat(earlier, own);
  }

  private Answer first(String name, Known own, Supplier<Answer> action) {
    try {
      Answer answer = action.get();
      own.answer().complete(answer);
      return answer;
    } catch (RuntimeException e) {
      forget(name);
      own.answer().completeExceptionally(e);
      throw e;
    }
  }

  private static Answer repeat(Known earlier, Known own) {
    if (!earlier.what().equals(own.what()) || !earlier.sum().equals(own.sum())) {
      throw new ProblemException(
          Problem.of(
              422,
              "idempotency-key-reused",
              "The Idempotency-Key belongs to another request",
              "this Idempotency-Key came with another request before; expected the same body or a"
                  + " new key"));
    }
    try {
      return earlier.answer().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized @Nullable Known putIfAbsent(String name, Known own) {
    Known earlier = known.putIfAbsent(name, own);
    if (earlier == null && known.size() > REMEMBERED) {
      known.pollFirstEntry();
    }
    return earlier;
  }

  private synchronized void forget(String name) {
    known.remove(name);
  }
}
