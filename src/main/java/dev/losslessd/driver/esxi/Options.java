package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.MatchResult;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All parameters of a module as the one string that they are. Every byte that is not ours stays, so
 * that taking back what was put in gives the string of before.
 *
 * @param text {@code pfctx=0x08 pfcrx=0x08 max_vfs=4}; may be empty
 */
record Options(String text) {
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** The text of a parameter's value; empty where the string does not name it. */
  Optional<String> value(String name) {
    return find(name).map(word -> word.group().substring(name.length() + 1));
  }

  /** Returns a copy with a value in the place of the old one, or at the end. */
  Options with(String name, String value) {
    String word = name + "=" + value;
    return find(name)
        .map(old -> text.substring(0, old.start()) + word + text.substring(old.end()))
        .map(Options::new)
        .orElseGet(() -> new Options(text.isEmpty() ? word : text + " " + word));
  }

  /**
   * Returns a copy without a parameter, and without the one blank that {@link #with} puts before
   * it.
   */
  Options without(String name) {
    return find(name)
        .map(old -> {
          boolean first = old.start() == 0;
          int start = first ? 0 : old.start() - 1;
          int end = first && old.end() < text.length() ? old.end() + 1 : old.end();
          return new Options(text.substring(0, start) + text.substring(end));
        })
        .orElse(this);
  }

  private Optional<MatchResult> find(String name) {
    List<MatchResult> found = new ArrayList<>();
    WORD.matcher(text)
        .results()
        .filter(word -> word.group().startsWith(name + "="))
        .forEach(found::add);
    if (found.size() > 1) {
      throw DeviceException.garbled(
          "the parameters '%s' name %s twice, expected once"
              .formatted(PrintableText.brief(text), name));
    }
    return found.stream().findFirst();
  }
}
