package dev.losslessd.text;

import java.util.Collection;
import java.util.stream.Collectors;

/** The first ones of a list in a message, and how many more there are. */
public final class Some {
  private Some() {}

  /** {@code a, b and 3 more}. */
  public static String of(Collection<?> all, int most) {
    return of(all, most, ", ", " and ");
  }

  /** Texts that may have commas: {@code a is b; c is d; and 3 more}. */
  public static String texts(Collection<?> all, int most) {
    return of(all, most, "; ", "; and ");
  }

  private static String of(Collection<?> all, int most, String between, String last) {
    String named =
        all.stream().limit(most).map(String::valueOf).collect(Collectors.joining(between));
    return all.size() <= most ? named : named + last + (all.size() - most) + " more";
  }
}
