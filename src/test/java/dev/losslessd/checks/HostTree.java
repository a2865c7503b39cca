package dev.losslessd.checks;

import dev.losslessd.driver.Discovery;
import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.RdmaMtu;
import dev.losslessd.model.Verdict;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A folder with sys, proc and dev as a host has them; found by the real discovery. */
public final class HostTree {
  static final JobClass ROCE = new JobClass("roce", Priority.of(3), Dscp.of(26));
  private static final String DRIVERS = "sys/bus/pci/drivers/";
  static final String GPU = "0000:19:00.0";
  static final String NIC = "0000:1a:00.0";

  /** A switch with a GPU and a NIC below it. */
  public static final String SWITCH = "pci0000:16/0000:16:01.0/0000:17:00.0/";

  private static final Cable.Fit FITS = new Cable.Fit(Verdict.OK, "");

  final Path root;
  FabricView fabric =
      new FabricView(Optional.of(ROCE), Map.of(port("ens1"), new Cable(FITS, FITS)), "");
  Asker asker = new Asker(true, Map.of("NCCL_IB_TC", "106"), _ -> false);
  Function<Nic, Optional<RdmaMtu>> activeMtu =
      nic -> Optional.of(new RdmaMtu(4096, RdmaMtu.Source.DEVICE));

  /** What {@code ibv_devinfo -l} prints; empty where it is not installed. */
  Optional<String> devices = Optional.empty();

  /** Netdevs of default routes. */
  List<String> routes = List.of();

  /** Ports that are asked for by name. */
  List<String> named = List.of();

  OptionalLong expectedMbps = OptionalLong.of(400_000);

  HostTree(Path root) {
    this.root = root;
  }

  /** One GPU and one ConnectX-7 behind one switch, and nothing wrong. */
  public static HostTree healthy(Path root) {
    HostTree tree = new HostTree(root);
    tree.pci(SWITCH + "0000:18:00.0/" + GPU, "0x10de", "0x2330", "0x030200");
    tree.nic("ens1", "mlx5_0", SWITCH + "0000:18:01.0/" + NIC);
    tree.bridge("0000:18:00.0");
    tree.bridge("0000:18:01.0");
    tree.bridge("0000:17:00.0");
    tree.modules("ib_uverbs", "rdma_ucm", "mlx5_ib", "nvidia_peermem");
    tree.write("sys/module/ib_core/parameters/netns_mode", "Y");
    tree.write("dev/infiniband/rdma_cm", "");
    tree.write("sys/kernel/iommu_groups/7/type", "identity");
    tree.write("sys/devices/system/node/online", "0-1");
    tree.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    tree.write("proc/sys/kernel/osrelease", "6.8.0-45-generic");
    tree.limit("unlimited");
    return tree;
  }

  static PortId port(String netdev) {
    return PortId.parse("gpu01:" + netdev);
  }

  /** A port of ConnectX-7 at 400 Gb/s, ACTIVE, with addresses. */
  public void nic(String netdev, String hca, String pci) {
    String address = pci(pci, "0x15b3", "0x1021", "0x020000");
    String device = "sys/devices/" + pci;
    write(device + "/net/" + netdev + "/.", "");
    write(device + "/infiniband/" + hca + "/.", "");
    for (int n = 0; n < 4; n++) {
      write(device + "/msi_irqs/" + (100 + n), "msix");
      write("proc/irq/" + (100 + n) + "/effective_affinity_list", String.valueOf(n));
    }
    write(device + "/local_cpulist", "0-31");
    link(device + "/iommu_group", "sys/kernel/iommu_groups/7");
    link(device + "/driver", DRIVERS + "mlx5_core");
    write("sys/class/net/" + netdev + "/mtu", "9000");
    write("sys/class/net/" + netdev + "/phys_port_name", "p0");
    write("sys/class/net/" + netdev + "/dev_port", "0");
    link("sys/class/net/" + netdev + "/device", device);
    rdma(netdev, hca, device);
    String uverbs = "uverbs" + hca.substring(hca.length() - 1);
    write("sys/class/infiniband_verbs/" + uverbs + "/ibdev", hca);
    write("sys/class/infiniband_verbs/abi_version", "6");
    write(device + "/infiniband_verbs/" + uverbs + "/.", "");
    write("dev/infiniband/" + uverbs, "");
    config(address, ConfigSpace.ATS, 0);
  }

  private void rdma(String netdev, String hca, String device) {
    String port = "sys/class/infiniband/" + hca + "/ports/1/";
    write(port + "link_layer", "Ethernet");
    write(port + "state", "4: ACTIVE");
    write(port + "rate", "400 Gb/sec (4X NDR)");
    write(port + "gids/0", "fe80:0000:0000:0000:0e42:a1ff:fe00:0001");
    write(port + "gid_attrs/types/0", "RoCE v2");
    write(port + "gid_attrs/ndevs/0", netdev);
    write(port + "gids/3", "0000:0000:0000:0000:0000:ffff:c633:6401");
    write(port + "gid_attrs/types/3", "RoCE v2");
    write(port + "gid_attrs/ndevs/3", netdev);
    write("sys/class/infiniband/" + hca + "/fw_ver", "28.43.2110");
    write("sys/class/infiniband/" + hca + "/board_id", "MT_0000000838");
    write("sys/class/infiniband/" + hca + "/hca_type", "MT4129");
    write("sys/class/infiniband/" + hca + "/sys_image_guid", "a088:c203:00aa:" + hca.length());
    link("sys/class/infiniband/" + hca + "/device", device);
  }

