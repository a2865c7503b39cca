package dev.losslessd.http;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list in the order of its items' names, a page at a time: {@code limit} is how many, {@code
 * after} the last that is known. {@code next} of an answer is the {@code after} of the page that
 * follows; without it there is none. Without {@code limit} the page holds all, as lists did before
 * they had pages.
 *
 * @param name of an item; its text is the cursor
 * @param parse the way back from the text; IllegalArgumentException where it is none
 */
record NamedPage<T, K extends Comparable<? super K>>(
    Function<T, K> name, Function<String, K> parse) {
  private static final String AFTER = "after";

  /**
   * A route whose query says which page.
   *
   * @param like a cursor, for people
   */
  static Route of(Route route, String like) {
    return route
        .query(Pages.LIMIT, "integer", "how many, 1 to " + Pages.MOST + "; all where it is absent")
        .query(AFTER, "string", "only those behind this one, as next of an answer: " + like);
  }

  /** Puts {@code items} and {@code next} of a page into a body. */
  HttpReply answer(Query query, ObjectNode body, Stream<T> items, Function<T, ObjectNode> json) {
    FieldErrors errors = new FieldErrors();
    int limit =
        query.text(Pages.LIMIT).isPresent() ? Pages.limit(query, errors) : Integer.MAX_VALUE - 1;
    Optional<K> after = query.text(AFTER).flatMap(text -> after(text, errors));
    errors.throwIfAny();
    List<T> page =
        items
            .filter(item -> after.filter(last -> name.apply(item).compareTo(last) <= 0).isEmpty())
            .sorted(Comparator.comparing(name))
            .limit(limit + 1L)
            .toList();
    ArrayNode list = body.putArray("items");
    page.stream().limit(limit).map(json).forEach(list::add);
    if (page.size() > limit) {
      body.put("next", name.apply(page.get(limit - 1)).toString());
    }
    return HttpReply.ok(body);
  }

  HttpReply answer(Query query, Stream<T> items, Function<T, ObjectNode> json) {
    return answer(query, Json.object(), items, json);
  }

  private Optional<K> after(String text, FieldErrors errors) {
    try {
      return Optional.of(parse.apply(text));
    } catch (IllegalArgumentException e) {
      errors.add(AFTER, Json.cut(String.valueOf(e.getMessage()), 200));
      return Optional.empty();
    }
  }
}
