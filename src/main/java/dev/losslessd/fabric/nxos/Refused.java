package dev.losslessd.fabric.nxos;

import java.util.List;

/** The switch answers a command with an error. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String... lines) {
    super(String.join("\n", lines), null, false, false);
  }

  List<String> lines() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
