package dev.losslessd.fabric.switchbase;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line that is valid in some modes of a configuration.
 *
 * @param <M> the modes of a system
 * @param form of the line that sets something
 * @param away of the lines that take it away again
 * @param key the place that its values compete for; {@code $1} is the first group of either form
 */
public record LineRule<M extends Enum<M>>(Set<M> modes, Pattern form, Pattern away, String key) {
  /** Creates a rule from the regular expressions of the line and of its removal. */
  public static <M extends Enum<M>> LineRule<M> of(String form, String away, String key, M mode) {
    return new LineRule<>(EnumSet.of(mode), Pattern.compile(form), Pattern.compile(away), key);
  }

  /** A rule that holds in two modes. */
  public static <M extends Enum<M>> LineRule<M> of(
      String form, String away, String key, M mode, M other) {
    return new LineRule<>(
        EnumSet.of(mode, other), Pattern.compile(form), Pattern.compile(away), key);
  }

  /** Returns the key of a line that sets something in this mode; empty for any other. */
  public Optional<String> sets(M mode, String line) {
    return at(mode, form, line);
  }

  /** Returns the key of a line that removes something in this mode; empty for any other. */
  public Optional<String> clears(M mode, String line) {
    return at(mode, away, line);
  }

  private Optional<String> at(M mode, Pattern pattern, String line) {
    Matcher m = pattern.matcher(line);
    return modes.contains(mode) && m.matches() ? Optional.of(filled(m)) : Optional.empty();
  }

  private String filled(Matcher m) {
    String text = key;
    for (int group = 1; group <= m.groupCount(); group++) {
      text = m.group(group) == null ? text : text.replace("$1", m.group(group));
    }
    return text;
  }
}
