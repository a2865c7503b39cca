package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.Commit;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.time.Duration;
import java.util.Optional;

/**
 * The preference {@code wait=30} (RFC 7240): who asks for it gets the end of a commit instead of
 * 202, if it ends in time. A commit that awaits its confirm is answered at once, as nothing but the
 * client, or another, ends it.
 */
record CommitWait(CommitEngine commitEngine, HttpTime time) {
  private static final Pattern WAIT =
      Pattern.compile("(?:^|[,;\\s])wait\\s*=\\s*\"?([0-9]{1,6})\"?\\s*(?:[,;]|$)");

  /** The longest that a connection is held for a commit. */
  static final long LONGEST_SECONDS = 120;

  private static final Duration LOOK = Duration.ofMillis(50);

  /** Answers with a commit that has begun, or later with its end. */
  HttpReply answer(HttpCall call, HttpReply begun) {
    String commit = begun.headers().getOrDefault("Location", "");
    String id = commit.substring(commit.lastIndexOf('/') + 1);
    Optional<Long> seconds = seconds(call.header("Prefer").orElse(""));
    return seconds.map(wait -> HttpReply.later(() -> ended(id, begun, wait))).orElse(begun);
  }

  private static Optional<Long> seconds(String preferences) {
    Matcher wait = WAIT.matcher(preferences);
    return wait.find()
        ? Optional.of(Math.min(Long.parseLong(wait.group(1)), LONGEST_SECONDS))
        : Optional.empty();
  }

  private HttpReply ended(String id, HttpReply begun, long seconds) {
    long end = time.nanos().getAsLong() + Duration.ofSeconds(seconds).toNanos();
    Optional<Commit> commit = commitEngine.commit(id);
    while (commit.filter(CommitWait::moves).isPresent() && time.nanos().getAsLong() - end < 0) {
      time.pause().accept(LOOK);
      commit = commitEngine.commit(id);
    }
    return commit
        .map(one -> SettingRoutes.accepted(one, one.open() || moves(one) ? 202 : 200))
        .orElse(begun)
        .with("Preference-Applied", "wait=" + seconds);
  }

  /** Whether it may become another by itself. */
  private static boolean moves(Commit commit) {
    return switch (commit) {
      case Commit.Staged _, Commit.Applying _, Commit.Undoing _ -> true;
      case Commit.AwaitingConfirm _,
          Commit.Confirmed _,
          Commit.RolledBack _,
          Commit.Abandoned _,
          Commit.Stuck _ ->
          false;
    };
  }
}
