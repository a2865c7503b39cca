package dev.losslessd.fabric.switchbase;

import java.util.List;

/**
 * Texts that a system prints at a login, whatever its configuration.
 *
 * @param banner printed before anybody has logged in
 * @param greeting printed after a login, above the first prompt
 * @param more what the pager says when it stops
 * @param enterprise the number of its vendor in the tree of enterprises, for the agent's engine id
 */
public record SystemBanner(String banner, List<String> greeting, String more, int enterprise) {
  /** Prompt of less(1), in reverse video. */
  public static final String MORE = "\u001b[7m--More--\u001b[m";

  /** Greeting of systems that print none of their own after a login. */
  public static final List<String> SIMULATION =
      List.of("This is a simulation for losslessd; it has no software of the vendor in it.");

  public SystemBanner {
    greeting = List.copyOf(greeting);
  }
}
