package dev.losslessd.cli;

import dev.losslessd.jobs.EnvCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** Variables of libraries for RDMA in a process, a file or this shell; of no others any is kept. */
final class EnvSource {
  /** More than Linux lets an environment be (MAX_ARG_STRLEN for one string, 6 MiB for all). */
  private static final int LARGEST = 8 << 20;

  private static final Pattern LINE =
      Pattern.compile("(?:export\\s+|-x\\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)");

  private EnvSource() {}

  /**
   * @param source number of a process, name of a file, {@code -}, or empty for this environment
   */
  static Map<String, String> of(String source, Environment environment) {
    if (source.isEmpty()) {
      return ours(environment.variables());
    }
    try {
      if (source.matches("[1-9]\\d{0,9}")) {
        return ofProcess(source);
      }
      return source.equals("-")
          ? ofText(text(environment.in()))
          : ofText(Files.readString(file(source)));
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
    return source.matches("\\d+")
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

  private static String text(InputStream in) throws IOException {
    return new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
  }

  /** Lines with an equals sign, else the list of a pod. */
  private static Map<String, String> ofText(String text) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      Matcher one = LINE.matcher(line.strip());
      if (one.matches()) {
        all.put(one.group(1), unquoted(one.group(2).strip()));
      }
    }
    return ours(all.isEmpty() ? ofPod(text) : all);
  }

  private static Map<String, String> ofPod(String text) {
    Map<String, String> all = new LinkedHashMap<>();
    try {
      JsonValue list = Json.parseYaml(text);
      JsonValue items = list.at("env").isNothing() ? list : list.at("env");
      for (JsonValue item : items.items()) {
        all.put(item.at("name").text(), item.at("value").text());
      }
    } catch (JacksonException e) {
      return Map.of(); // no environment: the caller says that nothing of these libraries is there
    }
    return all;
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.startsWith("'") || value.startsWith("\""))
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted ? value.substring(1, value.length() - 1) : value.replaceFirst("\\s+#.*", "");
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
