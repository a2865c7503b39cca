package dev.losslessd.fabric.nxos;

import java.util.List;

/** Error that a switch answers to a command. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String... lines) {
    super(String.join("\n", lines), null, false, false);
  }

  List<String> lines() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
