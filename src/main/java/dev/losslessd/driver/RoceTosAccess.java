package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.sysfs.HostFiles;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The type of service of rdma_cm's connections, in configfs (Linux
 * drivers/infiniband/core/cma_configfs.c). The kernel keeps the value with the RDMA device, until
 * the driver or rdma_cm is loaded anew, and shows it only in a folder that somebody makes. A folder
 * that stays would hold rdma_cm in memory, so ours goes again after each look; one that another
 * made stays. New connections take the value; those that are there keep theirs.
 */
public record RoceTosAccess(Nic nic, Ledger ledger, Folders folders) implements SettingAccess {
  /** Ledger id of the write of the default ToS. */
  public static final String WRITE = "configfs.rdma-cm.default-roce-tos";

  private static final String ROOT = "sys/kernel/config/rdma_cm";

  /** The module may be loaded at any time, also long after the port was opened. */
  private static final String NOT_LOADED =
      "no /" + ROOT + ": configfs is not mounted, or rdma_cm is not loaded (modprobe rdma_cm)";

  /**
   * What a device has when rdma_cm takes it up (cma_add_one in Linux
   * drivers/infiniband/core/cma.c). It is no reading: the kernel keeps a value that was written,
   * also when the folder is gone.
   */
  private static final RoceTos BEGINS = new RoceTos(0);

  /** One look at a time: who ends first would take the folder from under the other. */
  private static final ReentrantLock TURN = new ReentrantLock();

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Folders of configfs, in which the kernel puts files when they are made. */
  public interface Folders {
    HostFiles files();

    /** Whether it was made just now. */
    boolean make(String path);

    /** Removes a folder that {@link #make} has made. */
    void remove(String path);
  }

  private record Real(HostFiles files) implements Folders {
    @Override
    public boolean make(String path) {
      return files.makeFolder(path);
    }

    @Override
    public void remove(String path) {
      files.removeFolder(path);
    }
  }

  /** The one of a port; absent where it has no RDMA device. */
  public static SettingAccess of(NicPort port) {
    return of(port.nic(), port.files(), port.ledger());
  }

  static SettingAccess of(Nic nic, HostFiles files, Ledger ledger) {
    return nic.rdmaDevice().isEmpty()
        ? new Absent(SettingKind.ROCE_TOS, "the port has no RDMA device")
        : new RoceTosAccess(nic, ledger, new Real(files));
  }

  private boolean isLoaded() {
    return folders.files().isFolder(ROOT);
  }

  @Override
  public SettingKind kind() {
    return SettingKind.ROCE_TOS;
  }

  @Override
  public boolean isHere() {
    return isLoaded();
  }

  @Override
  public Capability capability(DcbView dcb) {
    if (!isLoaded()) {
      return Capability.none(NOT_LOADED);
    }
    // a folder is made in the first, unless one is there with the file
    Stream<String> written =
        Stream.of(folders.files().isFolder(device()) ? path("default_roce_tos") : ROOT);
    return SettingAccess.ofFiles(folders.files(), Capability.writable(), written);
  }

  @Override
  public Reading read(DcbView dcb) {
    if (!isLoaded()) {
      return new Reading.Unsupported(NOT_LOADED);
    }
    try {
      return within(() -> new Reading.Value(new RoceTos(now()), "", mode()));
    } catch (TransportException e) {
      if (e.kind() != Kind.CLOSED_GATE) {
        throw e;
      }
      return new Reading.Unread(
          "shown only in a folder of configfs that enforce mode makes for a look; else by hand:"
              + " mkdir /"
              + device(),
          BEGINS);
    }
  }

  @Override
  public void write(Setting after) {
    if (!isLoaded()) {
      throw DeviceException.unsupported(kind().word() + ": " + NOT_LOADED);
    }
    int wanted = ((RoceTos) after).tos();
    within(() -> {
      if (now() != wanted) {
        ledger.require(WRITE);
        // the kernel reads a number in any C notation: plain decimal, without a leading zero
        folders.files().write(path("default_roce_tos"), wanted + "\n");
      }
      return wanted;
    });
  }

  private int now() {
    String path = path("default_roce_tos");
    String text = folders.files().requireText(path);
    if (!Pattern.matches("\\d{1,3}", text) || Integer.parseInt(text) > RoceTos.LARGEST) {
      throw TransportException.garbled(
          "/" + path + " says '" + text + "', expected 0.." + RoceTos.LARGEST);
    }
    return Integer.parseInt(text);
  }

  /** RoCE v1 carries no DSCP at all: then the value is there and in no packet. */
  private String mode() {
    Optional<String> mode = folders.files().readText(path("default_roce_mode"));
    return mode.map(text -> "rdma_cm makes connections of " + text).orElse("");
  }

  private <T> T within(Supplier<T> look) {
    begin();
    try {
      boolean ours = !folders.files().isFolder(device()) && folders.make(device());
      try {
        return look.get();
      } finally {
        if (ours) {
          folders.remove(device());
        }
      }
    } finally {
      TURN.unlock();
    }
  }

  private static void begin() {
    try {
      if (TURN.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw TransportException.timeout("an earlier look at folders in /" + ROOT + " has not ended");
  }

  private String device() {
    return ROOT + "/" + nic.rdmaDevice();
  }

  private String path(String file) {
    return device() + "/ports/" + nic.rdmaPort() + "/" + file;
  }
}
