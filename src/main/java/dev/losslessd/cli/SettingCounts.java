package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.List;

/** Wanted settings by state in words: nothing wanted, and not known, are not as wanted. */
final class SettingCounts {
  static final String NOTHING = "Nothing is wanted of any device.";

  private SettingCounts() {}

  /** Adds the row of the status; a daemon before it had the counts tells none. */
  static void row(Table table, JsonValue settings) {
    if (settings.isNothing()) {
      return;
    }
    long wrong = settings.at("drift").number().orElse(0);
    long open = settings.at("unknown").number().orElse(0);
    table.fact(
        "settings", text(settings), wrong > 0 ? Paint.BAD : open > 0 ? Paint.CHANGE : Paint.PLAIN);
  }

  private static String text(JsonValue settings) {
    long wanted = settings.at("wanted").number().orElse(0);
    if (wanted == 0) {
      return "nothing is wanted";
    }
    List<String> parts = new ArrayList<>();
    part(parts, settings.at("asWanted"), "as wanted");
    part(parts, settings.at("drift"), "adrift");
    part(parts, settings.at("staged"), "on their way");
    part(parts, settings.at("unknown"), "unknown");
    part(parts, settings.at("unsupported"), "not supported there");
    return wanted + " wanted: " + (parts.isEmpty() ? "not read yet" : String.join(", ", parts));
  }

  private static void part(List<String> parts, JsonValue count, String words) {
    if (count.number().orElse(0) > 0) {
      parts.add(count.shown() + " " + words);
    }
  }

  /**
   * Whether a list without items says that all is well, or that nothing is wanted or known.
   *
   * @param answer with the numbers of settings {@code wanted} and {@code unknown}
   * @param well the sentence for a list that is empty because all is well
   * @param known the same where not all is known
   */
  static String empty(JsonValue answer, String well, String known) {
    if (answer.at("wanted").number().orElse(1) == 0) {
      return NOTHING;
    }
    return answer.at("unknown").number().orElse(0) > 0 ? known : well;
  }

  /** Says how many settings are not known, and how many their devices do not have. */
  static void print(Screen screen, JsonValue answer) {
    long unknown = answer.at("unknown").number().orElse(0);
    long unsupported = answer.at("unsupported").number().orElse(0);
    if (unknown + unsupported > 0) {
      screen.line("");
    }
    if (unknown > 0) {
      screen.line(
          unknown == 1
              ? "1 setting is not known: its device does not tell it."
              : unknown + " settings are not known: their devices do not tell them.");
    }
    if (unsupported > 0) {
      screen.line(
          unsupported == 1
              ? "1 setting is not supported by its device."
              : unsupported + " settings are not supported by their devices.");
    }
  }
}
