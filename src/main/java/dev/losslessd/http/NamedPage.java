package dev.losslessd.http;

import dev.losslessd.text.Fields;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

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
  static final String AFTER = "after";

  /** Puts {@code items} and {@code next} of a page into a body. */
  HttpReply answer(Query query, Fields body, Stream<T> items, Function<T, Fields> json) {
    FieldErrors errors = new FieldErrors();
    int limit =
        query.text(Pages.LIMIT).isPresent() ? Pages.limit(query, errors) : Integer.MAX_VALUE - 1;
    Optional<K> after =
        query.text(AFTER).flatMap(text -> errors.parsed(AFTER, () -> parse.apply(text)));
    errors.throwIfAny();
    List<T> page =
        items
            .filter(item -> after.filter(last -> name.apply(item).compareTo(last) <= 0).isEmpty())
            .sorted(Comparator.comparing(name))
            .limit(limit + 1L)
            .toList();
    boolean more = page.size() > limit;
    return HttpReply.ok(
        body.with("items", page.stream().limit(limit).map(json).toList())
            .withAny("next", more ? name.apply(page.get(limit - 1)) : null));
  }

  HttpReply answer(Query query, Stream<T> items, Function<T, Fields> json) {
    return answer(query, new Fields(), items, json);
  }
}
