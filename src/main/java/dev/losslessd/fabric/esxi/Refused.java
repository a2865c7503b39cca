package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.box.Failed;

/** Error message of a command that was refused. */
final class Refused extends Failed {
  private static final long serialVersionUID = 1;

  Refused(String message) {
    super(1, message);
  }

  /** As esxcli says it to words that it does not know. */
  static Refused unknown(String words) {
    return new Refused("Error: Unknown command or namespace " + words);
  }

  /** As esxcli says it to options. */
  static Refused option(String why) {
    return new Refused("Error: " + why);
  }
}
