package dev.losslessd.checks;

import java.util.List;
import java.util.Optional;

/**
 * Known faults of firmware that matter here, by release.
 *
 * @param hcaType as sysfs tells it: {@code MT4129} is ConnectX-7
 * @param releases the versions in whose notes the fault stands, or their first two numbers where it
 *     stands in all of these
 * @param advice what to do while it runs
 * @param source where it is written down
 */
record FirmwareAdvice(
    String hcaType, List<String> releases, String fault, String advice, String source) {
  private static final String CONNECTX_6 = "MT4123";
  private static final String CONNECTX_6_DX = "MT4125";
  private static final String CONNECTX_6_LX = "MT4127";
  private static final String CONNECTX_7 = "MT4129";

  /** A row needs a source that says it of these very releases. */
  private static final List<FirmwareAdvice> ALL =
      List.of(
          onePriority(CONNECTX_7, "ConnectX-7", "28.45", "28.46"),
          onePriority(CONNECTX_6_DX, "ConnectX-6 Dx", "22.45", "22.46"),
          new FirmwareAdvice(
              CONNECTX_7,
              List.of("28.36"),
              "CNP counters stand still with programmable congestion control (3327847)",
              "take a later release, or leave programmable congestion control off",
              notes("ConnectX-7", "28.36.1700")),
          new FirmwareAdvice(
              CONNECTX_7,
              List.of("28.47.1026", "28.47.1088"),
              "RTT probes may be dropped at the sender when several flows of congestion control run"
                  + " (4604969)",
              "leave congestion control by RTT off, or look for a later release",
              notes("ConnectX-7", "28.47.1088 LTS")),
          loopback(CONNECTX_7, "ConnectX-7", "28.35.2000"),
          loopback(CONNECTX_6, "ConnectX-6", "20.35.2000"),
          loopback(CONNECTX_6_LX, "ConnectX-6 Lx", "26.35.2000"));

  private static FirmwareAdvice onePriority(String hcaType, String name, String... releases) {
    return new FirmwareAdvice(
        hcaType,
        List.of(releases),
        "congestion control is set for all priorities at once (4394475)",
        "give every priority the same DCQCN settings, or take a later release",
        notes(name, releases[1] + ".3048"));
  }

  private static FirmwareAdvice loopback(String hcaType, String name, String release) {
    return new FirmwareAdvice(
        hcaType,
        List.of(release),
        "RDMA that a port sends to itself is not counted as sent (2745023)",
        "take a later release, or do not trust counters of sent RDMA on it",
        notes(name, release + " LTS"));
  }

  private static String notes(String name, String version) {
    return "docs.nvidia.com, " + name + " firmware release notes v" + version + ", known issues";
  }

  static Optional<FirmwareAdvice> of(String hcaType, String version) {
    return ALL.stream()
        .filter(one -> one.hcaType.equals(hcaType))
        .filter(one ->
            one.releases.stream().anyMatch(r -> version.equals(r) || version.startsWith(r + ".")))
        .findFirst();
  }
}
