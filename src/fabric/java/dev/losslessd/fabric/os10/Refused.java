package dev.losslessd.fabric.os10;

/** Error that a switch answers to a command. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String line) {
    super(line, null, false, false);
  }

  static Refused unknown() {
    return new Refused("Unrecognized command.");
  }

  String line() {
    return "% Error: " + getMessage();
  }
}
