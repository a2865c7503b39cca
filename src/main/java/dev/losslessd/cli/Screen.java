package dev.losslessd.cli;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;

/**
 * Output of answers: tables for people, documents for scripts.
 *
 * @param out answers
 * @param err questions and complaints
 * @param width of the terminal in characters; 0 for none, where no line is broken
 */
public record Screen(
    PrintStream out, PrintStream err, Environment environment, OutputFormat format, int width) {
  private static final Pattern USER = Pattern.compile("uid:(\\d{1,10})");

  /** Whether a table is wanted. */
  public boolean forPeople() {
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

  /** A document of maps, lists, texts, numbers and booleans; nothing for people. */
  public void document(Map<String, ?> fields) {
    document(JsonValue.of(fields));
  }

  /** A document that is YAML already; people read it as it is. */
  public void yaml(String document) {
    if (format == OutputFormat.JSON) {
      document(Json.parseYaml(document));
    } else {
      out.print(document);
    }
  }

  /** A line for people, broken where the terminal ends. */
  public void line(String text) {
    if (forPeople()) {
      Wrapped.hanging(text, width).forEach(out::println);
    }
  }

  /** An empty line, a title and lines under it; nothing where there are none. */
  void section(String title, List<String> lines) {
    section(title, lines, Integer.MAX_VALUE);
  }

  /**
   * @param most more lines than this are counted
   */
  void section(String title, List<String> lines, int most) {
    if (!lines.isEmpty()) {
      line("");
      line(title);
      lines.stream().limit(most).forEach(one -> line("  " + one));
      if (lines.size() > most) {
        line("  and " + (lines.size() - most) + " more; -o json has them all");
      }
    }
  }

  public void table(Table table) {
    if (forPeople()) {
      table.lines(width, environment.colour()).forEach(out::println);
    }
  }

  /** Prints a table, or a sentence if it is empty. */
  void table(Table table, String whenEmpty) {
    if (table.isEmpty()) {
      line(whenEmpty);
    } else {
      table(table);
    }
  }

  /** A list: its document for scripts, and a table for people, or a sentence if it is empty. */
  void show(JsonValue document, Table table, String whenEmpty) {
    document(document);
    table(table, whenEmpty);
  }

  String paint(Paint paint, String text) {
    return environment.colour() ? paint.on(text) : text;
  }

  /** Who did it, with the name of a user of this host: {@code uid:0 (root)}. */
  String actor(JsonValue one) {
    Matcher user = USER.matcher(one.text());
    return user.matches()
        ? environment
            .users()
            .name(Long.parseLong(user.group(1)))
            .map(name -> one.text() + " (" + name + ")")
            .orElse(one.text())
        : one.shown();
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

  /** Whether a time is nearer than this, or past. */
  boolean isOver(JsonValue iso, Duration margin) {
    try {
      return !environment.clock().instant().plus(margin).isBefore(Instant.parse(iso.text()));
    } catch (DateTimeParseException e) {
      return false;
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
