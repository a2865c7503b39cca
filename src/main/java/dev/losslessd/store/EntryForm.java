package dev.losslessd.store;

import dev.losslessd.store.RecordJson.Form;
import dev.losslessd.text.Worded;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * An entry: when it was written, who decided it and from where, what it is and of which commit come
 * first in every line, so that nobody needs to read the rest for them.
 */
final class EntryForm implements Form {
  private static final String AT = "at";
  private static final String ACTOR = "actor";
  private static final String FROM = "from";
  private static final String ENTRY = "entry";
  private static final String COMMIT = "commit";
  private static final Set<String> HEAD = Set.of(AT, ACTOR, COMMIT);

  private final SealedForm kinds = new SealedForm(Entry.class);

  /**
   * What a line begins with.
   *
   * @param word of the entry, as {@code rolled-back}
   * @param commit empty for none
   */
  record Head(Instant at, String actor, String word, String commit) {
    /**
     * @param in at the name of the first field; afterwards at the name of the next one
     */
    static Head read(JsonParser in) {
      Instant at = Instant.parse(PlainJson.field(in, AT));
      String actor = PlainJson.field(in, ACTOR);
      String from = PlainJson.field(in, FROM);
      if (!AuditActor.of(actor).from().equals(from)) {
        throw new IllegalArgumentException("actor '" + actor + "' does not come from " + from);
      }
      String word = PlainJson.field(in, ENTRY);
      boolean of = in.currentToken() == JsonToken.PROPERTY_NAME && in.currentName().equals(COMMIT);
      return new Head(at, actor, word, of ? PlainJson.field(in, COMMIT) : "");
    }
  }

  @Override
  public void write(JsonGenerator out, Object value) {
    Entry entry = (Entry) value;
    String word = Worded.of(entry.getClass());
    out.writeStartObject();
    out.writeStringProperty(AT, entry.at().toString());
    out.writeStringProperty(ACTOR, entry.actor());
    out.writeStringProperty(FROM, AuditActor.of(entry.actor()).from());
    out.writeStringProperty(ENTRY, word);
    if (!entry.commit().isEmpty()) {
      out.writeStringProperty(COMMIT, entry.commit());
    }
    kinds.form(word).fields(out, entry, HEAD);
    out.writeEndObject();
  }

  @Override
  public Object read(JsonParser in) {
    RecordJson.require(in, JsonToken.START_OBJECT);
    in.nextToken();
    return rest(in, "");
  }

  /**
   * @param in at the name of the first field
   * @param end name of a field behind the entry; empty for none
   */
  Entry rest(JsonParser in, String end) {
    Head head = Head.read(in);
    Map<String, Object> known = new HashMap<>();
    known.put(AT, head.at());
    known.put(ACTOR, head.actor());
    known.put(COMMIT, head.commit());
    Entry entry = (Entry) kinds.form(head.word()).rest(in, known, end);
    if (!entry.at().equals(head.at())
        || !entry.actor().equals(head.actor())
        || !entry.commit().equals(head.commit())) {
      throw new IllegalArgumentException(
          "the entry is of " + entry.actor() + " at " + entry.at() + ", its line says otherwise");
    }
    return entry;
  }
}
