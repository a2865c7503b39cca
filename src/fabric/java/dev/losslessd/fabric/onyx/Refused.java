package dev.losslessd.fabric.onyx;

/** The switch answers a command with an error. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  Refused(String line) {
    super(line, null, false, false);
  }

  static Refused unknown(String command) {
    return new Refused("Unrecognized command \"" + command + "\".\nType \"?\" for help.");
  }

  String line() {
    return "% " + getMessage();
  }
}
