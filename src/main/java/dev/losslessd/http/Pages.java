package dev.losslessd.http;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A long list, a page at a time and newest first: {@code limit} is how many, {@code before} the
 * last that is known. {@code next} of an answer is the {@code before} of the page that follows;
 * without it there is none.
 *
 * @param before where the page begins, exclusive
 * @param limit 1 to {@link #MOST}
 */
record Pages(long before, int limit) {
  static final int MOST = 1000;
  static final int USUAL = 100;
  static final String LIMIT = "limit";
  static final String BEFORE = "before";

  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");
  private static final Pattern COMMIT = Pattern.compile("c-([0-9]{1,9})");
  private static final Pattern REVISION = Pattern.compile("()([1-9][0-9]{0,17})");

  static Pages ofCommits(Query query) {
    return read(query, COMMIT, Integer.MAX_VALUE, "a commit like c-000017");
  }

  static Pages ofRevisions(Query query) {
    return read(query, REVISION, Long.MAX_VALUE, "a revision: 1, 2, ...");
  }

  private static Pages read(Query query, Pattern form, long newest, String expected) {
    return FieldErrors.checked(
        errors -> new Pages(before(query, form, newest, expected, errors), limit(query, errors)));
  }

  static int limit(Query query, FieldErrors errors) {
    String text = query.text(LIMIT).orElse(String.valueOf(USUAL));
    boolean good = COUNT.matcher(text).matches() && Integer.parseInt(text) <= MOST;
    if (!good) {
      errors.unexpected(LIMIT, text, "1 to " + MOST);
    }
    return good ? Integer.parseInt(text) : USUAL;
  }

  private static long before(
      Query query, Pattern form, long newest, String expected, FieldErrors errors) {
    Optional<String> text = query.text(BEFORE);
    if (text.isEmpty()) {
      return newest;
    }
    var match = form.matcher(text.get());
    if (!match.matches()) {
      errors.unexpected(BEFORE, text.get(), expected);
      return newest;
    }
    return Long.parseLong(match.group(match.groupCount()));
  }

  /**
   * @param items makes a list of at most so many
   * @param cursor the member of an item that a page can begin after
   */
  HttpReply answer(IntFunction<List<Fields>> items, String cursor) {
    List<Fields> found = items.apply(limit + 1);
    boolean more = found.size() > limit;
    return HttpReply.ok(
        new Fields()
            .with("items", found.stream().limit(limit).toList())
            .withAny("next", more ? String.valueOf(found.get(limit - 1).get(cursor)) : ""));
  }
}
