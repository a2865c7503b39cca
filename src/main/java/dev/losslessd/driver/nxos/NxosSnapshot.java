package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * Output of a switch at one time, and its meaning.
 *
 * @param names of this agent's policies
 * @param origins by kind, the policy that ours has replaced; empty text for that of the factory.
 *     Without one where nobody knows it
 */
record NxosSnapshot(
    ConfigTree config,
    PortRows<PfcTable.Row> pfc,
    PortRows<PauseTable.Row> pauses,
    PolicyNames names,
    Map<Kind, String> origins) {
  private static final String MODE = "priority-flow-control mode ";
  private static final String SERVICE = "service-policy type qos input ";
  private static final String OUTPUT = Kind.QUEUING.service("");

  static NxosSnapshot read(Console console, PolicyNames names, Origins origins) {
    return new NxosSnapshot(
        RunningConfig.parseConfig(console.show(RunningConfig.COMMAND)),
        PortRows.read(PfcTable.COMMAND, () -> PfcTable.parsePfc(console.show(PfcTable.COMMAND))),
        PortRows.read(
            PauseTable.COMMAND, () -> PauseTable.parsePause(console.show(PauseTable.COMMAND))),
        names,
        origins.all());
  }

  private Bindings bindings() {
    return new Bindings(config);
  }

  /** Names of the front panel ports. */
  List<String> ports() {
    return bindings().ports();
  }

  Optional<String> bundle(String port) {
    return bindings().bundle(port);
  }

  ConfigTree port(String name) {
    return bindings().port(name);
  }

  Lossless lossless() {
    return policy(Kind.NETWORK_QOS).map(this::lossless).orElse(Lossless.NONE);
  }

  /** Lines of the classes that pause with more than their priorities. */
  List<String> pauseOptions() {
    return policy(Kind.NETWORK_QOS).map(NetworkQos::options).orElse(List.of());
  }

  Lossless lossless(QosPolicy policy) {
    return NetworkQos.parse(config, policy);
  }

  /** Returns the family of names, by the number of queues of a port. */
  Family family() {
    return Family.of(config);
  }

  Ets shares() {
    return Queuing.parseShares(
        queuingName(), family(), Queuing.byQueue(config, queues(policy(Kind.QUEUING))));
  }

  Ecn marking() {
    return Queuing.parseMarking(Queuing.marks(config, queues(policy(Kind.QUEUING))));
  }

  /** Whether a port is a member of a port channel that the configuration does not have. */
  boolean isLost(String port) {
    return bindings().isLost(port);
  }

  /** Whether the queues of a port may be others than the system's. */
  boolean hasOwnQueues(String port) {
    return isLost(port) || queuingOf(port).isPresent();
  }

  /**
   * The output policy of a port's own, or of its port channel, which goes before the system's.
   *
   * @throws DeviceException UNSUPPORTED for a port channel that the configuration does not have
   */
  Optional<String> queuingOf(String port) {
    return bindings().place(port).after(OUTPUT).stream().findFirst().map(QosPolicy::nameOf);
  }

  /** Shares of a port that has an output policy of its own. */
  Ets shares(String policy) {
    Map<String, List<String>> classes = queues(found(Kind.QUEUING, policy));
    Family family = Family.by(classes.keySet()).orElseGet(this::family);
    return Queuing.parseShares(policy, family, Queuing.byQueue(config, classes));
  }

  /** Marking of a port that has an output policy of its own. */
  Ecn marking(String policy) {
    return Queuing.parseMarking(Queuing.marks(config, queues(found(Kind.QUEUING, policy))));
  }

  private Map<String, List<String>> queues(Optional<QosPolicy> policy) {
    return policy.map(QosPolicy::classes).orElseGet(() -> Queuing.systemDefault(family()));
  }

  private String queuingName() {
    return QosPolicy.inForce(config, Kind.QUEUING).orElse("the default policy");
  }

  /**
   * The system's policy in force; empty for the built-in ones, whose names begin with default- and
   * which are not in the running configuration.
   */
  Optional<QosPolicy> policy(Kind kind) {
    return QosPolicy.inForce(config, kind).flatMap(name -> found(kind, name));
  }

  private Optional<QosPolicy> found(Kind kind, String name) {
    Optional<QosPolicy> found = QosPolicy.find(config, kind, name);
    if (found.isEmpty() && !name.startsWith("default-")) {
      throw ParseErrors.at(RunningConfig.COMMAND, kind.service(name), "that policy-map above");
    }
    return found;
  }

  /** Returns the map of this agent's policy if it has entries, else the only other one in use. */
  DscpMap dscpMap() {
    Optional<DscpMap> ours = ours().map(policy -> Classification.parse(config, policy));
    return ours.isPresent() && !ours.get().entries().isEmpty() ? ours.get() : foreignMap();
  }

  DscpMap foreignMap() {
    SortedSet<String> others = bindings().classifiers(name -> !names.isOurs(Kind.CLASSIFY, name));
    if (others.size() > 1) {
      throw DeviceException.unsupported(
          "ports classify by different policies: " + Sanitized.of(others.toString()));
    }
    return others.isEmpty()
        ? DscpMap.EMPTY
        : Classification.parse(config, classifier(others.first()));
  }

  /** Our classification, whether a port uses it or not. */
  Optional<QosPolicy> ours() {
    return ours(Kind.CLASSIFY).findFirst();
  }

  /** All policies of this agent that are there, in force or not. */
  Stream<QosPolicy> ours(Kind kind) {
    return names.all(kind).stream().flatMap(name -> QosPolicy.find(config, kind, name).stream());
  }

  /** Class-maps of this agent's classification. */
  List<String> ourClasses() {
    return config.after("class-map type qos match-any ").stream()
        .filter(names::isOurClass)
        .toList();
  }

  private QosPolicy classifier(String name) {
    return QosPolicy.find(config, Kind.CLASSIFY, name)
        .orElseThrow(
            () -> ParseErrors.at(RunningConfig.COMMAND, SERVICE + name, "that policy-map above"));
  }

  /** The policy that a port has of its own. */
  Optional<String> classifierOf(String port) {
    return Bindings.in(port(port));
  }

  /** Returns the DSCP map of a port; empty where it has no classification. */
  DscpMap dscpMap(String port) {
    return bindings()
        .classifier(port)
        .map(name -> Classification.parse(config, classifier(name)))
        .orElse(DscpMap.EMPTY);
  }

  List<String> portsWith(String policy) {
    return ports().stream()
        .filter(port -> classifierOf(port).filter(policy::equals).isPresent())
        .toList();
  }

  Pfc pfc(String port) {
    PfcTable.Row row = pfc.row(port);
    requireMode(port, row.mode());
    return row.runs() ? new Pfc(lossless().priorities()) : Pfc.OFF;
  }

  /** A member runs PFC as its port channel says; where the table says otherwise neither counts. */
  private void requireMode(String port, PfcTable.Mode mode) {
    if (bindings().bundle(port).isEmpty()) {
      return;
    }
    bindings().place(port).after(MODE).stream()
        .filter(words -> !words.split(" ", 2)[0].equalsIgnoreCase(mode.name()))
        .findFirst()
        .ifPresent(words -> {
          throw bindings().ofMember(port, "which has '" + MODE + Sanitized.of(words) + "'");
        });
  }

  GlobalPause pause(String port) {
    return pauses.row(port).pause();
  }

  /**
   * The MTU of a port. Some switches take it from the network-qos policy, for ports that switch.
   *
   * @throws DeviceException UNSUPPORTED where that policy has several
   */
  Mtu mtu(String port) {
    List<ConfigTree> places = bindings().places(port);
    Optional<String> line = places.stream().flatMap(one -> one.after("mtu ").stream()).findFirst();
    boolean routed = places.stream().anyMatch(one -> one.has("no switchport"));
    return line.map(NetworkQos::mtu)
        .orElseGet(() ->
            routed || !RunningConfig.isMtuOfClasses(config)
                ? NetworkQos.DEFAULT_MTU // the default is not shown
                : policy(Kind.NETWORK_QOS).map(NetworkQos::mtu).orElse(NetworkQos.DEFAULT_MTU));
  }

  /**
   * Returns the trust of a port; this agent's classification trusts DSCP even before its first
   * entry.
   */
  Trust trust(String port) {
    Optional<String> name = bindings().classifier(port);
    boolean dscp =
        name.isPresent()
            && (names.isOurs(Kind.CLASSIFY, name.get())
                || !Classification.parse(config, classifier(name.get())).entries().isEmpty());
    return new Trust(dscp ? Trust.Field.DSCP : Trust.Field.PCP);
  }

  /** Policies in force that the agents of other hosts have made, by the settings that they are. */
  List<ForeignMark> foreign(DeviceId device) {
    Target whole = new Target.Device(device);
    List<ForeignMark> marks = new ArrayList<>();
    Kind network = Kind.NETWORK_QOS;
    QosPolicy.inForce(config, network)
        .ifPresent(name -> mark(network, name, whole, marks, SettingKind.LOSSLESS));
    QosPolicy.inForce(config, Kind.QUEUING)
        .ifPresent(
            name -> mark(Kind.QUEUING, name, whole, marks, SettingKind.ETS, SettingKind.ECN));
    for (String port : ports()) {
      Target target = Target.port(new PortId(device, port));
      classifierOf(port)
          .ifPresent(name -> mark(Kind.CLASSIFY, name, target, marks, SettingKind.TRUST));
    }
    if (ours().isEmpty()) {
      bindings()
          .classifiers(_ -> true)
          .forEach(name -> mark(Kind.CLASSIFY, name, whole, marks, SettingKind.DSCP_MAP));
    }
    return marks;
  }

  private void mark(
      Kind kind, String name, Target target, List<ForeignMark> marks, SettingKind... held) {
    names
        .other(kind, name)
        .ifPresent(host ->
            List.of(held)
                .forEach(one -> marks.add(ForeignMark.on(target, one, host, "policy " + name))));
  }

  PfcWatchdog watchdog() {
    return WatchdogConfig.isOn(config)
        ? new PfcWatchdog(true, null, null, PfcWatchdog.Action.DROP)
        : PfcWatchdog.OFF;
  }

  /**
   * Returns the watchdog as it is set on the port or its port channel; see {@link
   * PortLines#watchdog} for what is in force.
   */
  PfcWatchdog watchdog(String port) {
    return new PfcWatchdog(bindings().places(port).stream().anyMatch(WatchdogConfig::isOn));
  }

  /** Lines of the watchdog that a plain on or off of the port does not write. */
  List<String> watchdogOptions(String port) {
    List<ConfigTree> places = isLost(port) ? List.of(port(port)) : bindings().places(port);
    return places.stream().flatMap(one -> WatchdogConfig.options(one).stream()).distinct().toList();
  }
}
