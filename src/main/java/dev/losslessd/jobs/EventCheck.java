package dev.losslessd.jobs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Events of NICs as one check: what happened to a link, and to the addresses of its port. */
final class EventCheck {
  private static final String LINK = "look at the link of that port: dmesg, losslessd findings";

  private EventCheck() {}

  /** One check of all events; empty without any. */
  static Optional<Check> of(Tally seen) {
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    List<NicEvent> events = seen.names().stream().map(NicEvent::ofShown).toList();
    String text = "events of NICs: " + seen.text();
    return Optional.of(
        events.stream().noneMatch(one -> one.isFault() && !one.isGidChange())
            ? Check.unknown("events", text, harmless(events))
            : Check.finding("events", text, advice(events)));
  }

  /** An address that comes or goes by itself ends no job (openucx/ucx#7613). */
  private static String harmless(List<NicEvent> events) {
    return events.stream().anyMatch(NicEvent::isGidChange)
        ? "nothing says that a port failed; " + advice(events)
        : "none says that something failed";
  }

  private static String advice(List<NicEvent> events) {
    Map<String, Set<String>> byPort = new LinkedHashMap<>();
    events.forEach(
        one -> byPort.computeIfAbsent(one.port(), _ -> new LinkedHashSet<>()).add(one.text()));
    List<String> advice = new ArrayList<>();
    byPort.forEach((port, texts) -> {
      if (texts.stream().anyMatch(NicEvent::isGidChange)) {
        advice.add(moved(port.isEmpty() ? "a port" : port, texts));
      }
    });
    if (events.stream().anyMatch(one -> one.isFault() && !one.isGidChange())) {
      advice.add(LINK);
    }
    return String.join("; ", advice);
  }

  /** A GID that returns may be in another slot, and queue pairs keep the number of the old one. */
  private static String moved(String port, Set<String> texts) {
    boolean down = texts.stream().anyMatch(text -> text.contains("port error"));
    boolean back = texts.stream().anyMatch(text -> text.contains("port active"));
    String what =
        down
            ? back ? " lost its link and came back, and" : " lost its link, and"
            : ": an address came or went while the job ran:";
    return port
        + what
        + " its RoCE v2 GID may be in another slot now, while connections keep the old slot:"
        + " compare the slots (losslessd discover) and restart the job"
        + (down ? "" : "; give the port a fixed address");
  }
}
