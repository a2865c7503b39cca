package dev.losslessd.checks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A PCI function and where it hangs.
 *
 * @param address {@code 0000:1a:00.0}
 * @param path root complex, the bridges below it, and the function itself
 * @param vendor four hex digits
 * @param device four hex digits
 * @param kind class code, six hex digits
 * @param numaNode empty where the kernel says -1 or nothing
 */
record PciDevice(
    String address,
    List<String> path,
    String vendor,
    String device,
    String kind,
    OptionalInt numaNode) {
  PciDevice {
    path = List.copyOf(path);
  }

  /** The function above it; empty below a root complex. */
  Optional<String> bridge() {
    return path.size() > 2 ? Optional.of(path.get(path.size() - 2)) : Optional.empty();
  }

  /** Ports of switches above it, nearest first; the root port is none. */
  List<String> switches() {
    return path.size() > 3 ? path.subList(2, path.size() - 1).reversed() : List.of();
  }

  /** 3D and VGA controllers, and AMD's processing accelerators. */
  boolean isGpu() {
    boolean display = kind.startsWith("0302") || kind.startsWith("0300");
    return switch (vendor) {
      case "10de" -> display;
      case "1002" -> kind.startsWith("1200") || kind.startsWith("0380") || display;
      default -> false;
    };
  }
}
