package dev.losslessd.store;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The first line of each file of a journal. It ends with a hash as every line does, the one that
 * the file's first entry follows.
 *
 * @param number of the file, from 1
 * @param start bytes of all files before it, uncompressed
 * @param before last line of the file before it
 */
record SegmentHead(int number, long start, Link before) {
  /** Version of the layout; no other is read. */
  static final int FORMAT = 3;

  static final SegmentHead FIRST = new SegmentHead(1, 0, Link.START);

  private static final Pattern ANY =
      Pattern.compile("\\{\"losslessd\":\"journal\",\"format\":([0-9]{1,9})[,}].*");
  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"losslessd\":\"journal\",\"format\":[0-9]+,\"file\":([0-9]{1,9}),"
              + "\"start\":([0-9]{1,18}),\"lines\":([0-9]{1,18}),\"sha256\":\"([0-9a-f]{64})\"}");

  /** With its line break. */
  byte[] line() {
    String text =
        "{\"losslessd\":\"journal\",\"format\":%d,\"file\":%d,\"start\":%d,\"lines\":%d,\"sha256\":\"%s\"}\n"
            .formatted(FORMAT, number, start, before.lines(), before.sha256());
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Place of its first entry, counted over all files. */
  long first() {
    return start + line().length;
  }

  /**
   * @param line without its line break
   * @throws StoreException no journal, or of another format
   */
  static SegmentHead parse(Path file, byte[] line) {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    if (text.startsWith("LLDJRNL")) {
      throw other(file, "a binary one");
    }
    Matcher any = ANY.matcher(text);
    if (!any.matches()) {
      throw new StoreException(
          file
              + " is not a losslessd journal; move it away, or name another folder under 'state:'");
    }
    if (Integer.parseInt(any.group(1)) != FORMAT) {
      throw other(file, any.group(1));
    }
    Matcher whole = FORM.matcher(text);
    if (!whole.matches()) {
      throw new StoreException(
          "journal " + file + " is damaged at line 1 (byte 0); restore the file");
    }
    return new SegmentHead(
        Integer.parseInt(whole.group(1)),
        Long.parseLong(whole.group(2)),
        new Link(Long.parseLong(whole.group(3)), whole.group(4)));
  }

  private static StoreException other(Path file, String format) {
    return new StoreException(
        ("journal %s has format %s, and this losslessd reads format %s only: confirm or"
                + " cancel what is open with the version that wrote it, then move the state folder"
                + " away")
            .formatted(file, format, FORMAT));
  }
}
