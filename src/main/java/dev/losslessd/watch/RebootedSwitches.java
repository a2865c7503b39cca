package dev.losslessd.watch;

import dev.losslessd.inventory.Reboot;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Key;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Switches that came up without settings that they had before a reboot: one finding each. Pure. */
final class RebootedSwitches {
  /** Settings that the message names. */
  private static final int NAMED = 3;

  private RebootedSwitches() {}

  /**
   * @param facts what differs now
   * @param reboots the last reboot of a device, if one was seen
   */
  static Stream<Finding> in(
      List<DriftBook.Fact> facts, Function<DeviceId, Optional<Reboot>> reboots, Instant now) {
    Map<DeviceId, List<DriftBook.Fact>> byDevice =
        facts.stream()
            .collect(
                Collectors.groupingBy(
                    fact -> fact.key().target().device(), TreeMap::new, Collectors.toList()));
    return byDevice.entrySet().stream()
        .flatMap(one ->
            reboots
                .apply(one.getKey())
                .flatMap(reboot -> finding(one.getKey(), reboot, one.getValue(), now))
                .stream());
  }

  private static Optional<Finding> finding(
      DeviceId device, Reboot reboot, List<DriftBook.Fact> facts, Instant now) {
    List<Key> gone =
        facts.stream()
            .filter(fact -> reboot.explains(fact.since()))
            .map(DriftBook.Fact::key)
            .sorted()
            .toList();
    if (gone.isEmpty()) {
      return Optional.empty();
    }
    String named = gone.stream().limit(NAMED).map(Key::toString).collect(Collectors.joining(", "));
    String more = gone.size() > NAMED ? " and " + (gone.size() - NAMED) + " more" : "";
    return Optional.of(
        new Finding(
            "rebooted",
            Finding.Severity.WARNING,
            device.name(),
            device
                + " "
                + reboot.text()
                + " and came up with its startup configuration: "
                + gone.size()
                + (gone.size() == 1 ? " setting" : " settings")
                + " gone, "
                + named
                + more,
            "to set them again, run 'losslessd apply'; then 'losslessd save "
                + device
                + "' keeps them over the next reboot",
            now));
  }
}
