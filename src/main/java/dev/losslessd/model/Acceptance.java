package dev.losslessd.model;

/**
 * Harm that the operator takes upon himself for one change; nothing by default.
 *
 * @param whileBusy links and buffers may be disturbed while RDMA traffic runs on them
 * @param scope a system-wide setting of a switch may change for ports that are wired to others
 */
public record Acceptance(boolean whileBusy, boolean scope) {
  public static final Acceptance NOTHING = new Acceptance(false, false);

  /** The same, and running RDMA traffic may be disturbed. */
  public Acceptance evenWhileBusy() {
    return new Acceptance(true, scope);
  }
}
