package dev.losslessd.http;

import dev.losslessd.http.Problem.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Collects all errors of a request, so that they are reported at once. */
final class FieldErrors {
  /** More than this helps nobody, and bounds the answer to a hostile body. */
  private static final int MOST = 50;

  private final List<FieldError> errors = new ArrayList<>();

  void add(String field, String message) {
    if (errors.size() < MOST) {
      errors.add(new FieldError(field.isEmpty() ? "body" : field, message));
    }
  }

  /** Adds that a field has another text than the expected. */
  void unexpected(String field, String text, String expected) {
    add(field, "is '" + Json.cut(text, 60) + "', expected " + expected);
  }

  /** What a text stands for; where it stands for nothing, that is an error of its field. */
  <T> Optional<T> parsed(String field, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      add(field, Json.cut(String.valueOf(e.getMessage()), 200));
      return Optional.empty();
    }
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  List<FieldError> all() {
    return List.copyOf(errors);
  }

  /**
   * What is read of a request, of which nothing is wrong.
   *
   * @throws ProblemException 400 with what is wrong
   */
  static <T> T checked(Function<FieldErrors, T> read) {
    FieldErrors errors = new FieldErrors();
    T value = read.apply(errors);
    errors.throwIfAny();
    return value;
  }

  /**
   * @throws ProblemException 400 with every error
   */
  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.badInput(errors));
    }
  }
}
