package dev.losslessd.cli;

import dev.losslessd.text.Pattern;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * The surroundings of the process.
 *
 * @param variables {@code LOSSLESSD_SOCKET}, {@code LOSSLESSD_CONFIG}, {@code LOSSLESSD_DEBUG},
 *     {@code NO_COLOR}, {@code COLUMNS} and {@code TERM} are read
 * @param terminal where a person sits at both ends: colours are printed, questions are asked
 * @param in where an answer is read from
 * @param clock shows how much of a confirm window is left
 * @param pause waits between two looks at a commit
 * @param users names of users of this host
 */
public record Environment(
    Map<String, String> variables,
    Optional<Terminal> terminal,
    InputStream in,
    InstantSource clock,
    Pause pause,
    Users users) {

  /** Path of the daemon's socket in the packages: 0660 root:losslessd. */
  public static final Path DEFAULT_SOCKET = Path.of("/run/losslessd/losslessd.sock");

  /** Path of the config in the packages. */
  public static final Path DEFAULT_CONFIG = Path.of("/etc/losslessd/losslessd.yaml");

  /** Waits; a test moves its own time instead. */
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /** The terminal, in characters; 0 where it does not tell. */
  public interface Terminal {
    /** Width and height. It changes while a person drags the window. */
    Size size();

    /** Whether standard error goes there too. */
    boolean showsErrors();

    /** Columns and rows of a terminal, in characters. */
    record Size(int columns, int rows) {}
  }

  /** Looks up users of this host. */
  public interface Users {
    /** The name of a user; empty where this host does not know it. */
    Optional<String> name(long uid);
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
    return redraws() && variable("NO_COLOR").isEmpty();
  }

  /** Whether a person sits here who can answer. */
  boolean isInteractive() {
    return terminal.isPresent();
  }

  /** Whether the terminal obeys escape sequences. */
  boolean redraws() {
    return terminal.isPresent() && !variable("TERM").equals(Optional.of("dumb"));
  }

  /** Whether a line on standard error may be written over, to show that work goes on. */
  boolean showsProgress() {
    return redraws() && terminal.filter(Terminal::showsErrors).isPresent();
  }

  /** Columns and rows of the terminal; 0 where there is none, or it does not tell. */
  Terminal.Size size() {
    Terminal.Size size = terminal.map(Terminal::size).orElse(new Terminal.Size(0, 0));
    return variable("COLUMNS")
        .filter(text -> terminal.isPresent() && Pattern.matches("[1-9]\\d{0,3}", text))
        .map(text -> new Terminal.Size(Integer.parseInt(text), size.rows()))
        .orElse(size);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }
}
