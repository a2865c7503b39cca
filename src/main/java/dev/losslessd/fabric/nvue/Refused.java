package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.box.Failed;

/** What {@code nv} says against a command. */
final class Refused extends Failed {
  private static final long serialVersionUID = 1;

  Refused(int status, String message) {
    super(status, message);
  }

  Refused(String message) {
    this(1, message);
  }
}
