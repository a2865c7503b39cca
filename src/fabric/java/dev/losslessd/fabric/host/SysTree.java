package dev.losslessd.fabric.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The files of one NIC below {@code sys}: its PCI folder, and the links that lead there. */
final class SysTree implements AutoCloseable {
  private static final int GID_SLOTS = 16;

  /** Modes of the kernel's files: attributes that are read, and those that root writes. */
  private static final String READ = "r--r--r--";

  private static final String WRITE = "rw-r--r--";

  /** Mode that udev gives the devices of verbs (rdma-core). */
  private static final String DEVICE = "rw-rw-rw-";

  /** Mode of mlx5's parameters in debugfs (mlx5_ib_init_cong_debugfs). */
  private static final String OWNER = "rw-------";

  private static final String NO_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
  private static final String V1 = "IB/RoCE v1";
  private static final String V2 = "RoCE v2";

  /** A writable file, and the setting behind it. */
  record WritableFile(LiveFile file, SettingFile meaning) {}

  private final Path sys;
  private final NicIdentity identity;
  private final Path pci;
  private final Path net;
  private final Path infiniband;
  private final Path debug;
  private final List<Path> config;
  private final List<Path> links = new ArrayList<>();
  private final List<LiveFile> live = new ArrayList<>();
  private final Map<Path, Map<String, WritableFile>> settings = new TreeMap<>();

  SysTree(Path sys, FakeNic nic) throws IOException {
    this.sys = sys;
    this.identity = nic.identity();
    this.pci = sys.resolve("devices/" + identity.pciPath());
    this.net = pci.resolve("net/" + identity.netdev());
    this.infiniband = pci.resolve("infiniband/" + identity.device());
    this.debug = sys.resolve("kernel/debug/mlx5/" + identity.bdf());
    this.config =
        List.of(
            sys.resolve("kernel/config/rdma_cm/" + identity.device()),
            sys.resolve("kernel/config/bnxt_re/" + identity.device()));
    pciFiles();
    netFiles(nic);
    infinibandFiles();
    portFiles(nic);
    counterFiles(nic);
    settingFiles(nic);
  }

  List<LiveFile> live() {
    return live;
  }

  /** Files that set something, by folder and name. */
  Map<Path, Map<String, WritableFile>> settings() {
    return settings;
  }

  private void pciFiles() throws IOException {
    fixed(pci, "vendor", identity.make().pciVendor());
    fixed(pci, "device", identity.pciDevice());
    fixed(pci, "subsystem_vendor", identity.make().pciVendor());
    fixed(pci, "class", "0x020000");
    fixed(WRITE, pci, "numa_node", Integer.toString(identity.numaNode()));
    fixed(pci, "local_cpulist", identity.numaNode() == 0 ? "0-31" : "32-63");
    fixed(WRITE, pci, "sriov_numvfs", "0");
    Path driver = sys.resolve("bus/pci/drivers/" + identity.make().kernelDriver());
    Files.createDirectories(driver);
    link(pci.resolve("driver"), driver);
    link(driver.resolve(identity.bdf()), pci);
    link(sys.resolve("bus/pci/devices/" + identity.bdf()), pci);
  }

  private void netFiles(FakeNic nic) throws IOException {
    fixed(net, "address", identity.mac());
    live(net, "ifindex", () -> Integer.toString(nic.ifindex()));
    fixed(net, "type", "1");
    fixed(net, "dev_port", "0");
    // as mlx5 of 6.1 and ice in legacy mode: an e-switch manager, and a port of the card
    fixed(net, "phys_switch_id", identity.mac().replace(":", ""));
    fixed(net, "phys_port_name", "p0");
    fixed(WRITE, net, "flags", "0x1003");
    settings(WRITE, net, SettingFile.netdev(), nic);
    live(net, "operstate", () -> nic.port().linkUp() ? "up" : "down");
    live(WRITE, net, "carrier", () -> nic.port().linkUp() ? "1" : "0");
    live(net, "speed", () -> nic.port().linkUp() ? Long.toString(nic.port().mbps()) : "-1");
    for (String name : CounterNames.NETDEV) {
      fixed(net.resolve("statistics"), name, "0");
    }
    backLink(net.resolve("device"));
    link(sys.resolve("class/net/" + identity.netdev()), net);
  }

  private void infinibandFiles() throws IOException {
    fixed(infiniband, "fw_ver", identity.firmware());
    fixed(infiniband, "board_id", identity.boardId());
    fixed(infiniband, "hca_type", identity.hcaType());
    fixed(infiniband, "node_guid", identity.nodeGuid());
    fixed(infiniband, "sys_image_guid", identity.nodeGuid());
    fixed(infiniband, "node_type", "1: CA");
    fixed(WRITE, infiniband, "node_desc", identity.host() + " " + identity.device());
    backLink(infiniband.resolve("device"));
    link(sys.resolve("class/infiniband/" + identity.device()), infiniband);
    userFiles();
  }

