package dev.losslessd.fabric.eos;

/** Error that a switch answers to a command. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String line) {
    super(line, null, false, false);
  }

  String line() {
    return "% " + getMessage();
  }
}
