package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;

/**
 * A variable for a job on this host.
 *
 * @param reason one sentence, from what is
 * @param without verdict on an environment that lacks it; OK where the library's default is right
 *     too
 * @param lack what the library does without it; empty where that is right too
 */
public record EnvLine(String name, String value, String reason, Verdict without, String lack) {
  EnvLine(String name, String value, String reason) {
    this(name, value, reason, Verdict.OK, "");
  }

  /** A line that an environment must have. */
  static EnvLine needed(String name, String value, String reason, String lack) {
    return new EnvLine(name, value, reason, Verdict.BROKEN, lack);
  }
}
