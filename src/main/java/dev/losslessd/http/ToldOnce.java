package dev.losslessd.http;

import java.util.Optional;

/** What is wrong for as long as it is, to be told once each time that it changes. */
final class ToldOnce {
  private Optional<String> last = Optional.empty();

  /**
   * Returns what is to be told.
   *
   * @param now what is wrong; empty where nothing is
   */
  synchronized Optional<String> news(Optional<String> now) {
    Optional<String> news = now.equals(last) ? Optional.empty() : now;
    last = now;
    return news;
  }
}
