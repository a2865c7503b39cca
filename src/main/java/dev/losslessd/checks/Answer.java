package dev.losslessd.checks;

import dev.losslessd.model.Verdict;

/** The three answers of a check. */
public sealed interface Answer {
  /** As it should be. */
  record Ok(String value) implements Answer {}

  /**
   * Not as it should be.
   *
   * @param value what is there
   * @param expected what should be there
   * @param advice what to do
   * @param source who says so
   */
  record Not(String value, String expected, String advice, String source) implements Answer {}

  /**
   * Not known; never taken for ok.
   *
   * @param why one sentence
   */
  record Unknown(String why) implements Answer {}

  default Verdict verdict() {
    return switch (this) {
      case Ok ok -> Verdict.OK;
      case Not not -> Verdict.BROKEN;
      case Unknown unknown -> Verdict.UNKNOWN;
    };
  }

  /** {@code ok}, {@code not} or {@code unknown}. */
  default String word() {
    return word(verdict());
  }

  static String word(Verdict verdict) {
    return verdict.word("ok", "not", "unknown");
  }
}
