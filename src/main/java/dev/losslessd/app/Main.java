package dev.losslessd.app;

import java.util.Optional;

/** Entry point of the {@code losslessd} program. */
public final class Main {
  private Main() {}

  /** Runs one verb; the exit code says how it went. */
  public static void main(String[] words) {
    Command.end(Command.typed(Optional.empty(), words), words);
  }
}
