package dev.losslessd.model;

import java.util.Comparator;
import java.util.stream.Stream;

/** Whether something is as it should be; the worst last. Each document has its own words for it. */
public enum Verdict {
  OK,
  /** Nothing tells. Never taken for ok. */
  UNKNOWN,
  /** Not as it should be. */
  BROKEN;

  /** Broken if any is, else unknown if any is. */
  public static Verdict worst(Stream<Verdict> all) {
    return all.max(Comparator.naturalOrder()).orElse(OK);
  }

  /** The word of a document for it. */
  public String word(String ok, String broken, String unknown) {
    return switch (this) {
      case OK -> ok;
      case BROKEN -> broken;
      case UNKNOWN -> unknown;
    };
  }
}
