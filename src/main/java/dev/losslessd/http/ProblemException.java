package dev.losslessd.http;

import java.time.Duration;

/** A request ends with a problem. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final Duration retryAfter;

  ProblemException(Problem problem) {
    this(problem, Duration.ZERO);
  }

  /**
   * @param retryAfter when it is worth to come again; zero for what the status says
   */
  ProblemException(Problem problem, Duration retryAfter) {
    super(problem.detail());
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  static ProblemException of(int status, String slug, String title, String detail) {
    return new ProblemException(Problem.of(status, slug, title, detail));
  }

  static ProblemException badInput(String field, String message) {
    return new ProblemException(Problem.badInput(field, message));
  }

  static ProblemException notFound(String detail) {
    return new ProblemException(Problem.notFound(detail));
  }

  static ProblemException notAllowed(String detail) {
    return new ProblemException(Problem.notAllowed(detail));
  }

  /** Too many requests of a kind at once. */
  static ProblemException busy(String what) {
    String detail = "too many " + what + " are under way; try again in a second";
    return of(503, "busy", "The daemon is busy", detail);
  }

  Problem problem() {
    return problem;
  }

  /** The reply with the time to come again, in whole seconds. */
  HttpReply timed(HttpReply reply) {
    return retryAfter.isZero()
        ? reply
        : reply.with("Retry-After", Long.toString(retryAfter.plusNanos(999_999_999).toSeconds()));
  }
}
