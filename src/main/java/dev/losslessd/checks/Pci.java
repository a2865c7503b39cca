package dev.losslessd.checks;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** PCI functions of the host, from sysfs. */
record Pci(HostFacts facts) {
  private static final String DEVICES = "sys/bus/pci/devices";

  /** Whether sysfs shows a PCI bus at all. */
  boolean isKnown() {
    return !facts.list(DEVICES).isEmpty();
  }

  Optional<PciDevice> device(String address) {
    List<String> path = path(address);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PciDevice(
            address,
            path,
            hex(address, "vendor"),
            hex(address, "device"),
            hex(address, "class"),
            numaNode(address)));
  }

  List<PciDevice> gpus() {
    List<PciDevice> gpus = new ArrayList<>();
    for (String address : facts.list(DEVICES)) {
      if (isNic(address)) {
        continue;
      }
      String vendor = hex(address, "vendor");
      if (vendor.equals("10de") || vendor.equals("1002")) {
        device(address).filter(PciDevice::isGpu).ifPresent(gpus::add);
      }
    }
    return gpus;
  }

  /** By its folders alone: of a NIC that is excluded no file is opened. */
  private boolean isNic(String address) {
    return facts.files().isFolder(file(address, "net"))
        || facts.files().isFolder(file(address, "infiniband"));
  }

  /** The link of a function to what is above it. */
  Optional<PcieLink> current(String address) {
    return link(address, "current");
  }

  /** What a function can. */
  Optional<PcieLink> most(String address) {
    return link(address, "max");
  }

  private Optional<PcieLink> link(String address, String which) {
    return PcieLink.parse(
        facts.text(file(address, which + "_link_speed")),
        facts.text(file(address, which + "_link_width")));
  }

  /** {@code identity}, {@code DMA}, {@code DMA-FQ}; empty where it is in no group. */
  Optional<String> iommuType(String address) {
    return facts.text(file(address, "iommu_group/type"));
  }

  /** Configuration space: 64 bytes without CAP_SYS_ADMIN, 4096 with it. */
  Optional<ConfigSpace> config(String address) {
    try {
      return facts
          .files()
          .readBytes(file(address, "config"), ConfigSpace.SIZE)
          .map(ConfigSpace::new);
    } catch (TransportException e) {
      return Optional.empty();
    }
  }

  /** Whether the host has one NUMA node. */
  boolean hasOneNode() {
    return facts.text("sys/devices/system/node/online").filter("0"::equals).isPresent();
  }

  String file(String address, String name) {
    return DEVICES + "/" + address + "/" + name;
  }

  /** From {@code pci0000:16} down; empty where the function is not there. */
  private List<String> path(String address) {
    try {
      List<String> parts =
          facts
              .files()
              .resolved(DEVICES + "/" + address)
              .map(path -> Arrays.asList(path.split("/")))
              .orElse(List.of());
      for (int at = 0; at < parts.size(); at++) {
        if (Pattern.matches("pci[0-9a-f]{4,8}:[0-9a-f]{2}", parts.get(at))) {
          return parts.subList(at, parts.size());
        }
      }
      return List.of();
    } catch (TransportException e) {
      return List.of();
    }
  }

  private String hex(String address, String name) {
    return Pattern.of("^0x").matcher(facts.text(file(address, name)).orElse("")).replaceFirst("");
  }

  private OptionalInt numaNode(String address) {
    String node = facts.text(file(address, "numa_node")).orElse("");
    return Pattern.matches("\\d{1,4}", node)
        ? OptionalInt.of(Integer.parseInt(node))
        : OptionalInt.empty();
  }
}
