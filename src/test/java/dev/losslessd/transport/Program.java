package dev.losslessd.transport;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real program that a test needs, run for the test alone and ended by its handle. */
public final class Program implements AutoCloseable {
  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Path of an installed program; the test is skipped, with the program's name, where it is
   * missing.
   */
  public static String installed(String name) {
    var found =
        Stream.of("/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/")
            .map(folder -> Path.of(folder + name))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), name + " is not installed");
    return found.orElseThrow().toString();
  }

  /** Starts and does not wait. */
  public static Program start(Path log, Map<String, String> environment, String... words)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(List.of(words));
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    return new Program(builder.start(), log);
  }

  /** Runs to the end, which must be a good one. */
  public static void run(Path log, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    try (Program program = start(log, environment, words)) {
      if (!program.process.waitFor(60, TimeUnit.SECONDS) || program.process.exitValue() != 0) {
        throw new IOException(String.join(" ", words) + ": " + program.log());
      }
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Output of the program so far. */
  public String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
