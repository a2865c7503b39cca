package dev.losslessd.model;

import dev.losslessd.text.Pattern;

/**
 * The name of a host or switch, as the operator calls it: letters, digits, dot, dash, underscore.
 *
 * @param name 1 to 64 characters of {@code [A-Za-z0-9._-]}
 */
public record DeviceId(String name) implements Comparable<DeviceId> {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  public DeviceId {
    if (!FORM.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "device name '" + name + "': expected 1..64 of A-Z a-z 0-9 . _ -");
    }
  }

  @Override
  public int compareTo(DeviceId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
