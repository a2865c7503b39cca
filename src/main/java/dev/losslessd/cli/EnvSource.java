package dev.losslessd.cli;

import dev.losslessd.jobs.EnvCheck;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Variables of libraries for RDMA in a process, a file or this shell; of no others any is kept. */
final class EnvSource {
  /** More than Linux lets an environment be (MAX_ARG_STRLEN for one string, 6 MiB for all). */
  private static final int LARGEST = 8 << 20;

  private EnvSource() {}

  /**
   * @param source number of a process, name of a file, {@code -}, or empty for this environment
   */
  static Map<String, String> of(String source, Environment environment) {
    if (source.isEmpty()) {
      return ours(environment.variables());
    }
    try {
      if (Pattern.matches("[1-9]\\d{0,9}", source)) {
        return ofProcess(source);
      }
      return source.equals("-")
          ? ofText(text(environment.in()), "standard input")
          : ofText(text(file(source)), source);
    } catch (NoSuchFileException e) {
      throw CliException.notFound(missing(source));
    } catch (AccessDeniedException e) {
      throw new CliException(
          ExitCode.NO_PERMISSION,
          source + ": not yours to read; run as the user of the process, or as root",
          e);
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, source + ": " + e.getMessage(), e);
    }
  }

  private static String missing(String source) {
    return Pattern.matches("\\d+", source)
        ? "no process " + source + " here (for a file of this name: ./" + source + ")"
        : source + ": no such file";
  }

  private static Path file(String name) throws IOException {
    try {
      Path path = Path.of(name);
      if (Files.exists(path) && Files.size(path) > LARGEST) {
        throw CliException.usage(name + " is larger than 8 MiB: no environment is");
      }
      return path;
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, "FILE: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> ofProcess(String pid) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    try (InputStream in = Files.newInputStream(Path.of("/proc", pid, "environ"))) {
      for (String one : text(in).split("\0")) {
        int equals = one.indexOf('=');
        if (equals > 0) {
          all.put(one.substring(0, equals), one.substring(equals + 1));
        }
      }
    }
    return ours(all);
  }

  private static Map<String, String> ofText(String text, String source) {
    return EnvText.of(text, source);
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return text(in);
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
  }

  /**
   * Netdevs where the variables are to hold: those of a process, else of this one.
   *
   * @param source as for {@link #of}
   */
  static List<String> netdevs(String source) {
    String process = Pattern.matches("[1-9]\\d{0,9}", source) ? source : "self";
    try (Stream<String> lines = Files.lines(Path.of("/proc", process, "net", "dev"))) {
      return lines
          .filter(line -> line.contains(":"))
          .map(line -> line.substring(0, line.indexOf(':')).strip())
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // not known: names are then not judged
    }
  }

  private static Map<String, String> ours(Map<String, String> all) {
    Map<String, String> ours = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      if (EnvCheck.isOurs(name)) {
        ours.put(name, value);
      }
    });
    return ours;
  }
}
