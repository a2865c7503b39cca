package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Once;
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
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Output of a switch at one time, and its meaning. A table is read when a setting first needs it.
 *
 * @param names of this agent's policies
 * @param origins by kind, the policy that ours has replaced; empty text for that of the factory.
 *     Without one where nobody knows it
 */
record NxosSnapshot(
    ConfigTree config,
    Supplier<PortRows<PfcTable.Row>> pfc,
    Supplier<PortRows<PauseTable.Row>> pauses,
    PolicyNames names,
    Map<Kind, String> origins) {
  static final String MODE = "priority-flow-control mode ";
  static final String SERVICE = "service-policy type qos input ";
  private static final String OUTPUT = Kind.QUEUING.service;

  static NxosSnapshot read(Console console, PolicyNames names, Origins origins) {
    return new NxosSnapshot(
        RunningConfig.parseConfig(RunningConfig.COMMAND, console.show(RunningConfig.COMMAND)),
        table(console, PfcTable.COMMAND, PfcTable::parsePfc),
        table(console, PauseTable.COMMAND, PauseTable::parsePause),
        names,
        origins.all());
  }

  private static <T> Supplier<PortRows<T>> table(
      Console console, String command, Function<String, PortRows<T>> parser) {
    return new Once<>(() -> PortRows.read(command, () -> parser.apply(console.show(command))));
  }

  /** What applies to the ports. */
  Bindings bindings() {
    return new Bindings(config);
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
    String name = QosPolicy.inForce(config, Kind.QUEUING).orElse("the default policy");
    return Queuing.parseShares(name, family(), queues(policy(Kind.QUEUING)));
  }

  Ecn marking() {
    return marking(policy(Kind.QUEUING));
  }

  /** Whether the queues of a port may be others than the system's. */
  boolean hasOwnQueues(String port) {
    return bindings().lost(port).isPresent() || queuingOf(port).isPresent();
  }

  /**
   * The output policy of a port's own, or of its port channel, which goes before the system's.
   *
   * @throws DeviceException UNSUPPORTED for a port channel or port profile that the configuration
   *     does not have
   */
  Optional<String> queuingOf(String port) {
    return bindings().qos(port).first(OUTPUT).map(QosPolicy::nameOf);
  }

  /** The section that has the output policy of a port, as messages call it. */
  String placeOfQueuing(String port) {
    return bindings().qos(port).of(OUTPUT).map(Places::name).orElse(port);
  }

  /**
   * Why lines of a port that is no member may not change a subject: an inherited port profile has
   * lines of it, or the port's sections cannot be read. Empty where they may.
   *
   * @throws DeviceException GONE for a port that is not there
   */
  Optional<String> inherits(String port, String subject) {
    ConfigTree _ = bindings().port(port);
    if (bindings().bundle(port).isPresent()) {
      return Optional.empty();
    }
    return bindings()
        .lost(port)
        .map(DeviceException::getMessage)
        .or(() ->
            bindings()
                .own(port)
                .profile(subject)
                .map(profile ->
                    "it inherits '%s' from %s: set there"
                        .formatted(subject.strip(), PrintableText.brief(Places.name(profile)))));
  }

  /** Shares of a port that has an output policy of its own. */
  Ets shares(String policy) {
    Optional<QosPolicy> found = found(Kind.QUEUING, policy);
    Family family = found.flatMap(one -> Family.by(one.classes().keySet())).orElseGet(this::family);
    return Queuing.parseShares(policy, family, queues(found));
  }

  /** Marking of a port that has an output policy of its own. */
  Ecn marking(String policy) {
    return marking(found(Kind.QUEUING, policy));
  }

  private Ecn marking(Optional<QosPolicy> policy) {
    return policy
        .map(one -> Queuing.parseMarking(Queuing.marks(config, one.classes())))
        .orElse(Ecn.OFF);
  }

  /** The classes of a policy by queue; without one, those of the factory's. */
  Map<Integer, List<String>> queues(Optional<QosPolicy> policy) {
    return policy
        .map(one -> Queuing.byQueue(config, one.classes()))
        .orElseGet(() -> Queuing.systemDefault(family()));
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
      throw garbled(kind.service + name, "that policy-map above");
    }
    return found;
  }

  /** Returns the map of this agent's policy if it has entries, else the only other one in use. */
  DscpMap dscpMap() {
    Optional<DscpMap> ours = ours().map(policy -> Classification.parse(config, policy));
    return ours.isPresent() && !ours.get().entries().isEmpty() ? ours.get() : foreignMap();
  }

  /**
   * The map of the classifications of others.
   *
   * @throws DeviceException UNSUPPORTED where two that may take effect somewhere differ
   */
  DscpMap foreignMap() {
    SortedSet<String> others = bindings().classifiers(name -> !names.isOurs(Kind.CLASSIFY, name));
    List<DscpMap> maps =
        others.stream()
            .map(name -> Classification.parse(config, classifier(name)))
            .distinct()
            .toList();
    if (maps.size() > 1) {
      throw DeviceException.unsupported(
          "ports classify by different policies: " + PrintableText.brief(others.toString()));
    }
    return maps.isEmpty() ? DscpMap.EMPTY : maps.getFirst();
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
        .orElseThrow(() -> garbled(SERVICE + name, "that policy-map above"));
  }

  /** The policy that a port has of its own. */
  Optional<String> classifierOf(String port) {
    return Bindings.in(bindings().port(port));
  }

  /** Returns the DSCP map of a port; empty where it has no classification. */
  DscpMap dscpMap(String port) {
    return bindings()
        .classifier(port)
        .map(name -> Classification.parse(config, classifier(name)))
        .orElse(DscpMap.EMPTY);
  }

  List<String> portsWith(String policy) {
    return bindings().ports().stream()
        .filter(port -> classifierOf(port).filter(policy::equals).isPresent())
        .toList();
  }

  Pfc pfc(String port) {
    PfcTable.Row row = pfc.get().row(port);
    requireMode(port, row.mode());
    return row.runs() ? new Pfc(lossless().priorities()) : Pfc.OFF;
  }

  /** A member runs PFC as its port channel says; where the table says otherwise neither counts. */
  private void requireMode(String port, PfcTable.Mode mode) {
    if (bindings().bundle(port).isEmpty()) {
      return;
    }
    bindings().qos(port).after(MODE).stream()
        .filter(words -> !words.split(" ", 2)[0].equalsIgnoreCase(mode.name()))
        .findFirst()
        .ifPresent(words -> {
          throw bindings().ofMember(port, "which has '" + MODE + PrintableText.brief(words) + "'");
        });
  }

  GlobalPause pause(String port) {
    return pauses.get().row(port).pause();
  }

  /**
   * The MTU of a port. Some switches take it from the network-qos policy, for ports that switch.
   *
   * @throws DeviceException UNSUPPORTED where that policy has several, and where no line tells
   *     whether the switch is one of these
   */
  Mtu mtu(String port) {
    Places places = bindings().all(port);
    Optional<String> line = places.first("mtu ");
    if (line.isPresent()) {
      return NetworkQos.mtu(line.get());
    }
    if (places.isRouted()) {
      return NetworkQos.DEFAULT_MTU; // the default is not shown
    }
    boolean ofClasses = RunningConfig.isMtuOfClasses(config);
    return policy(Kind.NETWORK_QOS)
        .map(policy -> ofClasses ? NetworkQos.mtu(policy) : NetworkQos.mtuBeside(policy))
        .orElse(NetworkQos.DEFAULT_MTU);
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
    for (String port : bindings().ports()) {
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
    marks.addAll(ForeignMark.on(target, List.of(held), names.other(kind, name), "policy " + name));
  }

  PfcWatchdog watchdog() {
    return WatchdogConfig.isOn(config)
        ? new PfcWatchdog(true, null, null, PfcWatchdog.Action.DROP)
        : PfcWatchdog.OFF;
  }

  /**
   * Returns the watchdog as it is set on the port or its port channel; that of the switch decides
   * what is in force.
   */
  PfcWatchdog watchdog(String port) {
    return new PfcWatchdog(
        bindings().all(port).of(WatchdogConfig.SUBJECT).filter(WatchdogConfig::isOn).isPresent());
  }

  /** Lines of the watchdog that a plain on or off of the port does not write. */
  List<String> watchdogOptions(String port) {
    Places places =
        bindings().lost(port).isPresent()
            ? new Places(List.of(bindings().port(port)))
            : bindings().all(port);
    return places.of(WatchdogConfig.SUBJECT).map(WatchdogConfig::options).orElse(List.of());
  }
}