  /** Returns the address of a function, made with its bridges and a Gen5 x16 link. */
  String pci(String path, String vendor, String device, String kind) {
    String folder = "sys/devices/" + path;
    String address = path.substring(path.lastIndexOf('/') + 1);
    write(folder + "/vendor", vendor);
    write(folder + "/device", device);
    write(folder + "/class", kind);
    write(folder + "/numa_node", "0");
    pcie(folder, "current", "32.0 GT/s PCIe", "16");
    pcie(folder, "max", "32.0 GT/s PCIe", "16");
    String[] parts = path.split("/");
    String at = "sys/devices/" + parts[0];
    for (int n = 1; n < parts.length; n++) {
      at += "/" + parts[n];
      link("sys/bus/pci/devices/" + parts[n], at);
      pcie(at, "max", "32.0 GT/s PCIe", "16");
    }
    return address;
  }

  void pcie(String folder, String which, String speed, String width) {
    write(folder + "/" + which + "_link_speed", speed);
    write(folder + "/" + which + "_link_width", width);
  }

  void bridge(String address) {
    config(address, ConfigSpace.ACS, 0);
  }

  /** Configuration space with one extended capability. */
  void config(String address, int capability, int control) {
    ByteBuffer bytes = ByteBuffer.allocate(ConfigSpace.SIZE).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0x100, 0x0001 | 0x140 << 20); // another one stands before it
    bytes.putInt(0x140, capability | 1 << 16);
    bytes.putShort(0x146, (short) control);
    write("sys/bus/pci/devices/" + address + "/config", bytes.array());
  }

  /** Configuration space as the kernel gives it without CAP_SYS_ADMIN. */
  void shortConfig(String address) {
    write("sys/bus/pci/devices/" + address + "/config", new byte[64]);
  }

  void modules(String... names) {
    for (String name : names) {
      write("sys/module/" + name + "/initstate", "live");
    }
  }

  public void limit(String soft) {
    write(
        "proc/self/limits",
        "Limit                     Soft Limit           Hard Limit           Units     \n"
            + "Max locked memory         %-20s %-20s bytes     \n".formatted(soft, soft));
  }

  public void write(String path, String text) {
    write(path, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void write(String path, byte[] bytes) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(root.resolve(path.substring(0, path.lastIndexOf('/'))));
      if (path.endsWith("/.")) {
        return;
      }
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A link within the tree, relative as those of sysfs are. */
  void link(String path, String target) {
    try {
      Path file = root.resolve(path);
      Path folder = root.resolve(path.substring(0, path.lastIndexOf('/')));
      Files.createDirectories(folder);
      Files.createDirectories(root.resolve(target));
      if (!Files.isSymbolicLink(file)) {
        Files.createSymbolicLink(file, folder.relativize(root.resolve(target)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Binds the function of a netdev to another kernel driver. */
  void driver(String netdev, String name) {
    String link = "sys/class/net/" + netdev + "/device/driver";
    remove(link);
    link(link, DRIVERS + name);
  }

  /** Takes a file, a link or a folder with all in it away. */
  public void remove(String path) {
    Path file = root.resolve(path);
    try {
      if (Files.isSymbolicLink(file) || Files.isRegularFile(file)) {
        Files.delete(file);
      } else if (Files.isDirectory(file)) {
        Files.walkFileTree(file, new Removal());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }

  HostFacts facts() {
    HostFiles files = new HostFiles(root, WriteGate.OPEN);
    EthtoolClient ethtool = new EthtoolClient(new NoEthtool(), WriteGate.OPEN);
    Discovery discovery = new Discovery(files, ethtool, _ -> false);
    Map<String, String> closed = Uverbs.closed(files, discovery.devices().keySet());
    CallerPorts ports =
        CallerPorts.ofProcess(
            files,
            discovery.find(new DeviceId("gpu01")),
            new CallerPorts.Caller(closed, routes, nic -> named.contains(nic.port().name())));
    return new HostFacts(files, ports, fabric, asker, new Library(), expectedMbps);
  }

  private final class Library implements VerbsLibrary {
    @Override
    public Optional<VerbsDevices> devices() {
      return devices.map(VerbsDevices::parse);
    }

    @Override
    public Optional<RdmaMtu> activeMtu(Nic nic) {
      return activeMtu.apply(nic);
    }
  }

  Answer answer(HostCheck check) {
    return answer(check, "");
  }

  /**
   * @param subject empty for the first
   */
  Answer answer(HostCheck check, String subject) {
    return HostChecks.of(facts()).stream()
        .filter(one -> one.check() == check)
        .filter(one -> subject.isEmpty() || one.subject().equals(subject))
        .findFirst()
        .orElseThrow()
        .answer();
  }

  private static final class NoEthtool implements Exchange {
    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      throw new TransportException(TransportException.Kind.GONE, "no ethtool in a folder");
    }

    @Override
    public void close() {}
  }
}
