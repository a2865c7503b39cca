package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open findings. One that goes on keeps the time when it was first seen. */
public final class FindingBoard {
  private record Id(String rule, String subject) {}

  private Map<Id, Finding> open = Map.of();

  /** Replaces all findings by those of a new round. */
  public synchronized void replace(Collection<Finding> round) {
    Map<Id, Finding> next = new HashMap<>();
    for (Finding finding : round) {
      Id id = new Id(finding.rule(), finding.subject());
      Finding before = open.get(id);
      next.put(id, before == null ? finding : sinceThen(finding, before));
    }
    open = next;
  }

  /** Worst first, then by subject. */
  public synchronized List<Finding> open() {
    List<Finding> all = new ArrayList<>(open.values());
    all.sort(
        Comparator.comparing(Finding::severity)
            .reversed()
            .thenComparing(Finding::subject)
            .thenComparing(Finding::rule));
    return List.copyOf(all);
  }

  private static Finding sinceThen(Finding now, Finding before) {
    return new Finding(
        now.rule(), now.severity(), now.subject(), now.message(), now.advice(), before.since());
  }
}
