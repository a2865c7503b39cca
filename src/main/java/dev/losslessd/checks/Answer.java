package dev.losslessd.checks;

import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;

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
    return Verdict.Words.ANSWER.of(verdict());
  }

  /** Adds the word and the facts of the answer to a document. */
  default Fields to(Fields document) {
    Fields answered = document.with("answer", word());
    return switch (this) {
      case Ok ok -> answered.with("value", ok.value());
      case Not not ->
          answered
              .with("value", not.value())
              .with("expected", not.expected())
              .with("advice", not.advice())
              .with("source", not.source());
      case Unknown unknown -> answered.with("why", unknown.why());
    };
  }
}
