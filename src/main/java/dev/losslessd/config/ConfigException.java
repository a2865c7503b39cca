package dev.losslessd.config;

import java.util.List;
import java.util.stream.Collectors;

/** A file that cannot be used; the message has every mistake, a line each. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigException(List<Problem> problems) {
    super(problems.stream().distinct().map(Problem::text).collect(Collectors.joining("\n")));
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
