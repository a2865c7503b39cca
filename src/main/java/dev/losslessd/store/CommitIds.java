package dev.losslessd.store;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** {@code c-000017}: rising numbers of one state folder. */
public final class CommitIds {
  private static final Pattern FORM = Pattern.compile("c-([0-9]{1,9})");

  private CommitIds() {}

  public static String of(int number) {
    return String.format(Locale.ROOT, "c-%06d", number);
  }

  /** Empty for what is no id of a commit. */
  public static OptionalInt number(String id) {
    var form = FORM.matcher(id);
    return form.matches() ? OptionalInt.of(Integer.parseInt(form.group(1))) : OptionalInt.empty();
  }
}
