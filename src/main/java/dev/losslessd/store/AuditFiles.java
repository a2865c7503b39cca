package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of one audit: those that are full, {@code audit.jsonl.1} and so on, and the last. */
final class AuditFiles {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private AuditFiles() {}

  /** Full files by their numbers, the oldest first. */
  static SortedMap<Integer, Path> full(Path audit) throws IOException {
    SortedMap<Integer, Path> found = new TreeMap<>();
    Path folder = audit.toAbsolutePath().getParent();
    if (folder == null || Files.notExists(folder)) {
      return found;
    }
    String prefix = audit.getFileName() + ".";
    try (Stream<Path> all = Files.list(folder)) {
      for (Path one : all.toList()) {
        String name = String.valueOf(one.getFileName());
        if (name.startsWith(prefix) && NUMBER.matcher(name.substring(prefix.length())).matches()) {
          found.put(Integer.valueOf(name.substring(prefix.length())), one);
        }
      }
    }
    return found;
  }

  static Path full(Path audit, int number) {
    return audit.resolveSibling(audit.getFileName() + "." + number);
  }

  /** The number of the newest full one; 0 for none. */
  static int newest(Path audit) throws IOException {
    SortedMap<Integer, Path> all = full(audit);
    return all.isEmpty() ? 0 : all.lastKey();
  }

  /** All of them in their order, the last at the end also where it is missing. */
  static List<Path> all(Path audit) throws IOException {
    List<Path> all = new ArrayList<>(full(audit).values());
    all.add(audit);
    return all;
  }
}
