package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.List;

/**
 * Who had a commit undone. The journal keeps it as the first words of the reason; they are read
 * here and nowhere else.
 */
public enum UndoCause implements Worded {
  /** The guard found counters getting worse after the change. */
  GUARD("the guard found: "),
  /** Nobody confirmed before the end of the window. */
  DEADLINE("not confirmed before "),
  /** A person or a program cancelled it. */
  PERSON("cancelled by "),
  /** It was found half done, or without what it stood on, when the daemon started. */
  RESTART("interrupted ", "the host was rebooted ", "at the restart: "),
  /** A device that failed or refused, another writer, a read-back that differs. */
  ERROR("");

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> openings;

  UndoCause(String... openings) {
    this.openings = List.of(openings);
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
