package dev.losslessd.cli;

import java.util.function.Predicate;

/** Puts the lines of a stream of events together (HTML standard, server-sent events). */
final class EventLines implements Predicate<String> {
  /** What happened, with the id to go on from. */
  record Event(String id, String kind, String data) {}

  private final Predicate<Event> events;
  private String last;
  private String id = "";
  private String kind = "";
  private final StringBuilder data = new StringBuilder();

  /**
   * @param last id of the last event that is known; empty for none
   * @param events receives each; returns false where no more are wanted
   */
  EventLines(String last, Predicate<Event> events) {
    this.last = last;
    this.events = events;
  }

  /** Id of the last event that was received whole; empty before the first. */
  String last() {
    return last;
  }

  @Override
  public boolean test(String line) {
    if (line.isEmpty()) {
      return ends();
    }
    int colon = line.indexOf(':');
    String name = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    take(name, value.startsWith(" ") ? value.substring(1) : value);
    return true;
  }

  private void take(String name, String value) {
    switch (name) {
      case "id" -> id = value;
      case "event" -> kind = value;
      case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
      default -> {} // comments, and how long to wait before another attempt
    }
  }

  private boolean ends() {
    last = id.isEmpty() ? last : id;
    Event event = new Event(last, kind, data.toString());
    id = "";
    kind = "";
    data.setLength(0);
    return event.data().isEmpty() || events.test(event);
  }
}
