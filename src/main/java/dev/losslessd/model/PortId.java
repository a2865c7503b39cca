package dev.losslessd.model;

import java.util.Comparator;

/**
 * One port of a device. The name is the device's own ({@code ens1f0np0}, {@code Ethernet1/7},
 * {@code et-0/0/1:0}); as text the two are joined by the first colon.
 *
 * @param device the host or switch
 * @param name 1 to 64 characters of {@code [A-Za-z0-9._/:@-]}, not starting with a dash
 */
public record PortId(DeviceId device, String name) implements Comparable<PortId> {
  private static final Comparator<PortId> ORDER =
      Comparator.comparing(PortId::device).thenComparing(PortId::name);

  public PortId {
    if (!DeviceId.isName(name, "._/:@-") || name.startsWith("-") || !segmentsAreNames(name)) {
      throw new IllegalArgumentException(
          "port name '" + name + "': expected 1..64 of A-Z a-z 0-9 . _ / : @ -");
    }
  }

  /**
   * Whether each segment is a name: a client that folds paths would turn {@code a//b}, {@code
   * a/./b} or {@code a/../b} into another port.
   */
  private static boolean segmentsAreNames(String name) {
    boolean isName = false;
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      if (c == '/' && !isName) {
        return false;
      }
      isName = c != '/' && (isName || c != '.');
    }
    return isName;
  }

  /**
   * @param text {@code device:port}, split at the first colon
   */
  public static PortId parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("port '" + text + "': expected device:port");
    }
    return new PortId(new DeviceId(text.substring(0, colon)), text.substring(colon + 1));
  }

  @Override
  public int compareTo(PortId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return device + ":" + name;
  }
}
