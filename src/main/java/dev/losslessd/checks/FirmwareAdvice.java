package dev.losslessd.checks;

import java.util.List;
import java.util.Optional;

/**
 * Known faults of firmware that matter here, by release.
 *
 * @param hcaType as sysfs tells it: {@code MT4129} is ConnectX-7
 * @param releases first two numbers of the versions in whose notes the fault stands
 * @param advice what to do while it runs
 * @param source where it is written down
 */
record FirmwareAdvice(
    String hcaType, List<String> releases, String fault, String advice, String source) {
  private static final String NOTES = "docs.nvidia.com, ConnectX-7 firmware release notes v";

  /** A row needs a source that says it of these very releases. */
  private static final List<FirmwareAdvice> ALL =
      List.of(
          new FirmwareAdvice(
              "MT4129",
              List.of("28.45", "28.46"),
              "congestion control is set for all priorities at once (4394475)",
              "give every priority the same DCQCN settings, or take a later release",
              NOTES + "28.46.3048, known issues"),
          new FirmwareAdvice(
              "MT4129",
              List.of("28.36"),
              "CNP counters stand still with programmable congestion control (3327847)",
              "take a later release, or leave programmable congestion control off",
              NOTES + "28.36.1700, known issues"));

  static Optional<FirmwareAdvice> of(String hcaType, String version) {
    return ALL.stream()
        .filter(one -> one.hcaType.equals(hcaType))
        .filter(one -> one.releases.stream().anyMatch(r -> version.startsWith(r + ".")))
        .findFirst();
  }
}
