package dev.losslessd.model;

import java.util.Arrays;
import java.util.List;

/**
 * Who had a commit undone. The journal keeps it as the first words of the reason; they are read
 * here and nowhere else.
 */
public enum UndoCause {
  /** The guard found counters getting worse after the change. */
  GUARD("guard", "the guard found: "),
  /** Nobody confirmed before the end of the window. */
  DEADLINE("deadline", "not confirmed before "),
  /** A person or a program cancelled it. */
  PERSON("person", "cancelled by "),
  /** It was found half done, or without what it stood on, when the daemon started. */
  RESTART("restart", "interrupted ", "the host was rebooted ", "at the restart: "),
  /** A device that failed or refused, another writer, a read-back that differs. */
  ERROR("error", "");

  private final String word;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> openings;

  UndoCause(String word, String... openings) {
    this.word = word;
    this.openings = List.of(openings);
  }

  /** As on the metrics page: {@code guard}. */
  public String word() {
    return word;
  }

  /** The reason as the journal keeps it. */
  public String reason(String detail) {
    return openings.getFirst() + detail;
  }

  /** Who gave a reason that the journal keeps. */
  public static UndoCause of(String reason) {
    return Arrays.stream(values())
        .filter(one -> one.openings.stream().anyMatch(reason::startsWith))
        .findFirst()
        .orElse(ERROR);
  }
}
