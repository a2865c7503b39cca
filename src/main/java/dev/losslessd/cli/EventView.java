package dev.losslessd.cli;

import java.util.Locale;

/** Events line by line: aligned for people, an object on each line for scripts. */
record EventView(Screen screen) {
  /** Shows an event, or what was lost; returns false where nobody reads it any more. */
  boolean streamed(EventLines.Event event) {
    JsonValue data = Json.parse(event.data());
    if (event.kind().equals("lost")) {
      lost(data);
    } else {
      event(data);
    }
    return !screen.out().checkError(); // it also has the line go out now
  }

  void event(JsonValue one) {
    if (screen.forPeople()) {
      screen.line(
          String.format(
              Locale.ROOT,
              "%s  %-11s  %-16s  %s  %s",
              one.at("at").time(),
              one.at("kind").shown(),
              one.at("change").shown(),
              one.at("subject").shown(),
              one.at("message").shown()));
    } else {
      print(Json.compact(one));
    }
  }

  private void lost(JsonValue lost) {
    if (screen.forPeople()) {
      screen.line("-- events were lost: " + lost.at("message").shown());
    } else {
      print("{\"lost\":" + Json.compact(lost) + "}");
    }
  }

  /** A line of JSON is an item of a YAML list as well. */
  private void print(String json) {
    screen.out().print((screen.format() == OutputFormat.YAML ? "- " : "") + json + "\n");
  }
}
