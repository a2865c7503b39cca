package dev.losslessd.watch;

import dev.losslessd.jobs.ConfFile;
import dev.losslessd.jobs.EnvCheck;
import dev.losslessd.jobs.EnvCheck.Judged;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finds jobs that send in another class, by their environments. Keeps names of the libraries for
 * RDMA only. An environment changes with exec alone, so a process is read twice and then no more.
 * What the environment lacks the host's file of the library may set. A file of a user, or of a
 * container, is not opened by root: where there is one, a class that is missing is not known.
 */
public final class JobEnvironments {
  /** Reads of one round; what is left comes in the next. */
  private static final int MOST_READS = 2048;

  private static final int MOST_BYTES = 256 << 10;
  private static final int TIMES = 2;
  private static final Seen NEW = new Seen(0, false, Map.of(), false);

  private final HostFiles files;
  private final Supplier<JobHost> host;
  private final Map<String, Seen> processes = new HashMap<>();
  private volatile Round last = new Round(List.of(), 0, 0);

  /**
   * @param host as jobs see it; its class is what they are judged by
   */
  public JobEnvironments(HostFiles files, Supplier<JobHost> host) {
    this.files = files;
    this.host = host;
  }

  /**
   * What is kept of a process.
   *
   * @param reads how often its environment was read
   * @param closed whether the last read was not permitted
   * @param ours variables of libraries for RDMA
   * @param hasFile whether a file that is not read may set others
   */
  private record Seen(int reads, boolean closed, Map<String, String> ours, boolean hasFile) {
    /** With what a file of the host sets; NCCL takes it for what the environment lacks. */
    Map<String, String> with(Map<String, String> ofHost) {
      Map<String, String> all = new HashMap<>(ofHost);
      all.putAll(ours);
      return all;
    }
  }

  /** A wrong variable and the process with the lowest number that has it. */
  private record Wrong(Judged judged, String process) {}

  /** What is known after a look: processes that were read, and those that may not be. */
  private record Round(List<Wrong> wrong, int processes, long closed) {
    /** Some are open always: the daemon's own, and those of root without more rights. */
    boolean mostAreClosed() {
      return closed * 2 > processes;
    }
  }

  /** Reads the environments of processes that are new. */
  public void look() {
    try {
      int _ = files.together(this::read);
    } catch (TransportException e) {
      if (e.kind() == TransportException.Kind.TIMEOUT) {
        return; // what hangs is a finding; the last round holds
      }
      throw e;
    }
    long closed = processes.values().stream().filter(Seen::closed).count();
    last = new Round(wrong(), processes.size(), closed);
  }

  /** Reads those that are new, and returns how many that were. */
  private int read() {
    List<String> running = files.list("proc").stream().filter(JobEnvironments::isPid).toList();
    processes.keySet().retainAll(Set.copyOf(running));
    int reads = 0;
    for (String pid : running) {
      Seen seen = processes.getOrDefault(pid, NEW);
      if (seen.reads() < TIMES && reads < MOST_READS) {
        reads++;
        processes.put(pid, seen(seen.reads() + 1, pid, read(pid)));
      }
    }
    return reads;
  }

  private static boolean isPid(String name) {
    return Pattern.matches("[1-9]\\d{0,9}", name);
  }

  /** Empty where it is not permitted; a process that has ended has none. */
  private Optional<Map<String, String>> read(String pid) {
    try {
      byte[] bytes = files.readBytes("proc/" + pid + "/environ", MOST_BYTES).orElse(new byte[0]);
      Map<String, String> all = new HashMap<>();
      for (String one : new String(bytes, StandardCharsets.UTF_8).split("\0")) {
        int equals = one.indexOf('=');
        if (equals > 0) {
          all.put(one.substring(0, equals), one.substring(equals + 1));
        }
      }
      return Optional.of(all);
    } catch (TransportException e) {
      return e.kind() == TransportException.Kind.GONE ? Optional.of(Map.of()) : Optional.empty();
    }
  }

  private Seen seen(int reads, String pid, Optional<Map<String, String>> read) {
    Map<String, String> all = read.orElse(Map.of());
    Map<String, String> ours = new HashMap<>(all);
    ours.keySet().removeIf(name -> !EnvCheck.isOurs(name));
    return new Seen(reads, read.isEmpty(), Map.copyOf(ours), !ours.isEmpty() && hasFile(pid, all));
  }

  /** Looks whether files are there, in the process's own view, and opens none. */
  private boolean hasFile(String pid, Map<String, String> all) {
    String top = "proc/" + pid + "/root/";
    String home = all.getOrDefault("HOME", "");
    return all.containsKey(ConfFile.NAMED_BY)
        || ConfFile.OF_USER.stream().anyMatch(name -> isThere(top + home + "/" + name))
        || ConfFile.OF_HOST.stream()
            .anyMatch(name -> isThere(top + name) && !files.isSame(top + name, name));
  }

  private boolean isThere(String path) {
    try {
      return files.exists(path);
    } catch (TransportException | InvalidPathException e) {
      return true; // a path of dots and worse is nobody's home, and nothing is known by it
    }
  }

  private Map<String, String> ofHost() {
    Map<String, String> all = new HashMap<>();
    for (String name : ConfFile.OF_HOST) {
      ConfFile.parse(files.tryText(name).orElse("")).forEach(all::putIfAbsent);
    }
    return all;
  }

  /** One for each wrong value, however many processes have it. */
  private List<Wrong> wrong() {
    JobHost now = host.get();
    Map<String, String> ofHost = ofHost();
    Map<String, Wrong> all = new TreeMap<>();
    processes.entrySet().stream()
        .filter(entry -> !entry.getValue().ours().isEmpty())
        .sorted(
            Map.Entry.comparingByKey((a, b) -> Long.compare(Long.parseLong(a), Long.parseLong(b))))
        .forEach(entry ->
            EnvCheck.of(entry.getValue().with(ofHost), now).stream()
                .filter(one -> one.verdict() == Verdict.BROKEN && EnvCheck.isClass(one.name()))
                .filter(one -> isKnown(one.name(), entry.getValue()))
                .forEach(one ->
                    all.putIfAbsent(
                        one.name() + "=" + one.value(), new Wrong(one, entry.getKey()))));
    return List.copyOf(all.values());
  }

  /** The first that sets it wins, and a file that is not read stands before the host's. */
  private static boolean isKnown(String name, Seen seen) {
    return seen.ours().containsKey(name) || !seen.hasFile();
  }

  /** What the last look found, and that nothing may be looked at. */
  public List<Finding> findings() {
    Round round = last;
    String name = host.get().host();
    if (round.mostAreClosed()) {
      return List.of(
          FindingRule.JOB_ENVIRONMENTS_CLOSED.at(
              name,
              "host.jobEnvironments is on, and /proc/PID/environ of most processes may not be"
                  + " read"));
    }
    return round.wrong().stream().map(one -> finding(name, one)).toList();
  }

  private static Finding finding(String host, Wrong wrong) {
    Judged one = wrong.judged();
    return FindingRule.JOB_CLASS
        .at(
            host + " " + one.name() + (one.value().isEmpty() ? "" : "=" + one.value()),
            "process " + wrong.process() + ": " + one.message())
        .advising(
            one.advice() + ": 'losslessd env', 'losslessd env check " + wrong.process() + "'");
  }
}
