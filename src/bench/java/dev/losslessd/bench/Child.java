package dev.losslessd.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that is measured. It is ended with this, by its own id. */
public final class Child implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final PrintWriter in;

  private Child(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** A Java class of this program under the memory settings of the product. */
  public static Child java(Class<?> main, String... words) {
    return large(main, 48, words);
  }

  /**
   * A Java class under the same settings, after other words of a shell.
   *
   * @param before {@code unshare --net}
   */
  static Child after(List<String> before, Class<?> main, String... words) {
    List<String> command = new ArrayList<>(before);
    command.addAll(java(main, 48, List.of(words)));
    return started(new ProcessBuilder(command).redirectErrorStream(true));
  }

  /** Starts a child with a heap of another size, MiB. */
  static Child large(Class<?> main, int heapMib, String... words) {
    return started(
        new ProcessBuilder(java(main, heapMib, List.of(words))).redirectErrorStream(true));
  }

  private static List<String> java(Class<?> main, int heapMib, List<String> words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "@bin/jvm.options",
                "-Xmx" + heapMib + "m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(words);
    return command;
  }

  /** The product as its users start it. */
  static Child launcher(String... words) {
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("launcher", "bin/losslessd")));
    command.addAll(List.of(words));
    return started(new ProcessBuilder(command).redirectErrorStream(true));
  }

  /** A peer; what it logs goes to a file. */
  static Child peer(Path log, String... command) {
    return started(new ProcessBuilder(command).redirectError(Redirect.to(log.toFile())));
  }

  private static Child started(ProcessBuilder process) {
    try {
      return new Child(process.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Meter meter() {
    return new Meter(process.pid());
  }

  /** All that it said since this was last asked; does not wait. */
  public List<String> log() {
    List<String> lines = new ArrayList<>();
    try {
      while (out.ready()) {
        lines.add(out.readLine());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** The next line that it says. */
  String line() {
    try {
      String line = out.readLine();
      if (line == null) {
        throw new IllegalStateException("the measured process ended");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says a line and waits for the answer. */
  String ask(String line) {
    in.println(line);
    return line();
  }

  /** Whether it ends within so many milliseconds. */
  boolean endsWithin(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  int exitCode() {
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
