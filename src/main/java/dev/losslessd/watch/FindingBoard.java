package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.watch.EventData.FindingEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The open findings. One that goes on keeps the time when it was first seen. */
public final class FindingBoard {
  private static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing(Finding::severity)
          .reversed()
          .thenComparing(Finding::subject)
          .thenComparing(one -> one.rule().id());

  private record Id(FindingRule rule, String subject) {}

  private Map<Id, Finding> open = Map.of();

  /** Replaces all findings by those of a new round; returns what is new, over or otherwise. */
  public synchronized List<FindingEvent> replace(Collection<Finding> round, Instant now) {
    Map<Id, Finding> next = new HashMap<>();
    for (Finding finding : round) {
      Id id = new Id(finding.rule(), finding.subject());
      Finding before = open.get(id);
      Instant since = finding.since().equals(Finding.NOW) ? now : finding.since();
      next.put(id, finding.from(before == null ? since : before.since()));
    }
    List<FindingEvent> changes = changes(open, next);
    open = next;
    return changes;
  }

  /** Worst first; what is said in other words only is the same finding. */
  private static List<FindingEvent> changes(Map<Id, Finding> before, Map<Id, Finding> now) {
    List<FindingEvent> changes = new ArrayList<>();
    before.forEach((id, finding) -> {
      if (!now.containsKey(id)) {
        changes.add(new FindingEvent("cleared", finding));
      }
    });
    now.forEach((id, finding) -> {
      Finding known = before.get(id);
      if (known == null) {
        changes.add(new FindingEvent("raised", finding));
      } else if (known.severity() != finding.severity()) {
        changes.add(new FindingEvent("severity", finding));
      }
    });
    changes.sort(Comparator.comparing(FindingEvent::finding, WORST_FIRST));
    return changes;
  }

  /** When an open finding was first seen; empty where there is none. */
  synchronized Optional<Instant> since(FindingRule rule, String subject) {
    return Optional.ofNullable(open.get(new Id(rule, subject))).map(Finding::since);
  }

  /** Worst first, then by subject. */
  public synchronized List<Finding> open() {
    List<Finding> all = new ArrayList<>(open.values());
    all.sort(WORST_FIRST);
    return List.copyOf(all);
  }
}
