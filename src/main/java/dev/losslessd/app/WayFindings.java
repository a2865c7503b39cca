package dev.losslessd.app;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import java.time.Instant;

/** What is found out about the ways to devices, whatever the intent says. */
final class WayFindings {
  private WayFindings() {}

  static Finding trouble(DeviceId device, String why, Instant now) {
    return new Finding(
        "garbage",
        Finding.Severity.WARNING,
        device.name(),
        "it sends what no device should: " + why,
        "see what answers at its address; a limit of 'input' that is too low can be raised",
        now);
  }

  static Finding slow(DeviceId device, String how, Instant now) {
    return new Finding(
        "slow-device",
        Finding.Severity.INFO,
        device.name(),
        device + " is slow: it " + how + "; what is known of it is older than usual",
        "look at the management network on the way to it",
        now);
  }

  static Finding secondWriter(DeviceId device, ForeignMark mark, Instant now) {
    return new Finding(
        "second-writer",
        Finding.Severity.WARNING,
        device.name(),
        mark.text(device),
        "see who of the two shall have it; 'losslessd cancel' leaves what the other one holds",
        now);
  }

  static Finding lapse(String what, Instant now) {
    return new Finding(
        "listener-stopped",
        Finding.Severity.WARNING,
        "losslessd",
        what,
        "nothing, unless it comes again; then send the log to the makers",
        now);
  }
}
