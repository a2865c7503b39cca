package dev.losslessd.fabric.eos;

/** The switch answers a command with an error. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String line) {
    super(line, null, false, false);
  }

  String line() {
    return "% " + getMessage();
  }
}
