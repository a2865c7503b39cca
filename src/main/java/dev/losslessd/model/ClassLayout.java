package dev.losslessd.model;

/**
 * Traffic classes that a NIC's kernel driver takes in a schedule. A policy speaks of priorities; it
 * is compiled into the classes of each driver.
 *
 * @param numbering of the classes that have a priority
 * @param unused how a class without a priority is scheduled, with a share of 0
 */
public record ClassLayout(Numbering numbering, Ets.Selection unused) {
  /** For drivers that take any: the class has the number of its priority. */
  public static final ClassLayout BY_PRIORITY =
      new ClassLayout(Numbering.BY_PRIORITY, Ets.Selection.ETS);

  /** Which numbers the classes have. */
  public enum Numbering {
    /** That of the priority; between them are classes without one. */
    BY_PRIORITY,
    /** 0 and up without a gap, in the order of their priorities. */
    CONTIGUOUS,
    /** As contiguous, and once a code point has a priority, class n for each priority n. */
    DSCP_IS_CLASS
  }
}
