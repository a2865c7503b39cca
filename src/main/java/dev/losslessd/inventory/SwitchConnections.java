package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.SnmpAgent;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.CallTimes.Call;
import dev.losslessd.model.Contact;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.Budget;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.Authentication;
import dev.losslessd.transport.snmp.Privacy;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.SnmpWriter;
import dev.losslessd.transport.ssh.SshSession;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the config of a switch to the ways into it. Secrets stay references until they are used. */
final class SwitchConnections {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchConnections.class);

  private final Config.Switch config;
  private final Optional<Config.Jump> jump;
  private final DeviceInput shell;
  private final SwitchLogin login;
  private final DeviceInput agent;
  private final TimeSource time;
  private final IntSupplier ports;
  private volatile @Nullable SnmpClient client;

  /** For as long as the daemon runs, however often it connects. */
  private final Optional<Budget> cap;

  /**
   * @param budget of all devices
   * @param ports of the switch that are known
   * @param callTimes told how long requests and commands take
   */
  SwitchConnections(
      Config.Switch config,
      List<Config.Jump> jumps,
      InputLimits limits,
      InputBudget budget,
      TimeSource time,
      IntSupplier ports,
      CallTimes callTimes) {
    this.time = time;
    this.config = config;
    this.jump = config.jump(jumps);
    this.shell =
        DeviceInput.of(limits, budget, time.nanos())
            .timed(callTimes.of(Call.SSH_COMMAND, config.name()));
    this.agent =
        DeviceInput.of(limits, budget, time.nanos())
            .timed(callTimes.of(Call.SNMP_REQUEST, config.name()));
    this.ports = ports;
    this.login = new SwitchLogin(config, jumps, shell, time);
    this.cap =
        config
            .ssh()
            .map(ssh -> Budget.perMinute(ssh.commandsPerMinute(), time.nanos(), time.sleeper()));
  }

  /** Whether another config reaches the switch by the same address, accounts and jump host. */
  boolean reaches(Config.Switch other, List<Config.Jump> jumps) {
    return config.isReachedAs(other) && jump.equals(other.jump(jumps));
  }

  /** Warns of a switch whose ports LLDP is to tell, and that nobody asks for its neighbours. */
  void requireNeighbours() {
    if (!config.os().isServer() && config.ports().isEmpty() && config.snmp().isEmpty()) {
      LOG.warn(
          "switch {}: 'ports: lldp' needs 'snmp', which tells the neighbours; at most those of its"
              + " ports are polled that this host hears by LLDP or 'links' names",
          config.name());
    }
  }

  /** Time in all for which the cap has held back commands. */
  Duration heldBack() {
    return cap.map(Budget::waited).orElse(Duration.ZERO);
  }

  SshSession connect(WriteGate gate) {
    return login.connect(gate, () -> cap.ifPresent(Budget::take));
  }

  /** Logins by SSH, and why the last one failed. */
  SwitchLogin login() {
    return login;
  }

  Optional<SnmpClient> snmp(SnmpSocket socket) {
    return config
        .snmp()
        .map(snmp -> {
          SnmpClient made =
              new SnmpClient(
                  socket, agent(snmp, version(snmp)), time.nanos(), time::sleep, agent, ports);
          client = made;
          return made;
        });
  }

  /** Account of the command line's output that is held in memory. */
  InputBudget.Account account() {
    return shell.account();
  }

  /** Faults of the switch for which it is, or was a short while ago, left alone, by protocol. */
  List<String> troubles() {
    return Stream.of(shell, agent).flatMap(way -> way.backoff().trouble().stream()).toList();
  }

  /** When it last answered, by each way that is configured. */
  List<Contact> contacts() {
    List<Contact> all = new ArrayList<>();
    config.ssh().ifPresent(_ -> all.add(shell.answers().contact("ssh")));
    config.snmp().ifPresent(_ -> all.add(agent.answers().contact("snmp")));
    return all;
  }

  /** How slow or lossy SNMP is, see {@link SnmpClient#slowness}; empty without SNMP. */
  Optional<String> slowness() {
    return Optional.ofNullable(client).flatMap(SnmpClient::slowness);
  }

  /** By the user of version 3, or by a community of its own; else nothing is written by SNMP. */
  Optional<SnmpWriter> snmpWriter(SnmpSocket socket, WriteGate gate) {
    return config
        .snmp()
        .flatMap(snmp -> writing(snmp).map(version -> agent(snmp, version)))
        .map(target ->
            new SnmpWriter(socket, target, gate, time.nanos(), time::sleep, agent.took()));
  }

  private Optional<SnmpVersion> writing(SnmpAgent snmp) {
    return snmp.version().equals("2c")
        ? snmp.writeCommunity()
            .map(write -> new SnmpVersion.V2c(other(write, snmp.community().orElseThrow())))
        : Optional.of(version(snmp));
  }

  /** The secret for writing; refuses one that equals the secret for reading. */
  private Secret other(SecretRef write, SecretRef read) {
    return () -> {
      char[] secret = secret(config.name(), write).read();
      if (Arrays.equals(secret, secret(config.name(), read).read())) {
        throw TransportException.beforeSending(
            TransportException.Kind.AUTH,
            "switch %s: the writeCommunity is the community that reads, expected another one"
                .formatted(config.name()),
            null);
      }
      return secret;
    };
  }

  private SnmpTarget agent(SnmpAgent snmp, SnmpVersion version) {
    return new SnmpTarget(
        config.name(),
        address(config.address()),
        snmp.port(),
        version,
        Duration.ofSeconds(2), // for an answer, then asked again
        2,
        snmp.pdusPerSecond(),
        25, // rows of a request
        agent.limits().snmp());
  }

  private SnmpVersion version(SnmpAgent snmp) {
    if (snmp.version().equals("2c")) {
      return new SnmpVersion.V2c(secret(config.name(), snmp.community().orElseThrow()));
    }
    return SnmpVersion.V3.authPriv(
        snmp.user().orElseThrow(),
        Authentication.valueOf(snmp.auth().toUpperCase(Locale.ROOT)),
        secret(config.name(), snmp.authKey().orElseThrow()),
        Privacy.valueOf(snmp.priv().toUpperCase(Locale.ROOT)),
        secret(config.name(), snmp.privKey().orElseThrow()));
  }

  static Secret secret(String name, SecretRef reference) {
    return () -> told(name, () -> reference.read(System::getenv)).toCharArray();
  }

  /** Reads a secret; failure is an error of the one device that needs it. */
  static <T> T told(String name, Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalStateException e) {
      throw TransportException.beforeSending(
          TransportException.Kind.AUTH, name + ": " + e.getMessage(), e);
    }
  }

  /** Secrets on the way to this device that others can read, each with what to do. */
  List<String> openSecrets() {
    return references()
        .distinct()
        .flatMap(one -> one.openness(System::getenv).stream())
        .sorted()
        .toList();
  }

  private Stream<SecretRef> references() {
    return Stream.concat(
        login.references(),
        config.snmp().stream()
            .flatMap(snmp ->
                Stream.of(snmp.community(), snmp.writeCommunity(), snmp.authKey(), snmp.privKey()))
            .flatMap(Optional::stream));
  }

  static InetAddress address(String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("address " + name + " cannot be resolved", e);
    }
  }
}
