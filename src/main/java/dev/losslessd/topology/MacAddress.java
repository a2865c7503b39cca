package dev.losslessd.topology;

import dev.losslessd.text.Pattern;
import java.util.Locale;
import java.util.Optional;

/** Hardware addresses in the forms that kernels, switches and LLDP agents write them. */
public final class MacAddress {
  private static final Pattern FORM =
      Pattern.compile(
          "[0-9a-f]{2}(:[0-9a-f]{2}){5}|[0-9a-f]{2}(-[0-9a-f]{2}){5}|[0-9a-f]{4}(\\.[0-9a-f]{4}){2}");

  private MacAddress() {}

  /** {@code 0c:42:a1:00:00:01} of any of the forms; empty for what is no address. */
  static Optional<String> normal(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!FORM.matcher(lower).matches()) {
      return Optional.empty();
    }
    String digits = Pattern.of("[^0-9a-f]").matcher(lower).replaceAll("");
    return Optional.of(Pattern.of("(..)(?=.)").matcher(digits).replaceAll("$1:"));
  }

  public static boolean is(String text) {
    return normal(text).isPresent();
  }
}
