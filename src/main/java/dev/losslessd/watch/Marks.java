package dev.losslessd.watch;

import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a NIC port is set to mark RDMA packets, in words. Pure. */
final class Marks {
  private static final List<SettingKind> KINDS =
      List.of(SettingKind.TRAFFIC_CLASS, SettingKind.ROCE_TOS);

  private Marks() {}

  /** {@code traffic-class none, roce-tos 0 (DSCP 0)}; what a port does not have is left out. */
  static String text(Optional<Observation> seen) {
    String text =
        seen.stream()
            .flatMap(one -> KINDS.stream().map(kind -> text(kind, one.observed().reading(kind))))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "not known" : text;
  }

  private static Optional<String> text(SettingKind kind, Reading reading) {
    return reading instanceof Reading.Unsupported
        ? Optional.empty()
        : Optional.of(
            kind.word() + " " + reading.standing().map(Setting::text).orElse("not known"));
  }
}
