package dev.losslessd.checks;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The device of each HCA by which user space sends, {@code /dev/infiniband/uverbsN}, as this
 * process can open it (Linux Documentation/infiniband/user_verbs.rst). No file of another HCA is
 * read.
 */
public final class Uverbs {
  private static final String VERBS = "sys/class/infiniband_verbs";
  private static final String HCAS = "sys/class/infiniband/";

  private Uverbs() {}

  /** Whether the kernel has the class of these devices at all. */
  static boolean isLoaded(HostFiles files) {
    return files.isFolder(VERBS);
  }

  /**
   * Returns why this process cannot open an HCA, for those that it cannot.
   *
   * @throws TransportException TIMEOUT if an open does not return
   */
  public static Map<String, String> closed(HostFiles files, Collection<String> hcas) {
    Map<String, String> closed = new TreeMap<>();
    for (String hca : hcas) {
      name(files, hca)
          .map(name -> whyClosed(files, name))
          .orElse(Optional.of("no uverbs device"))
          .ifPresent(why -> closed.put(hca, why));
    }
    return closed;
  }

  /** Returns why this process cannot open a device of user space; empty where it can. */
  static Optional<String> whyClosed(HostFiles files, String name) {
    try {
      files.open("dev/infiniband/" + name);
      return Optional.empty();
    } catch (TransportException e) {
      if (e.kind() == TransportException.Kind.TIMEOUT) {
        throw e;
      }
      return Optional.of(
          name
              + switch (e.errno()) {
                case Errno.ENOENT -> " is not there";
                case Errno.EACCES -> " is closed to you (EACCES)";
                case Errno.EPERM -> " is not among the devices of this container (EPERM)";
                default -> " does not open: " + e.getMessage();
              });
    }
  }

  /** A function with several RDMA devices has as many, which name theirs. */
  private static Optional<String> name(HostFiles files, String hca) {
    List<String> own = list(files, HCAS + hca + "/device/infiniband_verbs");
    if (own.size() == 1) {
      return Optional.of(own.getFirst());
    }
    return (own.isEmpty()
            ? withoutFunction(files)
            : own.stream().map(name -> VERBS + "/" + name).toList())
        .stream()
            .filter(path -> files.tryText(path + "/ibdev").filter(hca::equals).isPresent())
            .map(path -> path.substring(path.lastIndexOf('/') + 1))
            .findFirst();
  }

  /** Those of software devices, which are on no bus. The class has a file beside them. */
  private static List<String> withoutFunction(HostFiles files) {
    return list(files, VERBS).stream()
        .filter(name -> name.startsWith("uverbs"))
        .map(name -> VERBS + "/" + name)
        .filter(path -> files.linkName(path + "/device").isEmpty())
        .toList();
  }

  private static List<String> list(HostFiles files, String path) {
    try {
      return files.list(path);
    } catch (TransportException e) {
      return List.of();
    }
  }
}
