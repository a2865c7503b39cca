package dev.losslessd.http;

import java.util.Optional;
import java.util.regex.Pattern;

/** A name with wildcards: {@code *} for any characters, {@code ?} for one. */
record NameGlob(Pattern pattern) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._/:@*?-]{1,128}");

  /**
   * @param field that it comes from, for the message
   */
  static Optional<NameGlob> of(String field, Query query, FieldErrors errors) {
    Optional<String> text = query.text(field);
    Optional<String> good = text.filter(one -> FORM.matcher(one).matches());
    if (text.isPresent() && good.isEmpty()) {
      errors.add(
          field,
          "is '" + Json.cut(text.get(), 60) + "', expected a name; * and ? stand for others");
    }
    return good.map(NameGlob::parse);
  }

  static NameGlob parse(String text) {
    return new NameGlob(
        Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q")));
  }

  boolean fits(String name) {
    return pattern.matcher(name).matches();
  }
}
