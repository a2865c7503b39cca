package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;

/** Judges the value of one variable on a host. */
@FunctionalInterface
interface EnvRule {
  Judgement judge(String value, JobHost host);

  /**
   * @param advice empty where there is nothing to do
   */
  record Judgement(Verdict verdict, String message, String advice) {
    static Judgement ok(String message) {
      return new Judgement(Verdict.OK, message, "");
    }

    static Judgement finding(String message, String advice) {
      return new Judgement(Verdict.BROKEN, message, advice);
    }

    static Judgement unknown(String message) {
      return new Judgement(Verdict.UNKNOWN, message, "");
    }
  }
}
