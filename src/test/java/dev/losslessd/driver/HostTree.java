package dev.losslessd.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** A host's sysfs as files and links under a folder. */
public final class HostTree {
  private final Path root;

  public HostTree(Path root) {
    this.root = root;
  }

  public Path root() {
    return root;
  }

  public HostTree file(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** A file with the mode that the kernel gives it, {@code r--------}. */
  public HostTree file(String path, String text, String mode) {
    file(path, text);
    try {
      Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString(mode));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public HostTree folder(String path) {
    try {
      Files.createDirectories(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /**
   * @param target below the root
   */
  public HostTree link(String path, String target) {
    try {
      Path link = root.resolve(path);
      Path folder = Objects.requireNonNull(link.getParent());
      Files.createDirectories(folder);
      Path whole = root.toRealPath().resolve(target);
      Files.createSymbolicLink(link, folder.toRealPath().relativize(whole));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public String text(String path) {
    try {
      return Files.readString(root.resolve(path)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a PCI function with its driver. */
  public HostTree function(String pci, String driver, int numaNode) {
    String folder = "sys/devices/pci0000:40/" + pci;
    folder("sys/bus/pci/drivers/" + driver);
    return file(folder + "/numa_node", String.valueOf(numaNode))
        .file(folder + "/vendor", "0x15b3")
        .file(folder + "/device", "0x1021")
        .link(folder + "/driver", "sys/bus/pci/drivers/" + driver);
  }

  /** Adds a netdev of a PCI function. */
  public HostTree netdev(String name, String pci) {
    String folder = "sys/devices/pci0000:40/" + pci + "/net/" + name;
    return file(folder + "/operstate", "up")
        .file(folder + "/mtu", "9000")
        .file(folder + "/speed", "100000")
        .file(folder + "/dev_port", "0")
        .file(folder + "/phys_switch_id", "0e42a1000001")
        .file(folder + "/phys_port_name", "p0")
        .file(folder + "/statistics/rx_packets", "1000")
        .file(folder + "/statistics/tx_dropped", "3")
        .link(folder + "/device", "sys/devices/pci0000:40/" + pci)
        .link("sys/class/net/" + name, folder);
  }

  /** An RDMA device of that function with one port. */
  public HostTree rdma(String name, String pci, String linkLayer) {
    String folder = "sys/devices/pci0000:40/" + pci + "/infiniband/" + name;
    String port = folder + "/ports/1";
    return file(folder + "/fw_ver", "28.41.1000")
        .file(folder + "/board_id", "MT_0000000838")
        .file(port + "/link_layer", linkLayer)
        .file(port + "/state", "4: ACTIVE")
        .file(port + "/rate", "400 Gb/sec (4X NDR)")
        .link(folder + "/device", "sys/devices/pci0000:40/" + pci)
        .link("sys/class/infiniband/" + name, folder);
  }

  public HostTree gid(String device, int slot, String value, String type, String netdev) {
    String port = "sys/class/infiniband/" + device + "/ports/1";
    file(port + "/gids/" + slot, value);
    return type.isEmpty()
        ? this
        : file(port + "/gid_attrs/types/" + slot, type)
            .file(port + "/gid_attrs/ndevs/" + slot, netdev);
  }
}
