package dev.losslessd.checks;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Locale;
import java.util.Optional;

/**
 * Speed and width of a PCIe link.
 *
 * @param tenths of GT/s: 25, 50, 80, 160, 320, 640
 * @param width lanes
 */
record PcieLink(int tenths, int width) {
  /** {@code 32.0 GT/s PCIe}; {@code Unknown} while a link is down (pci_speed_string). */
  private static final Pattern SPEED = Pattern.compile("(\\d{1,3})(?:\\.(\\d))? GT/s.*");

  /** Empty where sysfs does not tell both. */
  static Optional<PcieLink> parse(Optional<String> speed, Optional<String> width) {
    Matcher one = SPEED.matcher(speed.orElse(""));
    if (!one.matches() || !Pattern.matches("[1-9]\\d?", width.orElse(""))) {
      return Optional.empty();
    }
    int tenth = one.group(2) == null ? 0 : Integer.parseInt(one.group(2));
    return Optional.of(
        new PcieLink(Integer.parseInt(one.group(1)) * 10 + tenth, Integer.parseInt(width.get())));
  }

  /**
   * Bits per second less the encoding, megabits, as the kernel reckons them (PCIE_SPEED2MBS_ENC of
   * drivers/pci/pci.h). Headers of packets take some 10 % more.
   */
  long mbps() {
    long lane =
        switch (tenths) {
          case 25, 50 -> tenths * 100L * 8 / 10;
          case 640 -> tenths * 100L; // flits, without an encoding
          default -> tenths * 100L * 128 / 130;
        };
    return lane * width;
  }

  /** The link that two ends agree on. */
  PcieLink least(PcieLink other) {
    return new PcieLink(Math.min(tenths, other.tenths), Math.min(width, other.width));
  }

  boolean isBelow(PcieLink other) {
    return tenths < other.tenths || width < other.width;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d.%d GT/s x%d", tenths / 10, tenths % 10, width);
  }
}