  /** What user space opens: the lowest number that is free, as ib_uverbs_add_one gives it. */
  private void userFiles() throws IOException {
    Path verbs = sys.resolve("class/infiniband_verbs");
    int number = 0;
    while (Files.exists(verbs.resolve("uverbs" + number))) {
      number++;
    }
    String name = "uverbs" + number;
    Path folder = pci.resolve("infiniband_verbs/" + name);
    fixed(folder, "ibdev", identity.device());
    fixed(folder, "abi_version", "1");
    backLink(folder.resolve("device"));
    link(verbs.resolve(name), folder);
    Path devices = sys.resolveSibling("dev/infiniband");
    fixed(DEVICE, devices, name, "");
    fixed(DEVICE, devices, "rdma_cm", "");
    links.add(devices.resolve(name));
  }

  private void portFiles(FakeNic nic) throws IOException {
    Path port = infiniband.resolve("ports/1");
    fixed(port, "link_layer", "Ethernet");
    fixed(port, "rate", identity.rateText());
    live(port, "state", () -> nic.port().linkUp() ? "4: ACTIVE" : "1: DOWN");
    live(port, "phys_state", () -> nic.port().linkUp() ? "5: LinkUp" : "2: Polling");
    for (int slot = 0; slot < GID_SLOTS; slot++) {
      fixed(port.resolve("gids"), Integer.toString(slot), gid(slot));
      // types and ndevs of an empty slot cannot be read in sysfs (EINVAL); here they are not there
      if (slot < 4) {
        fixed(port.resolve("gid_attrs/types"), Integer.toString(slot), slot % 2 == 0 ? V1 : V2);
        fixed(port.resolve("gid_attrs/ndevs"), Integer.toString(slot), identity.netdev());
      }
    }
  }

  private String gid(int slot) {
    return slot >= 4 ? NO_GID : slot >= 2 ? identity.ipv4Gid() : identity.linkLocalGid();
  }

  private void counterFiles(FakeNic nic) throws IOException {
    Path port = infiniband.resolve("ports/1");
    fixed(WRITE, port.resolve("hw_counters"), "lifespan", "10");
    for (String name : nic.make().hardware().keySet()) {
      live(port.resolve("hw_counters"), name, () -> text(nic.hardwareCounter(name)));
    }
    for (var counter : nic.make().port().entrySet()) {
      var value = counter.getValue();
      live(port.resolve("counters"), counter.getKey(), () -> text(value.of(nic.port().counters())));
    }
  }

  private static String text(long value) {
    return Long.toUnsignedString(value);
  }

  /** The folder of rdma_cm is there, as if an operator had made it. */
  private void settingFiles(FakeNic nic) throws IOException {
    Path cm = config.get(0).resolve("ports/1");
    settings(WRITE, cm, SettingFile.rdmaCm(), nic);
    fixed(WRITE, cm, "default_roce_mode", V2);
    switch (identity.make()) {
      case MLX5 -> {
        Path congestion = debug.resolve("cc_params");
        settings(OWNER, congestion, SettingFile.congestion(), nic);
        settings(WRITE, infiniband.resolve("tc/1"), SettingFile.trafficClass(), nic);
      }
      case BNXT -> settings(WRITE, config.get(1).resolve("ports/1/cc"), BnxtCc.files(), nic);
      case IRDMA, HNS, IONIC -> {}
    }
  }

  private void settings(String mode, Path folder, Map<String, SettingFile> files, FakeNic nic)
      throws IOException {
    Map<String, WritableFile> made = new LinkedHashMap<>();
    for (SettingFile file : files.values()) {
      live(mode, folder, file.name(), () -> file.print().apply(nic));
      made.put(file.name(), new WritableFile(live.getLast(), file));
    }
    settings.put(folder, made);
  }

  private void live(Path folder, String name, Supplier<String> value) throws IOException {
    live(READ, folder, name, value);
  }

  private void live(String mode, Path folder, String name, Supplier<String> value)
      throws IOException {
    makeFolder(folder);
    live.add(new LiveFile(folder.resolve(name), value));
    setMode(folder.resolve(name), mode);
  }

  private static void fixed(Path folder, String name, String text) throws IOException {
    fixed(READ, folder, name, text);
  }

  private static void fixed(String mode, Path folder, String name, String text) throws IOException {
    makeFolder(folder);
    Files.writeString(folder.resolve(name), text + "\n", StandardCharsets.US_ASCII);
    setMode(folder.resolve(name), mode);
  }

  private static void setMode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
  }

  /** From a folder two below the PCI one, in the form that sysfs has: it ends in the address. */
  private void backLink(Path link) throws IOException {
    Files.createSymbolicLink(link, Path.of("../../../" + identity.bdf()));
  }

  private void link(Path link, Path target) throws IOException {
    Path folder = link.resolve("..").normalize();
    Files.createDirectories(folder);
    Files.createSymbolicLink(link, folder.relativize(target));
    links.add(link);
  }

  /** Takes the device away: its links first, then its files. */
  @Override
  public void close() throws IOException {
    for (Path link : links) {
      Files.deleteIfExists(link);
    }
    for (LiveFile file : live) {
      file.close();
    }
    delete(pci);
    delete(debug);
    for (Path folder : config) {
      delete(folder);
    }
  }

  /** Deletes a folder with all that is in it; links are not followed. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
