package dev.losslessd.http;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Statuses of problems: which of them a route may answer, and what each says. */
enum ProblemStatus {
  BAD_INPUT(400, "A field, parameter or header is not valid; errors names each"),
  UNAUTHORIZED(401, "A token is needed, or is not the right one"),
  FORBIDDEN(403, "The Host or Origin is not accepted"),
  NOT_FOUND(404, "There is no such thing"),
  CONFLICT(409, "The state does not allow it now: frozen, not in enforce mode, held by a commit"),
  PRECONDITION_FAILED(412, "If-Match names another version of what is wanted"),
  TOO_LARGE(413, "The body is too large"),
  WRONG_TYPE(415, "The body is not of a type that is taken"),
  REFUSED(422, "The plan is refused, with its reasons"),
  PRECONDITION_REQUIRED(428, "If-Match is missing"),
  UNAVAILABLE(503, "A device does not answer or is busy, or too much is under way");

  private final int status;
  private final String meaning;

  ProblemStatus(int status, String meaning) {
    this.status = status;
    this.meaning = meaning;
  }

  /** Statuses of problems of a route, with what each means; others are bugs, or 429 and 503. */
  static SortedMap<Integer, String> of(Route route) {
    SortedMap<Integer, String> all = new TreeMap<>();
    for (ProblemStatus one : values()) {
      if (one.isOf(route)) {
        all.put(one.status, one.meaning);
      }
    }
    return all;
  }

  private boolean isOf(Route route) {
    return switch (this) {
          case BAD_INPUT, UNAUTHORIZED, FORBIDDEN -> true;
          case NOT_FOUND -> route.documentPath().indexOf('{') >= 0;
          case TOO_LARGE, WRONG_TYPE -> route.body() != null;
          case CONFLICT, PRECONDITION_FAILED, REFUSED, PRECONDITION_REQUIRED, UNAVAILABLE -> false;
        }
        || route.problems().contains(status);
  }

  /** A header that answers of this status have, if any. */
  static Optional<String> header(int status) {
    return switch (status) {
      case 401 -> Optional.of("WWW-Authenticate");
      case 202, 503 -> Optional.of("Retry-After");
      default -> Optional.empty();
    };
  }
}
