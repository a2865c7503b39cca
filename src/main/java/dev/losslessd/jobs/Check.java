package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;

/**
 * One question about a job's network, and its answer.
 *
 * @param name stable: {@code network}, {@code hcas}, {@code gdr} ...
 * @param message what was found, with its values
 * @param advice what to do; empty where there is nothing to do
 */
public record Check(String name, Verdict verdict, String message, String advice) {
  /** {@code ok}, {@code finding} or {@code unknown}. */
  public static String word(Verdict verdict) {
    return Verdict.Words.CHECK.of(verdict);
  }

  static Check ok(String name, String message) {
    return new Check(name, Verdict.OK, message, "");
  }

  static Check finding(String name, String message, String advice) {
    return new Check(name, Verdict.BROKEN, message, advice);
  }

  static Check unknown(String name, String message, String advice) {
    return new Check(name, Verdict.UNKNOWN, message, advice);
  }
}
