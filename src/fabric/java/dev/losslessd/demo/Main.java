package dev.losslessd.demo;

import dev.losslessd.app.Command;
import java.util.Optional;

/** Entry point of the {@code losslessd} program where the simulator is installed. */
public final class Main {
  private Main() {}

  /** Runs one verb; the exit code says how it went. */
  public static void main(String[] words) {
    var simulator = new SimulatorCommands(System.out, System.err);
    Command.end(Command.typed(Optional.of(simulator), words), words);
  }
}
