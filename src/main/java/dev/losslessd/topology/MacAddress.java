package dev.losslessd.topology;

import dev.losslessd.text.Pattern;
import java.util.Locale;
import java.util.Optional;

/** Hardware addresses in the forms that kernels, switches and LLDP agents write them. */
public final class MacAddress {
  private static final Pattern FORM =
      Pattern.compile(
          "[0-9a-f]{2}(:[0-9a-f]{2}){5}|[0-9a-f]{2}(-[0-9a-f]{2}){5}|[0-9a-f]{4}(\\.[0-9a-f]{4}){2}");

  private static final int LONG = 17;
  private static final int SHORT = 14;

  private MacAddress() {}

  /** {@code 0c:42:a1:00:00:01} of any of the forms; empty for what is no address. */
  public static Optional<String> normal(String text) {
    if (!is(text)) {
      return Optional.empty();
    }
    StringBuilder normal = new StringBuilder();
    for (char digit : text.toLowerCase(Locale.ROOT).toCharArray()) {
      if (Character.digit(digit, 16) >= 0) {
        normal.append(normal.length() % 3 == 2 ? ":" : "").append(digit);
      }
    }
    return Optional.of(normal.toString());
  }

  public static boolean is(String text) {
    boolean canBe = text.length() == LONG || text.length() == SHORT;
    return canBe && FORM.matcher(text.toLowerCase(Locale.ROOT)).matches();
  }
}
