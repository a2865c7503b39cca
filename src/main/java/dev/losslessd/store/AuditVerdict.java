package dev.losslessd.store;

import java.nio.file.Path;

/** Result of checking a whole audit. */
public sealed interface AuditVerdict {
  /** Says in one line what was found in this file. */
  default String text(Path file) {
    return switch (this) {
      case Whole whole ->
          file
              + ": whole, "
              + whole.lines()
              + " lines"
              + (whole.anchored() ? "" : "; without its .head file nothing vouches for its end");
      case Broken broken -> file + ":" + broken.line() + " line " + broken.why();
      case Contradiction both -> file + ":" + both.line() + " contradiction: line " + both.why();
    };
  }

  /**
   * Every line follows from the one before.
   *
   * @param lines how many there are
   * @param anchored whether the file beside it vouches for the number: without it, whole lines that
   *     are missing at the end do not show
   */
  record Whole(long lines, boolean anchored) implements AuditVerdict {}

  /**
   * @param line the first bad one, from 1
   * @param why what is wrong with it
   */
  record Broken(long line, String why) implements AuditVerdict {}

  /**
   * Every line follows from the one before, and two of them cannot both be true.
   *
   * @param line the later one, from 1
   * @param why which other line speaks against it
   */
  record Contradiction(long line, String why) implements AuditVerdict {}
}
