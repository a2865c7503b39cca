package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.Failed;

/** Error message of a command that was refused. */
final class Refused extends Failed {
  private static final long serialVersionUID = 1;

  Refused(String message) {
    super(1, message);
  }

  /** Error of esxcli for words that it does not know. */
  static Refused unknown(String words) {
    return new Refused("Error: Unknown command or namespace " + words);
  }

  /** Error of esxcli for options. */
  static Refused option(String why) {
    return new Refused("Error: " + why);
  }
}
