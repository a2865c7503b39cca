package dev.losslessd.transport.sysfs;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Place;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What files of a host are charged to: a file that hangs holds up those of its charge.
 *
 * @param port null where the path tells the port
 * @param others what is charged with files of no port; null for their top folder
 */
record Charges(Path root, FileThreads threads, @Nullable Place port, @Nullable String others) {
  /** Folders whose next name is that of a netdev or RDMA device. */
  private static final List<String> OF_PORTS = List.of("sys/class/net/", "sys/class/infiniband/");

  private static final String PROC = "proc/";
  private static final String HOST = " of this host";
  private static final String PROCESSES = "processes" + HOST;

  Charges(Path root, FileThreads threads) {
    this(root, threads, null, null);
  }

  Charges of(String name) {
    return new Charges(root, threads, threads.place(root, name), others);
  }

  Charges apart(String name) {
    return new Charges(root, threads, port, name);
  }

  /** The place of a file; names of ports have no blank. */
  Place place(String given) {
    String path = given.startsWith("/") ? given.substring(1) : given;
    boolean process = path.length() > PROC.length() && path.startsWith(PROC);
    if (process && Character.isDigit(path.charAt(PROC.length()))) {
      return threads.place(root, PROCESSES);
    }
    if (port != null && !path.startsWith(PROC)) {
      return port;
    }
    for (String folder : OF_PORTS) {
      if (path.startsWith(folder) && path.length() > folder.length()) {
        return threads.place(root, path.substring(folder.length()).split("/", 2)[0]);
      }
    }
    return threads.place(root, others == null ? "/" + path.split("/", 2)[0] + HOST : others);
  }
}
