package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Keys;
import dev.losslessd.config.Row.Name;
import dev.losslessd.config.Row.Or;
import dev.losslessd.config.Row.PlaceOf;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Restart;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.model.Limits;
import dev.losslessd.model.Mode;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * The config file, checked: every value is of its type and range, and they fit together. Each
 * component is a key; loader, schema, reference page, effective text and reload come from its row.
 *
 * @param modeAt file and line that set the mode: {@code losslessd.yaml:3}
 */
public record Config(
    @Reload("observe reads only, plan also shows what it would do, enforce applies")
        @Usual("observe")
        Mode mode,
    @PlaceOf("mode") String modeAt,
    @Keys("the host that the agent runs on") Host host,
    @Restart("folder of the journal, mode 0700") @Usual("/var/lib/losslessd") Path state,
    @Keys("where and how REST and metrics are served") Http http,
    @Keys("how often to read") Poll poll,
    @Keys("how much devices may send, and how long") Input input,
    @Keys("the page /metrics: its own listener, its limits") Metrics metrics,
    @Keys("how changes are made") Commit commit,
    @Keys("how much of the past is kept") History history,
    @Name("limits") @Reload("how much one commit may change") Optional<Caps> caps,
    @Name("windows")
        @Reload("when changes may begin; none means at any time. Undo is never held")
        @Usual("[]")
        List<Window> opens,
    @Reload("what to do about settings that are not as wanted") @Or("report") @Usual("report")
        Optional<Drift> drift,
    @Name("policy") @Keys("what the fabric shall carry; declared once") DeclaredPolicy declared,
    @Keys("which NICs of this host are read and set") Nics nics,
    @Reload("jump hosts on the way to switches, by SSH") List<Jump> jumps,
    @Reload("switches of this fabric") List<Switch> switches,
    @Reload("cables that LLDP does not tell") List<Link> links) {

  static final Shape.Section KEYS = Sections.of(Config.class);

  /** Returns a copy with the command line's socket at another path. */
  public Config listeningAt(Path socket) {
    return Sections.with(this, "http", Sections.with(http, "socket", socket));
  }

  public Policy policy() {
    return declared.policy();
  }

  /** Storm guard of the switches; what it does not state is as they have it. */
  public Optional<PfcWatchdog> pfcWatchdog() {
    return declared.pfcWatchdog().map(DeclaredPolicy.Watchdog::setting);
  }

  /** Ports of managed switches that the policy is for. */
  public PolicyScope policyPorts() {
    return declared.ports();
  }

  /** Limits of one commit, with the windows. */
  public Limits limits() {
    return new Limits(
        caps.map(Caps::devicesPerCommit).orElse(OptionalInt.empty()),
        caps.map(Caps::bouncesPerCommit).orElse(OptionalInt.empty()),
        opens.stream().map(Window::window).toList());
  }

  /** Waves of a commit that names none, one for each value of a label; empty for all at once. */
  public List<WaveSize> waves() {
    return commit
        .waves()
        .flatMap(Waves::by)
        .map(label -> WaveLabels.waves(label, switches.stream().map(Switch::labels).toList()))
        .orElse(List.of());
  }

  /** Whether drift of a setting is repaired; it is only reported otherwise. */
  public boolean repairs(SettingKind kind) {
    return drift.filter(response -> response.repairs(kind)).isPresent();
  }

  /** The host that this daemon runs on. */
  public record Host(
      @Restart("device name of this host; default is its hostname") @Is(TextForm.NAME) @Usual("")
          String name,
      @Restart("folder that holds sys and proc") @Usual("/") Path root,
      @Restart("who answers netlink and ethtool")
          @Is(TextForm.FABRIC)
          @Or("native")
          @Usual("native")
          Optional<String> kernel,
      @Restart(
              "find jobs that send in another class by their environment: NCCL_IB_TC and the like,"
                  + " no other name; needs drop-ins/jobs.conf")
          @Usual("off")
          boolean jobEnvironments) {
    /** Folder of a fabric process; empty for the real kernel. */
    public Optional<Path> sockets() {
      return kernel.map(unix -> Path.of(unix.substring("unix:".length())));
    }
  }

  /** The HTTP server for REST and metrics. */
  public record Http(
      @Restart(
              "one address or a list; beyond this host only with tls. Changes over it need a token")
          @Usual("127.0.0.1:9464")
          List<ListenAddress> listen,
      @Restart("Unix socket of the command line") @Usual("/run/losslessd/losslessd.sock")
          Path socket,
      @Reload("bearer token for writes over TCP; default is made in the state folder")
          Optional<SecretRef> token,
      @Reload("more Host header names to accept") @Is(TextForm.TEXT) @Usual("[]")
          List<String> hosts,
      @Restart("TLS on every address of listen; files are read again on change")
          Optional<TlsConfig> tls,
      @Keys("what clients may take, of each listener by itself") HttpLimits limits) {}

  /**
   * Bounds that keep clients from taking the daemon's memory and threads.
   *
   * @param connections on each TCP address; where all are taken, a new one displaces one that waits
   * @param largeBody one that is larger than {@code smallBody} is read and handled alone
   */
  public record HttpLimits(
      @Restart("connections open at once") @In("8..1024") @Usual("128") int connections,
      @Restart("from a connection's opening to its first request's header")
          @In("1s..10m")
          @Usual("10s")
          Duration header,
      @Restart("time for a whole request body") @In("1s..10m") @Usual("30s") Duration body,
      @Restart("time from an answer to the next request") @In("1s..10m") @Usual("75s")
          Duration idle,
      @Restart("time for a client to take a whole answer") @In("1s..10m") @Usual("30s")
          Duration write,
      @Restart("largest request body without authority") @In("1KiB..1MiB") @Usual("64KiB")
          int smallBody,
      @Restart("largest one with it; one at a time") @In("64KiB..4MiB") @Usual("1MiB")
          int largeBody,
      @Restart("lists at once, and pages in memory") @In("2..16") @Usual("4") int largeAnswers,
      @Restart("largest page or list") @In("256KiB..64MiB") @Usual("8MiB") int largestAnswer) {
    /** All limits as a file that names none has them. */
    public static HttpLimits usual() {
      return Sections.usual(HttpLimits.class);
    }
  }

  /** Periods between reads of devices. */
  public record Poll(
      @Reload("counters; ethtool takes the RTNL lock, so never faster than 1s")
          @In("1s..1h")
          @Usual("1s")
          Duration nic,
      @Reload("CNPs, CE marks, losses and bytes of NICs, for bursts; not read if absent")
          @In("10ms..1s")
          Optional<Duration> fast,
      @Reload("settings; kernel events are followed at once") @In("1s..1h") @Usual("10s")
          Duration settings,
      @Restart("longest wait for one answer of the kernel") @In("10ms..60s") @Usual("2s")
          Duration deadline,
      @Reload(
              "switch ports to read counters of; mine are those that LLDP or 'links' tells to be"
                  + " wired to this host. If absent: all of a switch with 'manage: true', else"
                  + " mine")
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

  /** The Prometheus page and the listener of its own that serves it. */
  public record Metrics(
      @Restart(
              "a listener of its own for /metrics, /healthz and /readyz: one address or a list,"
                  + " also beyond this host")
          List<ListenAddress> listen,
      @Reload("web.config.file of Prometheus exporters: TLS and basic auth of metrics.listen")
          Optional<Path> webConfig,
      @Reload("counter series of one page; ports beyond it are left out whole, which is told")
          @In("100..10000000")
          @Usual("100000")
          int maxSeries) {}

  /** Durations of commits: confirm window, device deadline and the guard's waits. */
  public record Commit(
      @Reload("a change that nobody confirms in this time is undone") @In("10s..24h") @Usual("600s")
          Duration confirmWithin,
      @Restart("longest time for one write or read-back") @In("100ms..10m") @Usual("10s")
          Duration deviceDeadline,
      @Reload("after a change, before the guard judges its ports: links come up again")
          @In("0s..10m")
          @Usual("15s")
          Duration settle,
      @Reload("after the settle time; a link or switch that is not back by then is a breach")
          @In("1s..10m")
          @Usual("45s")
          Duration returnWithin,
      @Reload("waves of a commit that names none; absent changes all at once")
          Optional<Waves> waves) {}

  /** Waves of a commit that names none. */
  public record Waves(
      @Reload("a label of switches: one wave for each of its values, then the rest")
          @Is(TextForm.LABEL_OF_SWITCHES)
          Optional<String> by) {}

  /**
   * Globs over RDMA device and netdev names.
   *
   * @param labels of the ports that a glob fits, in the order of the file
   */
  public record Nics(
      @Reload("globs of RDMA device or netdev names; * is every RDMA NIC and PCI netdev")
          @Is(TextForm.TEXT)
          @Usual("[\"*\"]")
          List<String> include,
      @Reload("globs of names that are never opened") @Is(TextForm.TEXT) @Usual("[]")
          List<String> exclude,
      @Reload("RDMA ports that the host shall have; fewer are a critical finding") @In("0..1024")
          OptionalInt expect,
      @Reload("labels of ports on roce_port_labels; where two globs give a label, the first does")
          SequencedMap<String, Map<String, String>> labels) {}

  /** A switch of this fabric. */
  public record Switch(
      @Reload("its name everywhere: leaf1") @Is(TextForm.NAME) String name,
      @Reload("IP address or host name") @Is(TextForm.ADDRESS) String address,
      @Reload("its operating system; esxi is a server, whose vmnics are the ports") SwitchSystem os,
      @Reload("this agent is the one that writes it") @Usual("off") boolean manage,
      @Reload(
              "copy running to startup configuration after a confirm; what others left unsaved"
                  + " makes it wait for 'losslessd save'")
          @Usual("off")
          boolean save,
      @Reload("its chip, for headroom tables: spectrum4") @Is(TextForm.NAME) Optional<String> asic,
      @Reload("packet buffer, for headroom and ECN before PFC") Optional<Buffer> buffer,
      @Reload("on its metrics, for waves and for --label") Map<String, String> labels,
      @Keys("the way to it") Via via,
      @Reload("login for its settings") Optional<SshLogin> ssh,
      @Reload("its agent, for counters and neighbours") Optional<SnmpAgent> snmp,
      @Keys("how often it is read") SwitchPoll poll,
      @Reload("ports of this fabric, by name or LLDP") @Is(TextForm.TEXT) @Or("lldp") @Usual("lldp")
          List<String> ports) {
    /** Name of the host that SSH goes over; SNMP does not. */
    public Optional<String> jump() {
      return via.jump();
    }

    /** The host that SSH goes over, as it is in this config. */
    public Optional<Jump> jump(List<Jump> jumps) {
      return jumps.stream().filter(one -> jump().equals(Optional.of(one.name()))).findFirst();
    }

    /** Whether another item of that name leads to it by the same ways, with the same rights. */
    public boolean isReachedAs(Switch other) {
      return address.equals(other.address)
          && os == other.os
          && manage == other.manage
          && via.equals(other.via)
          && ssh.equals(other.ssh)
          && snmp.equals(other.snmp);
    }
  }

  /** Packet buffer of a switch, which the rules reckon with. */
  public record Buffer(
      @Reload("pool that the lossless priorities share, without headroom; needs alpha")
          @In("1B..4096MiB")
          Optional<Long> shared,
      @Reload("SONiC's dynamic_th n is 2^n: -3 is 1/8; needs shared") @Is(TextForm.ALPHA)
          Optional<String> alpha,
      @Reload("XOFF headroom of a port for one lossless priority") @In("1B..4096MiB")
          Optional<Long> headroom) {
    /** Share of what is left of the pool that one priority group may take. */
    public Optional<Double> share() {
      return alpha.map(text ->
          text.startsWith("1/")
              ? 1.0 / Integer.parseInt(text.substring(2))
              : Integer.parseInt(text));
    }
  }

  /** The way to a switch. */
  public record Via(
      @Reload("name of one of jumps; SNMP does not go over it") @Is(TextForm.NAME)
          Optional<String> jump,
      @Reload("own address to start from") @Is(TextForm.TEXT) Optional<String> source) {}

  /** Periods between reads of a switch. */
  public record SwitchPoll(
      @Reload("period of counters") @In("1s..1h") @Usual("10s") Duration snmp,
      @Reload("of settings") @In("10s..24h") @Usual("60s") Duration ssh) {}

  /** A host that SSH goes over, by {@code via.jump} of a switch, with a login of its own. */
  public record Jump(
      @Reload("what via.jump of a switch says") @Is(TextForm.NAME) String name,
      @Reload("IP address or host name") @Is(TextForm.ADDRESS) String address,
      @Reload("login on it") SshLogin ssh) {}

  /** A cable that the config declares. */
  public record Link(
      @Reload("one end of the cable") @Is(TextForm.PORT) String a,
      @Reload("the other end") @Is(TextForm.PORT) String b,
      @Reload("its length, for headroom") @In("1m..100000m") Optional<Long> cable) {}

  /** How much one commit may change. */
  public record Caps(
      @Reload("most devices that one commit may write") @In("1..100000")
          OptionalInt devicesPerCommit,
      @Reload("most ports whose link one commit may take down") @In("0..100000")
          OptionalInt bouncesPerCommit) {}
}
