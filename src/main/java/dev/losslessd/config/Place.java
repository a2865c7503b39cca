package dev.losslessd.config;

/**
 * A position in a config file or profile.
 *
 * @param file as the caller named it
 * @param line from 1
 * @param column from 1
 */
record Place(String file, int line, int column) {
  static Place start(String file) {
    return new Place(file, 1, 1);
  }

  Problem problem(String key, String message) {
    return new Problem(file, line, column, key, message);
  }
}
