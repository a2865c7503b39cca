package dev.losslessd.fabric.junos;

import java.util.List;

/** Error that a switch answers to a command. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String text) {
    super(text, null, false, false);
  }

  List<String> lines() {
    return List.of(String.valueOf(getMessage()).split("\n"));
  }
}
