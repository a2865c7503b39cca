package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.Failed;

/** Error message of {@code nv} for a command that was refused. */
final class Refused extends Failed {
  private static final long serialVersionUID = 1;

  Refused(int status, String message) {
    super(status, message);
  }

  Refused(String message) {
    this(1, message);
  }
}
