package dev.losslessd.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Output of answers: tables for people, the daemon's document for scripts.
 *
 * @param out answers
 * @param err questions and complaints
 */
record Screen(PrintStream out, PrintStream err, Environment environment, OutputFormat format) {
  /** Whether a table is wanted. */
  boolean forPeople() {
    return format == OutputFormat.TABLE;
  }

  /** The document as scripts get it; nothing for people. */
  void document(JsonValue jsonValue) {
    switch (format) {
      case TABLE -> {}
      case JSON -> out.print(Json.pretty(jsonValue));
      case YAML -> out.print(Json.yaml(jsonValue));
    }
  }

  /** A line for people. */
  void line(String text) {
    if (forPeople()) {
      out.println(text);
    }
  }

  void table(Table table) {
    table.lines(environment.colour()).forEach(this::line);
  }

  /** Prints a table, or a sentence if it is empty. */
  void table(Table table, String whenEmpty) {
    if (table.isEmpty()) {
      line(whenEmpty);
    } else {
      table(table);
    }
  }

  String paint(Paint paint, String text) {
    return environment.colour() ? paint.on(text) : text;
  }

  /** {@code 2026-03-01 10:10:00Z (9m58s left)}. */
  String deadline(JsonValue iso) {
    return iso.time() + span(iso, " left", "over");
  }

  /** {@code 2026-03-01 10:10:00Z (2h13m ago)}. */
  String past(JsonValue iso) {
    try {
      Duration ago = Duration.between(Instant.parse(iso.text()), environment.clock().instant());
      return ago.isNegative() ? iso.time() : iso.time() + " (" + Shown.span(ago) + " ago)";
    } catch (DateTimeParseException e) {
      return iso.time();
    }
  }

  private String span(JsonValue iso, String after, String over) {
    try {
      Duration left = Duration.between(environment.clock().instant(), Instant.parse(iso.text()));
      return left.isNegative() ? " (" + over + ")" : " (" + Shown.span(left) + after + ")";
    } catch (DateTimeParseException e) {
      return "";
    }
  }
}
