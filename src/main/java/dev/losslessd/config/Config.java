package dev.losslessd.config;

import dev.losslessd.model.Limits;
import dev.losslessd.model.Mode;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * The config file, checked: every value is of its type and range, and they fit together.
 *
 * @param modeAt file and line that set the mode: {@code losslessd.yaml:3}
 * @param state folder of the journal
 * @param pfcWatchdog storm guard of the switches; what it does not state is as they have it
 * @param policyPorts ports of managed switches that the policy is for
 * @param limits with the windows
 */
public record Config(
    Mode mode,
    String modeAt,
    Host host,
    Path state,
    Http http,
    Poll poll,
    Input input,
    Metrics metrics,
    Commit commit,
    Policy policy,
    Optional<PfcWatchdog> pfcWatchdog,
    PolicyScope policyPorts,
    Nics nics,
    List<Jump> jumps,
    List<Switch> switches,
    List<Link> links,
    Drift drift,
    Limits limits,
    History history) {

  public Config {
    jumps = List.copyOf(jumps);
    switches = List.copyOf(switches);
    links = List.copyOf(links);
  }

  /** Returns a copy with the command line's socket at another path. */
  public Config listeningAt(Path socket) {
    Http at =
        new Http(http.listen(), socket, http.token(), http.hosts(), http.tls(), http.limits());
    return new Config(
        mode,
        modeAt,
        host,
        state,
        at,
        poll,
        input,
        metrics,
        commit,
        policy,
        pfcWatchdog,
        policyPorts,
        nics,
        jumps,
        switches,
        links,
        drift,
        limits,
        history);
  }

  /**
   * The host that this daemon runs on.
   *
   * @param root folder that holds sys and proc
   * @param sockets folder of a fabric process; empty for the real kernel
   */
  public record Host(String name, Path root, Optional<Path> sockets, boolean jobEnvironments) {}

  /**
   * The HTTP server for REST and metrics.
   *
   * @param listen one or more; beyond loopback only with TLS
   * @param token for writes over TCP; empty means the one in the state folder
   * @param hosts Host header names to accept besides those of loopback
   * @param tls of every address; empty for plain HTTP on loopback
   * @param limits of each listener
   */
  public record Http(
      List<ListenAddress> listen,
      Path socket,
      Optional<SecretRef> token,
      List<String> hosts,
      Optional<TlsConfig> tls,
      HttpLimits limits) {
    public Http {
      listen = List.copyOf(listen);
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * Bounds that keep clients from taking the daemon's memory and threads; config section {@code
   * http.limits}.
   *
   * @param connections open at once on each TCP address; a new one displaces the oldest that has
   *     not asked anything yet, then the longest idle; default 128
   * @param header time from the opening of a connection to the end of its first request's header;
   *     default 10 s
   * @param body time for a whole request body; default 30 s
   * @param idle time from an answer to the end of the next request's header; default 75 s
   * @param write time for a whole answer to be taken by the client; default 30 s
   * @param smallBody largest request body without authority, in bytes; default 64 KiB
   * @param largeBody largest request body with authority, in bytes; default 1 MiB. One that is
   *     larger than {@code smallBody} is read and handled alone
   * @param largeAnswers lists that are made or written at once, and of the largest pages as many in
   *     memory; default 4
   * @param largestAnswer largest page or list, in bytes as it is sent; default 8 MiB
   */
  public record HttpLimits(
      int connections,
      Duration header,
      Duration body,
      Duration idle,
      Duration write,
      int smallBody,
      int largeBody,
      int largeAnswers,
      int largestAnswer) {
    public static final HttpLimits DEFAULT =
        new HttpLimits(
            128,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(75),
            Duration.ofSeconds(30),
            64 * 1024,
            1024 * 1024,
            4,
            8 * 1024 * 1024);
  }

  /**
   * Periods between reads of devices.
   *
   * @param fast the few counters of a NIC that tell a burst; empty for not at all
   * @param ports of switches to read counters of; empty for all of those that this agent manages
   *     and, of the others, those that are wired to this host
   */
  public record Poll(
      Duration nic,
      Optional<Duration> fast,
      Duration settings,
      Duration deadline,
      Optional<PortScope> ports) {
    /** Rounds of {@code poll.ssh} from one read to the next of what many agents read. */
    private static final int SHARED_ROUNDS = 5;

    /** Whether the counters of all ports of a switch or server are read by this agent. */
    public boolean readsAll(Switch one) {
      return one.os().isServer() || ports.map(PortScope.ALL::equals).orElse(one.manage());
    }

    /**
     * Rounds of {@code poll.ssh} from one read of a device's settings, neighbours and identity to
     * the next. They are of the whole device: agents that read only their own ports of it are many,
     * and take turns of a kind by asking seldom.
     */
    public int settingRounds(Switch one) {
      return readsAll(one) ? 1 : SHARED_ROUNDS;
    }
  }

  /** Ports of a switch that an agent reads the counters of. */
  public enum PortScope {
    /** Those that are wired to its own host. */
    MINE,
    /** All that belong to the fabric. */
    ALL
  }

  /**
   * How much devices may send, and for how long. Sizes are in bytes.
   *
   * @param total held of all devices at once
   * @param command output of one command
   * @param line one line of it
   * @param banner before the login is done
   * @param lines of one output
   * @param commandTime one command
   * @param rows of a column of an agent, where no port is known
   * @param rowsPerPort more of them for each known port
   * @param value one value of an agent
   * @param walkTime one walk of a table
   * @param frame one frame of LLDP
   * @param neighbours at one port of a switch
   * @param silent how long a neighbor that is not heard any more is kept
   */
  public record Input(
      long total,
      int command,
      int line,
      int banner,
      int lines,
      Duration commandTime,
      int rows,
      int rowsPerPort,
      int value,
      Duration walkTime,
      int frame,
      int neighbours,
      int framesPerSecond,
      Duration silent) {}

  /**
   * The Prometheus page and the listener of its own that serves it.
   *
   * @param listen addresses of a listener of its own; empty for none
   * @param webConfig TLS and passwords of that listener, as Prometheus exporters have them
   * @param maxSeries of counters; ports beyond it are left out whole
   */
  public record Metrics(List<ListenAddress> listen, Optional<Path> webConfig, int maxSeries) {
    public Metrics {
      listen = List.copyOf(listen);
    }
  }

  /**
   * Durations of commits: confirm window, device deadline and the guard's waits.
   *
   * @param waves of a commit that names none, one for each value of a label; empty for all at once
   */
  public record Commit(
      Duration confirmWithin,
      Duration deviceDeadline,
      Duration settle,
      Duration returnWithin,
      List<WaveSize> waves) {
    public Commit {
      waves = List.copyOf(waves);
    }
  }

  /**
   * Globs over RDMA device and netdev names.
   *
   * @param expect number of RDMA ports that the host shall have; empty for any
   * @param labels of the ports that a glob fits, in the order of the file
   */
  public record Nics(
      List<String> include,
      List<String> exclude,
      OptionalInt expect,
      SequencedMap<String, Map<String, String>> labels) {
    public Nics {
      include = List.copyOf(include);
      exclude = List.copyOf(exclude);
      labels = new LinkedHashMap<>(labels);
    }
  }

  /**
   * A switch of this fabric.
   *
   * @param address IP address or host name
   * @param os {@code nxos}, {@code eos} ...
   * @param manage this agent is the one that writes it; everyone else observes
   * @param asic for headroom tables
   * @param labels on its metrics, for waves and for {@code --label}
   * @param jump name of the host that SSH goes over; SNMP does not
   * @param source own address to start from
   * @param ports those of this fabric; empty means whatever LLDP tells
   * @param save make a confirmed change survive the switch's reboot
   * @param buffer what is known of its packet buffer
   */
  public record Switch(
      String name,
      String address,
      SwitchSystem os,
      boolean manage,
      Optional<String> asic,
      Map<String, String> labels,
      Optional<String> jump,
      Optional<String> source,
      Optional<Ssh> ssh,
      Optional<Snmp> snmp,
      Duration snmpPeriod,
      Duration sshPeriod,
      List<String> ports,
      boolean save,
      Buffer buffer) {
    public Switch {
      labels = Map.copyOf(labels);
      ports = List.copyOf(ports);
    }

    /** Whether another item of that name leads to it by the same ways, with the same rights. */
    public boolean isReachedAs(Switch other) {
      return address.equals(other.address)
          && os == other.os
          && manage == other.manage
          && jump.equals(other.jump)
          && source.equals(other.source)
          && ssh.equals(other.ssh)
          && snmp.equals(other.snmp);
    }
  }

  /**
   * Packet buffer of a switch, which the rules reckon with.
   *
   * @param sharedBytes the pool that lossless priorities share; there together with alpha
   * @param alpha share of what is left of the pool that one priority group may take
   * @param headroomBytes XOFF headroom of one port and lossless priority
   */
  public record Buffer(
      Optional<Long> sharedBytes, Optional<Double> alpha, Optional<Long> headroomBytes) {}

  /** A host that SSH goes over, by {@code via.jump} of a switch, with a login of its own. */
  public record Jump(String name, String address, Ssh ssh) {}

  /**
   * The command line of a switch.
   *
   * @param hostKey pinned {@code SHA256:...}; empty means the known hosts
   * @param knownHosts a file in OpenSSH's format
   * @param legacy allow algorithms that are out of date
   * @param commandsPerMinute cap on command lines
   */
  public record Ssh(
      String user,
      int port,
      Optional<SecretRef> key,
      Optional<SecretRef> passphrase,
      Optional<SecretRef> password,
      Optional<String> hostKey,
      Path knownHosts,
      boolean legacy,
      int commandsPerMinute) {}

  /**
   * The agent of a switch.
   *
   * @param version {@code 2c} or {@code 3}
   * @param writeCommunity of version 2c, for what is written; never the one that reads
   * @param auth {@code sha256} ...
   * @param priv {@code aes128} ...
   */
  public record Snmp(
      String version,
      int port,
      Optional<SecretRef> community,
      Optional<SecretRef> writeCommunity,
      Optional<String> user,
      String auth,
      Optional<SecretRef> authKey,
      String priv,
      Optional<SecretRef> privKey,
      int pdusPerSecond) {}

  /**
   * Response to settings that are not as wanted.
   *
   * @param repair where {@code classes} says nothing: bring back what was confirmed, else only tell
   * @param classes whether to repair, by setting
   */
  public record Drift(boolean repair, Map<SettingKind, Boolean> classes) {
    public Drift {
      classes = Map.copyOf(classes);
    }

    public boolean repairs(SettingKind kind) {
      return classes.getOrDefault(kind, repair);
    }
  }

  /**
   * A cable that the config declares.
   *
   * @param cableMetres empty where not said
   */
  public record Link(String a, String b, Optional<Long> cableMetres) {}
}
