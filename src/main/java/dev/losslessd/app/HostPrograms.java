package dev.losslessd.app;

import dev.losslessd.cli.Environment;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What the command line asks programs of this host: Java has no way to tell it. */
final class HostPrograms {
  private static final Pattern ROWS_COLUMNS = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");

  private HostPrograms() {}

  /** The terminal of this process, by stty(1). */
  static final class Tty implements Environment.Terminal {
    @Override
    public Size size() {
      Matcher size = ROWS_COLUMNS.matcher(run("/dev/tty", "stty", "size").orElse(""));
      return size.matches()
          ? new Size(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1)))
          : new Size(0, 0);
    }

    @Override
    public boolean showsErrors() {
      return run("/dev/null", "test", "-t", "2").isPresent();
    }
  }

  /** Users as this host knows them, those of LDAP too, by getent(1). */
  static final class Accounts implements Environment.Users {
    private final Map<Long, Optional<String>> known = new HashMap<>();

    @Override
    public Optional<String> name(long uid) {
      return known.computeIfAbsent(
          uid,
          _ ->
              run("/dev/null", "getent", "passwd", Long.toString(uid))
                  .map(line -> line.split(":", 2)[0])
                  .filter(name -> !name.isBlank()));
    }
  }

  /** What it prints; empty where it is not there, fails or takes longer than a second. */
  private static Optional<String> run(String input, String... line) {
    try {
      Process process =
          new ProcessBuilder(List.of(line))
              .redirectInput(new File(input))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try {
        if (!process.waitFor(1, TimeUnit.SECONDS) || process.exitValue() != 0) {
          return Optional.empty();
        }
        return Optional.of(
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
