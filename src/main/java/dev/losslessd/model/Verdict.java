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

  /** The words of a document. */
  public record Words(String ok, String broken, String unknown) {
    public static final Words LINK = new Words("ok", "broken", "unknown");
    public static final Words ANSWER = new Words("ok", "not", "unknown");
    public static final Words CHECK = new Words("ok", "finding", "unknown");
    public static final Words IN_SYNC = new Words("true", "false", "unknown");

    public String of(Verdict verdict) {
      return switch (verdict) {
        case OK -> ok;
        case BROKEN -> broken;
        case UNKNOWN -> unknown;
      };
    }

    /** The verdict with this word; any other word is unknown too. */
    public Verdict verdict(String word) {
      return word.equals(ok) ? OK : word.equals(broken) ? BROKEN : UNKNOWN;
    }
  }
}
