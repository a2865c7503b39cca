package dev.losslessd.store;

import dev.losslessd.store.RecordJson.Form;
import dev.losslessd.text.Worded;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One of the records of a sealed type: {@code {"kind":"rolled-back",...}}. */
final class SealedForm implements Form {
  private static final String KIND = "kind";

  private final Map<String, RecordForm> byWord = new LinkedHashMap<>();

  SealedForm(Class<?> type) {
    collect(type);
  }

  private void collect(Class<?> type) {
    for (Class<?> one : type.getPermittedSubclasses()) {
      if (one.isRecord()) {
        byWord.put(Worded.of(one), new RecordForm(one));
      } else {
        collect(one);
      }
    }
  }

  RecordForm form(String word) {
    RecordForm form = byWord.get(word);
    if (form == null) {
      throw new IllegalArgumentException(
          "unknown kind '" + word + "', expected one of " + String.join(", ", byWord.keySet()));
    }
    return form;
  }

  @Override
  public void write(JsonGenerator out, Object value) {
    String word = Worded.of(value.getClass());
    out.writeStartObject();
    out.writeName(KIND);
    out.writeString(word);
    form(word).fields(out, value, Set.of());
    out.writeEndObject();
  }

  @Override
  public Object read(JsonParser in) {
    RecordJson.require(in, JsonToken.START_OBJECT);
    in.nextToken();
    String word = PlainJson.field(in, KIND);
    return form(word).rest(in, Map.of(), "");
  }
}
