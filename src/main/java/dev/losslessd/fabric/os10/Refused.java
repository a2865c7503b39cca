package dev.losslessd.fabric.os10;

/** The switch answers a command with an error. */
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
