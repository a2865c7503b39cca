package dev.losslessd.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * A look at a whole journal. Changes nothing; the daemon may be running.
 *
 * @param format of the layout
 * @param records how many there are
 * @param commits how many of them it has the plan of
 * @param torn bytes at the end of a write that was broken off, or is under way; 0 for none
 */
public record JournalCheck(int format, long records, int commits, long torn) {
  /**
   * Follows the chain through every record, and reads each.
   *
   * @param each receives every entry, oldest first
   * @throws StoreException damaged, no journal, of a newer format, or unreadable
   */
  public static JournalCheck of(Path file, Consumer<Entry> each) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int format = JournalOpening.format(file, channel);
      Records records = new Records(file.toString());
      long[] count = {0};
      JournalReader.Scan scan =
          new JournalReader(file, new Window(channel), format)
              .scan(
                  JournalFile.FIRST,
                  Link.START,
                  (at, payload) -> {
                    count[0]++;
                    records.take(at, payload);
                    if (RecordRole.of(payload, file.toString()) != RecordRole.BASE) {
                      each.accept(EntryCodec.decode(payload, file + " at byte " + at));
                    }
                  });
      return new JournalCheck(format, count[0], records.index().size(), scan.size() - scan.end());
    } catch (IOException e) {
      throw new StoreException("journal " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  /** Says in one line that the journal is whole, and of what a write is under way. */
  public String text(Path file) {
    return "%s: whole, format %d, %d records of %d commits%s"
        .formatted(file, format, records, commits, tail());
  }

  private String tail() {
    return torn == 0
        ? ""
        : "; the last "
            + torn
            + " bytes are of a record that is being written, or that a crash has broken off";
  }
}
