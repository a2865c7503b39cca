package dev.losslessd.model;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * Devices that a caller may change, as globs of their names: {@code *} for any characters, {@code
 * ?} for one.
 *
 * @param globs none for every device
 */
public record DeviceScope(List<String> globs) {
  /** Every device there is. */
  public static final DeviceScope ALL = new DeviceScope(List.of());

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._*?-]{1,128}");
  private static final int MOST = 64;

  /**
   * @throws IllegalArgumentException a glob that no name of a device can match, or too many
   */
  public DeviceScope {
    globs = List.copyOf(globs);
    if (globs.size() > MOST) {
      throw new IllegalArgumentException(
          "has " + globs.size() + " globs, expected at most " + MOST);
    }
    for (String glob : globs) {
      wrong(glob)
          .ifPresent(why -> {
            throw new IllegalArgumentException(why);
          });
    }
  }

  /** Says why a text is no glob of device names; empty where it is one. */
  public static Optional<String> wrong(String glob) {
    return FORM.matcher(glob).matches()
        ? Optional.empty()
        : Optional.of(
            "is '%s', expected a glob of device names like leaf* or gpu0?"
                .formatted(glob.substring(0, Math.min(glob.length(), 60))));
  }

  public boolean isAll() {
    return globs.isEmpty();
  }

  public boolean covers(DeviceId device) {
    return isAll() || globs.stream().anyMatch(glob -> new Glob(glob).fits(device.name()));
  }

  /** {@code leaf*, spine1}; {@code every device} where there is no glob. */
  public String text() {
    return isAll() ? "every device" : String.join(", ", globs);
  }
}
