package dev.losslessd.model;

/** What the daemon may write. */
public enum Mode {
  /** Reads only. Not a byte is written to any device. The default. */
  OBSERVE,
  /** Reads and shows what it would do. */
  PLAN,
  /** Writes plans to devices. */
  ENFORCE
}
