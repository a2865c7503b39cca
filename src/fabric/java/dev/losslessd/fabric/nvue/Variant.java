package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.JsonObject;
import java.util.List;
import java.util.Map;

/**
 * A release, with its words and the packet memory of the switch that it runs on.
 *
 * @param number {@code 5.15.0}
 * @param enabled the word for on
 * @param disabled the word for off
 * @param roce name of the leaf that switches RoCE on, with its two words
 * @param stepBytes marking thresholds run in steps of this
 * @param ranges whether the configuration is shown with ranges of ports
 */
record Variant(
    String number, String enabled, String disabled, String roce, int stepBytes, boolean ranges) {
  /** On a Spectrum-3: 64 cells of 144 bytes. */
  static final Variant V5_9 = new Variant("5.9.2", "enable", "disable", "enable", 9216, false);

  /** On a Spectrum-4: 64 cells of 192 bytes. */
  static final Variant V5_15 = new Variant("5.15.0", "enabled", "disabled", "state", 12_288, true);

  /** The first release of which the reference says that it has one lossless group. */
  static final Variant V5_17 = new Variant("5.17.0", "enabled", "disabled", "state", 12_288, true);

  static final List<Variant> ALL = List.of(V5_9, V5_15, V5_17);

  private boolean isNew() {
    return enabled.equals("enabled");
  }

  String state(boolean on) {
    return on ? enabled : disabled;
  }

  boolean isState(String word) {
    return word.equals(enabled) || word.equals(disabled);
  }

  /** Word for the state of RoCE: {@code on} or {@code off} in older releases. */
  String roceWord(boolean on) {
    return isNew() ? state(on) : on ? "on" : "off";
  }

  /** Text of a threshold, rounded up to the step in which it runs. */
  String runs(long bytes) {
    long up = (bytes + stepBytes - 1) / stepBytes * stepBytes;
    return isNew() ? "%.2f KB".formatted(up / 1024.0) : up + " B";
  }

  Map<String, Object> version() {
    return isNew()
        ? JsonObject.of("base-os", "Debian GNU/Linux 12.11")
            .with("image", JsonObject.of("build-id", "cl" + number))
            .with("kernel", "6.1.0-cl-1-amd64")
            .with("product-name", "Cumulus Linux")
            .with("product-release", number)
        : JsonObject.of("build", "Cumulus Linux " + number).with("kernel", "6.1.0-cl-1-amd64");
  }

  /** {@code nv show interface X counters qos} came in 5.5, so both have it. */
  String description() {
    return "Cumulus-Linux " + number + " (Linux Kernel 6.1.94-1+cl" + number + ")";
  }
}
