package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;

/** Texts that end too early. */
public final class Cuts {
  /** Most cuts of one text; those of a longer text are spread over it evenly. */
  private static final int MOST = 400;

  private Cuts() {}

  /**
   * Every cut of a text is an error or the very same value, never another.
   *
   * @return how many were errors
   */
  public static int neverAnother(String text, Function<String, ?> parser) {
    Object whole = parser.apply(text);
    int errors = 0;
    int step = Math.max(1, text.length() / MOST);
    for (int length = 0; length < text.length(); length += step) {
      String cut = text.substring(0, length);
      try {
        assertThat(parser.apply(cut)).as("cut after " + length).isEqualTo(whole);
      } catch (DeviceException e) {
        errors++;
      }
    }
    return errors;
  }
}
