package dev.losslessd.model;

/** How far the daemon may go. */
public enum Mode {
  /** Reads only. Not a byte is written to any device. The default. */
  OBSERVE,
  /** Reads and shows what it would do. */
  PLAN,
  /** Writes plans to devices when asked to. */
  ENFORCE
}
