package dev.losslessd.cli;

/** {@code 1 change}, {@code 2 changes}. */
final class Count {
  private Count() {}

  static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
