package dev.losslessd.inventory;

import dev.losslessd.driver.QueuePairs;
import dev.losslessd.driver.QueuePairs.Users;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Some;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names the processes that have queue pairs on a port. The kernel tells no class of a queue pair
 * but to CAP_NET_ADMIN, by a firmware command for each and in the vendor's own layout
 * (RES_QP_GET_RAW; fill_res_qp_entry and RDMA_NL_ADMIN_PERM in Linux
 * drivers/infiniband/core/nldev.c), so that all who use the port are named. Asked only of ports
 * that somebody wants to know it of, in a round of its own.
 */
public final class PortUsers {
  /** Processes that are named; more are counted. */
  private static final int NAMED = 4;

  /** Field of /proc/PID/stat behind the name: clock ticks from the boot to the start. */
  private static final int STARTTIME = 22 - 3;

  private final HostFiles files;
  private final QueuePairs queuePairs;
  private final Set<PortId> wanted = ConcurrentHashMap.newKeySet();
  private final Map<PortId, String> latest = new ConcurrentHashMap<>();

  PortUsers(HostFiles files, QueuePairs queuePairs) {
    this.files = files;
    this.queuePairs = queuePairs;
  }

  /** What was seen last, from memory; empty where nothing was yet. It is looked at from now on. */
  public String text(PortId port) {
    wanted.add(port);
    return latest.getOrDefault(port, "");
  }

  /** Looks at the ports that were asked for since the last look, and forgets the others. */
  void look(List<Nic> nics) {
    Set<PortId> now = Set.copyOf(wanted);
    wanted.removeAll(now);
    latest.keySet().retainAll(now);
    nics.stream()
        .filter(nic -> now.contains(nic.port()))
        .forEach(nic -> latest.put(nic.port(), seen(nic)));
  }

  private String seen(Nic nic) {
    long before = uptimeTicks();
    Optional<Users> users = queuePairs.users(nic);
    if (users.isEmpty() || users.get().byProcess().isEmpty()) {
      return "";
    }
    List<String> names = new ArrayList<>();
    users.get().byProcess().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(one -> names.add(name(one.getKey(), before)));
    return "%s queue pairs on %s, of %s"
        .formatted(users.get().count(), nic.rdmaDevice(), Some.of(names, NAMED));
  }

  /** A number that began after the kernel was asked is that of another process. */
  private String name(int pid, long before) {
    Optional<String> stat = text("proc/" + pid + "/stat");
    int end = stat.map(text -> text.lastIndexOf(')')).orElse(-1);
    int begin = stat.map(text -> text.indexOf('(')).orElse(-1);
    if (stat.isEmpty() || begin < 0 || end < begin) {
      return "process " + pid;
    }
    String[] fields = stat.get().substring(end + 1).strip().split(" ", -1);
    boolean same =
        fields.length > STARTTIME
            && Pattern.matches("\\d{1,15}", fields[STARTTIME])
            && Long.parseLong(fields[STARTTIME]) <= before;
    return same
        ? stat.get().substring(begin + 1, end) + " (process " + pid + ")"
        : "process " + pid + ", which has ended";
  }

  /** Hundredths of a second, as ticks of user space are. */
  private long uptimeTicks() {
    String seconds = text("proc/uptime").orElse("").split(" ", 2)[0];
    return Pattern.matches("\\d{1,12}\\.\\d\\d", seconds)
        ? Long.parseLong(seconds.replace(".", ""))
        : Long.MAX_VALUE;
  }

  private Optional<String> text(String path) {
    try {
      return files.readText(path);
    } catch (TransportException e) {
      return Optional.empty();
    }
  }
}
