package dev.losslessd.http;

import dev.losslessd.model.Plan;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 has it.
 *
 * @param slug stable id, the last part of the type URI
 * @param detail what, where, value, what was expected
 * @param errors each wrong field of the request
 * @param plan the refused plan, where there is one
 */
record Problem(
    int status,
    String slug,
    String title,
    String detail,
    List<FieldError> errors,
    @Nullable Plan plan) {
  /** A device did not come to this request in time; nothing was asked of it. */
  static final String DEVICE_BUSY = "device-busy";

  /** A bug of the daemon's own. */
  static final String INTERNAL = "internal";

  /** A commit holds the target. */
  static final String IN_PROGRESS = "commit-in-progress";

  private static final String NOT_ALLOWED = "not-allowed";

  static final String TYPES = "https://losslessd.dev/problems/";

  /**
   * @param field path in the body ({@code changes[0].value.lossless[1]}) or a query parameter
   */
  record FieldError(String field, String message) {
    private Fields json() {
      return new Fields().with("field", field).with("message", message);
    }
  }

  Problem {
    errors = List.copyOf(errors);
  }

  static Problem of(int status, String slug, String title, String detail) {
    return new Problem(status, slug, title, detail, List.of(), null);
  }

  static Problem badInput(String field, String message) {
    return badInput(List.of(new FieldError(field, message)));
  }

  static Problem badInput(List<FieldError> errors) {
    FieldError first = errors.getFirst();
    String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
    return new Problem(
        400,
        "bad-input",
        "The request is not valid",
        first.field() + ": " + first.message() + more,
        errors,
        null);
  }

  static Problem notFound(String detail) {
    return of(404, "not-found", "There is no such thing", detail);
  }

  /** The role or the scope of the caller is less than what it asks for needs. */
  static Problem notAllowed(String detail) {
    return of(403, NOT_ALLOWED, "The caller may not do this", detail);
  }

  /** Whether it is a {@link #notAllowed} one. */
  boolean isDenial() {
    return slug.equals(NOT_ALLOWED);
  }

  HttpReply reply() {
    HttpReply reply = new HttpReply(status, "application/problem+json", Json.bytes(json()));
    return isSoonOver() ? reply.with("Retry-After", "1") : reply;
  }

  private boolean isSoonOver() {
    return status == 503 || status == 429 || slug.equals(IN_PROGRESS);
  }

  Fields json() {
    return new Fields()
        .with("type", TYPES + slug)
        .with("title", title)
        .with("status", status)
        .with("detail", detail)
        .withAny("errors", errors.stream().map(FieldError::json).toList())
        .withAny("plan", Optional.ofNullable(plan).map(PlanJson::plan));
  }
}
