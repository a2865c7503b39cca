package dev.losslessd.driver;

import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts of switches under {@code src/test/resources}, in a folder for each system. */
public final class Transcript {
  private Transcript() {}

  /** Output of a command, with made-up values in the system's own format. */
  public static String read(SwitchSystem system, String name) {
    try {
      return Files.readString(Path.of("src/test/resources", system.word(), name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Configuration that somebody has made by hand, as one line for the fabric's operator. */
  public static String site(SwitchSystem system) {
    return String.join(" ; ", read(system, "site.txt").lines().toList());
  }
}
