package dev.losslessd.cli;

/** The daemon said no. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.title());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
