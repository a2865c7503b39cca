package dev.losslessd.http;

import dev.losslessd.text.Pattern;

/**
 * Encoded slashes in paths. Names of ports may hold slashes, and clients that were made from the
 * OpenAPI document encode them: there, and nowhere else, {@code %2F} is one. Whatever else a path
 * could be read in two ways by, such as {@code %2e} or {@code %25}, Jetty refuses before.
 */
final class Slashes {
  private static final Pattern ENCODED = Pattern.compile("%2[Ff]");
  private static final Pattern IN_A_PORT = Pattern.compile("/api/v1/(ports|maintenance)/[^/%]+/.*");

  private Slashes() {}

  /**
   * @param path as it was sent
   * @throws ProblemException 400 for one that is not within the name of a port
   */
  static void check(String path) {
    if (ENCODED.matcher(path).find() && !IN_A_PORT.matcher(path).matches()) {
      throw ProblemException.badInput("path", "has an encoded slash outside the name of a port");
    }
  }
}
