package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.LinkLayer;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ethtool.DriverInfo;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Facts that sysfs and ethtool show of a netdev and its PCI function. */
record NicFacts(HostFiles files, EthtoolClient ethtool) {
  private static final Pattern PCI = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d");

  /** InfiniBand's twenty bytes are none. */
  private static final Pattern MAC = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

  /** A port of an RDMA device, or a netdev without one. */
  Nic of(DeviceId host, Optional<RdmaPort> rdma, String netdev) {
    String device = device(rdma, netdev);
    Optional<DriverInfo> info = driverInfo(netdev);
    // what rxe says of its rate is made up
    Optional<RdmaPort> hardware = rdma.filter(port -> device.startsWith(port.folder()));
    long rate = hardware.map(RdmaPort::rateMbps).orElse(0L);
    return new Nic(
        new PortId(host, netdev),
        rdma.map(RdmaPort::device).orElse(""),
        rdma.map(RdmaPort::number).orElse(0),
        pciAddress(device, info),
        numaNode(device),
        kernelDriver(device, info),
        rdma.flatMap(port -> text(port.folder() + "/fw_ver")).orElseGet(() -> firmware(info)),
        rdma.flatMap(port -> text(port.folder() + "/board_id")).orElseGet(() -> model(device)),
        mac(netdev),
        role(netdev, device),
        rdma.map(RdmaPort::linkLayer).orElse(LinkLayer.ETHERNET),
        rdma.map(RdmaPort::state).orElseGet(() -> state(netdev)),
        rate == 0 ? speedMbps(netdev) : rate,
        rdma.map(port -> port.gids(netdev)).orElse(List.of()),
        rdma.map(RdmaPort::words).orElse(Nic.Words.NONE));
  }

  private String state(String netdev) {
    return text(Discovery.NET + netdev + "/operstate").orElse("").toUpperCase(Locale.ROOT);
  }

  private String device(Optional<RdmaPort> rdma, String netdev) {
    return rdma.map(port -> port.folder() + "/device")
        .filter(files::exists)
        .orElse(Discovery.NET + netdev + "/device");
  }

  private String pciAddress(String device) {
    return files.linkName(device).filter(name -> PCI.matcher(name).matches()).orElse("");
  }

  /** A virtio netdev hangs below its PCI function; its driver tells the address all the same. */
  private String pciAddress(String device, Optional<DriverInfo> info) {
    String linked = pciAddress(device);
    return linked.isEmpty()
        ? info.map(DriverInfo::busInfo).filter(bus -> PCI.matcher(bus).matches()).orElse("")
        : linked;
  }

  private OptionalInt numaNode(String device) {
    return number(device + "/numa_node")
        .filter(node -> node >= 0)
        .map(node -> OptionalInt.of(node.intValue()))
        .orElse(OptionalInt.empty());
  }

  private String kernelDriver(String device, Optional<DriverInfo> info) {
    return files.linkName(device + "/driver").or(() -> info.map(DriverInfo::driver)).orElse("");
  }

  private static String firmware(Optional<DriverInfo> info) {
    return info.map(DriverInfo::firmware).filter(text -> !text.equals("N/A")).orElse("");
  }

  private String model(String device) {
    Optional<String> vendor = text(device + "/vendor");
    Optional<String> id = text(device + "/device");
    return vendor.isPresent() && id.isPresent()
        ? vendor.get().replace("0x", "") + ":" + id.get().replace("0x", "")
        : "";
  }

  /** Members of a bond all show the bond's address; their own is with the bond's other files. */
  private String mac(String netdev) {
    String net = Discovery.NET + netdev;
    return text(net + "/bonding_slave/perm_hwaddr")
        .or(() -> text(net + "/address"))
        .filter(text -> MAC.matcher(text).matches())
        .orElse("");
  }

  private Role role(String netdev, String device) {
    String net = Discovery.NET + netdev;
    if (files.exists(device + "/physfn")) {
      return Role.VIRTUAL_FUNCTION;
    }
    if (files.isFolder(net + "/bonding")) {
      return Role.BOND;
    }
    if (text(net + "/phys_port_name").filter(RdmaPort::isRepresentor).isPresent()) {
      return Role.REPRESENTOR;
    }
    return files.exists(net + "/master/bonding") ? Role.BOND_MEMBER : Role.PHYSICAL;
  }

  /** 0 where the link is down or has no speed: the file then says -1, or will not be read. */
  private long speedMbps(String netdev) {
    return number(Discovery.NET + netdev + "/speed").filter(speed -> speed > 0).orElse(0L);
  }

  private Optional<DriverInfo> driverInfo(String netdev) {
    if (netdev.contains("/")) {
      return Optional.empty();
    }
    try {
      // ports may be read side by side
      synchronized (ethtool) {
        return Optional.of(ethtool.driverInfo(netdev));
      }
    } catch (TransportException e) {
      return Optional.empty();
    }
  }

  private Optional<Long> number(String path) {
    try {
      return text(path).map(Long::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Not empty; many attributes answer EOPNOTSUPP or EINVAL where they do not apply. */
  private Optional<String> text(String path) {
    return files.tryText(path).filter(text -> !text.isEmpty());
  }
}
