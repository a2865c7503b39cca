package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.store.EntryText;
import dev.losslessd.store.JournalCheck;
import dev.losslessd.store.StoreException;
import java.io.PrintStream;
import java.nio.file.Path;

/** The verbs that look at a journal. They write nothing; the daemon may be running. */
final class JournalVerbs {
  private final PrintStream out;

  JournalVerbs(PrintStream out) {
    this.out = out;
  }

  /** Says whether it is whole, or what is damaged. */
  int verify(Path file) {
    try {
      JournalCheck check = JournalCheck.of(file, _ -> {});
      out.println(
          "%s: whole, format %d, %d records of %d commits%s"
              .formatted(file, check.format(), check.records(), check.commits(), tail(check)));
      return ExitCode.OK;
    } catch (StoreException e) {
      out.println(e.getMessage());
      return ExitCode.FINDING;
    }
  }

  private static String tail(JournalCheck check) {
    return check.torn() == 0
        ? ""
        : "; the last "
            + check.torn()
            + " bytes are of a record that is being written, or that a crash has broken off";
  }

  /**
   * Writes the records before the first damaged one too.
   *
   * @throws StoreException damaged, or no journal
   */
  int export(Path file) {
    JournalCheck.of(file, entry -> out.println(EntryText.of(entry)));
    out.flush();
    return ExitCode.OK;
  }
}
