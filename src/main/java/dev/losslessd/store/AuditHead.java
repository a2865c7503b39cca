package dev.losslessd.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number and hash of the newest line, in a file beside the audit. A chain alone does not show that
 * its end was cut off.
 *
 * @param lines 0 or more
 */
record AuditHead(long lines, String sha256) {
  static final AuditHead NOTHING = new AuditHead(0, AuditLine.START);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})\n");

  static Path beside(Path audit) {
    return audit.resolveSibling(audit.getFileName() + ".head");
  }

  /** Empty where there is none. */
  static Optional<AuditHead> read(Path audit) throws IOException {
    Path file = beside(audit);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    Matcher match = FORM.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    // one that was edited vouches for a line that is not there
    return Optional.of(
        match.matches()
            ? new AuditHead(Long.parseLong(match.group(1)), match.group(2))
            : new AuditHead(Long.MAX_VALUE, AuditLine.START));
  }

  /** All of it or nothing, also after a crash. */
  void write(Path audit) throws IOException {
    Path file = beside(audit);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    WholeFile.write(file, fresh, lines + " " + sha256 + "\n");
  }
}
