package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import java.util.List;
import java.util.Set;

/** Mistakes of values that are right by themselves. */
record Mistakes(List<Problem> all) {
  /** Adds one at a key of a section. */
  void at(Fields section, String key, String message) {
    all.add(section.placeOf(key).problem(message));
  }

  /** Adds one at an item of a list, by the key of the list. */
  void item(Fields section, String list, Checked item, String message) {
    all.add(section.placeOf(list).at(item.at()).problem(message));
  }

  /** Adds one where an earlier section has the name. */
  void unique(Set<String> names, Fields section, String what) {
    section
        .word("name")
        .filter(name -> !names.add(name))
        .ifPresent(name ->
            at(
                section,
                "name",
                "'" + name + "' stands twice, expected one " + what + " of a name"));
  }

  /** Whether something is wrong with a key, or below it. */
  boolean has(Place place) {
    return all.stream().anyMatch(problem -> problem.key().startsWith(place.key()));
  }
}
