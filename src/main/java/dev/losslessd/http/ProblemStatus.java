package dev.losslessd.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Statuses of problems: which of them a route may answer, and what each says. */
enum ProblemStatus {
  BAD_INPUT(400, "A field, parameter or header is not valid; errors names each"),
  UNAUTHORIZED(401, "A token is needed, or is not the right one"),
  FORBIDDEN(
      403,
      "The role or scope of the caller does not allow it, or the Host or Origin is not accepted"),
  NOT_FOUND(404, "There is no such thing"),
  CONFLICT(409, "The state does not allow it now: frozen, not in enforce mode, held by a commit"),
  PRECONDITION_FAILED(412, "If-Match names another version of what is wanted"),
  TOO_LARGE(413, "The body is too large"),
  WRONG_TYPE(415, "The body is not of a type that is taken"),
  REFUSED(422, "The plan or the config is refused, with its reasons"),
  PRECONDITION_REQUIRED(428, "If-Match is missing"),
  UNAVAILABLE(503, "A device does not answer or is busy, or too much is under way");

  private final int status;
  private final String meaning;

  ProblemStatus(int status, String meaning) {
    this.status = status;
    this.meaning = meaning;
  }

  /** Statuses of problems of a route; others are bugs, or 429 and 503. */
  static List<ProblemStatus> of(Route route) {
    return Arrays.stream(values()).filter(one -> one.isOf(route)).toList();
  }

  int status() {
    return status;
  }

  String meaning() {
    return meaning;
  }

  /** Name of its component in the document: {@code BadInput}. */
  String component() {
    StringBuilder name = new StringBuilder();
    for (String word : name().split("_")) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
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
