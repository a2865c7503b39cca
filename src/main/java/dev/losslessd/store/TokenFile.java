package dev.losslessd.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The access tokens of a state folder: a line that says how many there are, then one line for each.
 * Replaced as a whole; what does not read as it was written is an error, never no tokens.
 */
public record TokenFile(Path file, Sync sync) {
  private static final String HEAD = "{\"losslessd-tokens\":1,\"count\":%d}";

  public TokenFile(Path file) {
    this(file, Sync.DISK);
  }

  /**
   * All of them, in the order in which they were made; none where there is no file.
   *
   * @throws StoreException a line is not as it was written, or others than the owner may write it
   */
  public List<TokenEntry> read() {
    if (Files.notExists(file)) {
      return List.of();
    }
    List<String> lines = lines();
    List<TokenEntry> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (int n = 1; n < lines.size(); n++) {
      TokenEntry entry = entry(lines.get(n), n + 1);
      if (!known.add(entry.id()) || !known.add(entry.name()) || !known.add(entry.sha256())) {
        throw wrong(n + 1, "has the id, name or hash of a line before it");
      }
      all.add(entry);
    }
    String head = HEAD.formatted(all.size());
    if (lines.isEmpty() || !lines.getFirst().equals(head)) {
      throw wrong(1, "expected " + head + ", as " + all.size() + " lines follow");
    }
    return List.copyOf(all);
  }

  /**
   * Durable when this returns.
   *
   * @throws StoreException disk full or broken; the file is the old one, or after a crash the new
   */
  public void write(List<TokenEntry> all) {
    StringBuilder text = new StringBuilder(HEAD.formatted(all.size())).append('\n');
    all.forEach(entry -> text.append(entry.line()).append('\n'));
    try {
      WholeFile.write(file, file.resolveSibling(file.getFileName() + ".new"), text.toString());
      JournalWriter.syncFolder(file, sync);
    } catch (IOException e) {
      throw new StoreException(
          "tokens file " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
  }

  private List<String> lines() {
    try {
      requireOwnerOnly();
      String text = Files.readString(file, StandardCharsets.UTF_8);
      if (!text.endsWith("\n")) {
        throw wrong((int) text.lines().count(), "is cut off");
      }
      return text.lines().toList();
    } catch (IOException e) {
      throw new StoreException(
          "tokens file %s cannot be read: %s; expected UTF-8 text of mode 0600"
              .formatted(file, StateFolder.reason(e)),
          e);
    }
  }

  /** Who may write it makes tokens. */
  private void requireOwnerOnly() throws IOException {
    Set<PosixFilePermission> is = Files.getPosixFilePermissions(file);
    Set<PosixFilePermission> others = new HashSet<>(is);
    others.removeAll(PosixFilePermissions.fromString("rwx------"));
    if (!others.isEmpty()) {
      throw new StoreException(
          ("tokens file %s has mode %s, expected rw-------: see that each line is yours,"
                  + " then chmod 600")
              .formatted(file, PosixFilePermissions.toString(is)));
    }
  }

  private TokenEntry entry(String line, int number) {
    try {
      TokenEntry entry = TokenEntry.parse(line);
      if (entry.line().equals(line)) {
        return entry;
      }
    } catch (RuntimeException e) {
      throw wrong(number, "is not a token: " + e.getMessage());
    }
    throw wrong(number, "is not written as losslessd writes it");
  }

  private StoreException wrong(int line, String why) {
    return new StoreException(
        ("tokens file %s line %s %s; put a copy of the file back, or remove it and make"
                + " the tokens anew")
            .formatted(file, line, why));
  }
}
