package dev.losslessd.config;

/**
 * A position in a config file or profile.
 *
 * @param file as the caller named it
 * @param line from 1
 * @param column from 1
 * @param key what stands there, as a dotted path; empty where it is not known yet
 */
record Place(String file, int line, int column, String key) {
  static Place start(String file) {
    return new Place(file, 1, 1, "");
  }

  /** The position of another place, for this key. */
  Place at(Place other) {
    return other.of(key);
  }

  Place of(String path) {
    return new Place(file, line, column, path);
  }

  /** The same position for a key of the section here. */
  Place below(String name) {
    return of(key.isEmpty() ? name : key + "." + name);
  }

  Problem problem(String message) {
    return new Problem(file, line, column, key, message);
  }
}
