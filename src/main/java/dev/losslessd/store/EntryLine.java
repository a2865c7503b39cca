package dev.losslessd.store;

import java.nio.file.Path;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** An entry as a line of the journal, between its number and its hash. */
final class EntryLine {
  private static final String NUMBER = "{\"n\":";
  private static final String HASH = "sha256";
  private static final EntryForm FORM = new EntryForm();

  private EntryLine() {}

  /** The object without number and hash. */
  static byte[] object(Entry entry) {
    return PlainJson.bytes(Entry.class, entry);
  }

  /** What can be told of a line without its plan. */
  static EntryForm.Head head(byte[] line, Path file) {
    return PlainJson.read(line, where(line, file), in -> EntryForm.Head.read(begun(in)));
  }

  /**
   * @param line of which the hash was looked at
   * @throws StoreException another release wrote it
   */
  static Entry entry(byte[] line, Path file) {
    return PlainJson.read(line, where(line, file), in -> FORM.rest(begun(in), HASH));
  }

  private static String where(byte[] line, Path file) {
    return "journal " + file + " line " + number(line);
  }

  /** The number that a line begins with; 0 if there is none. */
  static long number(byte[] line) {
    long number = 0;
    for (int at = NUMBER.length();
        at < line.length && line[at] >= '0' && line[at] <= '9' && number < Long.MAX_VALUE / 16;
        at++) {
      number = 10 * number + line[at] - '0';
    }
    return number;
  }

  private static JsonParser begun(JsonParser in) {
    RecordJson.require(in, JsonToken.START_OBJECT);
    in.nextToken();
    in.nextToken();
    RecordJson.require(in, JsonToken.VALUE_NUMBER_INT);
    in.nextToken();
    return in;
  }
}
