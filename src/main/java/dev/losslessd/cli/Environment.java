package dev.losslessd.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * The surroundings of the process.
 *
 * @param variables {@code LOSSLESSD_SOCKET}, {@code LOSSLESSD_CONFIG}, {@code LOSSLESSD_DEBUG} and
 *     {@code NO_COLOR} are read
 * @param terminal whether a person sits at both ends: colours are printed, questions are asked
 * @param in where an answer is read from
 * @param clock shows how much of a confirm window is left
 * @param pause waits between two looks at a commit
 */
public record Environment(
    Map<String, String> variables,
    boolean terminal,
    InputStream in,
    InstantSource clock,
    Pause pause) {

  /** Path of the daemon's socket in the packages: 0660 root:losslessd. */
  public static final Path DEFAULT_SOCKET = Path.of("/run/losslessd/losslessd.sock");

  /** Path of the config in the packages. */
  public static final Path DEFAULT_CONFIG = Path.of("/etc/losslessd/losslessd.yaml");

  /** Waits; a test moves its own time instead. */
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  public Environment {
    variables = Map.copyOf(variables);
  }

  Path socket() {
    return variable("LOSSLESSD_SOCKET").map(Path::of).orElse(DEFAULT_SOCKET);
  }

  Path config() {
    return variable("LOSSLESSD_CONFIG").map(Path::of).orElse(DEFAULT_CONFIG);
  }

  /** Whether an unexpected failure shows its stack trace. */
  boolean debug() {
    return variable("LOSSLESSD_DEBUG").filter("1"::equals).isPresent();
  }

  /** See no-color.org: any value but the empty one switches colour off. */
  boolean colour() {
    return terminal && variable("NO_COLOR").isEmpty();
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }
}
