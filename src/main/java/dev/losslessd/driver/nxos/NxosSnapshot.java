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
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
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
  static final String WATCHDOG = "priority-flow-control watch-dog-interval on";
  private static final String SERVICE = "service-policy type qos input ";
  private static final String OUTPUT = Kind.QUEUING.service("");

  /** Suffix of a policy whose packets are not counted. */
  private static final String NO_STATS = " no-stats";

  static NxosSnapshot read(Console console, PolicyNames names, Origins origins) {
    return new NxosSnapshot(
        RunningConfig.parseConfig(console.show(RunningConfig.COMMAND)),
        PortRows.read(PfcTable.COMMAND, () -> PfcTable.parsePfc(console.show(PfcTable.COMMAND))),
        PortRows.read(
            PauseTable.COMMAND, () -> PauseTable.parsePause(console.show(PauseTable.COMMAND))),
        names,
        origins.all());
  }

  /** Names of the front panel ports. */
  List<String> ports() {
    return config.after("interface ").stream().filter(Ports::isPhysical).toList();
  }

  /**
   * Ports that are members of a port channel, with its name. A QoS policy of a port takes effect
   * only while the port is no member; that of a port channel takes effect whatever its members have
   * (Cisco's QoS guide for the Nexus 9000, attaching and detaching a QoS policy action). PFC, pause
   * and MTU of all members must be equal (Cisco's interfaces guide, compatibility requirements).
   */
  Map<String, String> members() {
    Map<String, String> all = new TreeMap<>();
    ports().forEach(port -> bundle(port).ifPresent(bundle -> all.put(port, bundle)));
    return all;
  }

  private Optional<String> bundle(String port) {
    return port(port).after("channel-group ").stream()
        .findFirst()
        .map(words -> "port-channel" + Sanitized.of(words.split(" ", 2)[0]));
  }

  ConfigTree port(String name) {
    return config
        .at("interface " + name)
        .orElseThrow(() -> DeviceException.gone(name + ": no such interface in the configuration"));
  }

  Lossless lossless() {
    return policy(Kind.NETWORK_QOS).map(this::lossless).orElse(Lossless.NONE);
  }

  Lossless lossless(QosPolicy policy) {
    return NetworkQos.parse(config, policy);
  }

  /** Returns the family of names, by the number of queues of a port. */
  Family family() {
    return Family.of(config);
  }

  Ets shares() {
    return Queuing.parseShares(queuingName(), family(), byQueue(queues(policy(Kind.QUEUING))));
  }

  Ecn marking() {
    return Queuing.parseMarking(byQueue(queues(policy(Kind.QUEUING))));
  }

  /** The output policy of a port's own, which goes before the system's. */
  Optional<String> queuingOf(String port) {
    return port(port).after(OUTPUT).stream().findFirst();
  }

  /** Shares of a port that has an output policy of its own. */
  Ets shares(String policy) {
    Map<String, List<String>> classes = queues(found(Kind.QUEUING, policy));
    Family family = Family.by(classes.keySet()).orElseGet(this::family);
    return Queuing.parseShares(policy, family, byQueue(classes));
  }

  /** Marking of a port that has an output policy of its own. */
  Ecn marking(String policy) {
    return Queuing.parseMarking(byQueue(queues(found(Kind.QUEUING, policy))));
  }

  private Map<String, List<String>> queues(Optional<QosPolicy> policy) {
    return policy.map(QosPolicy::classes).orElseGet(() -> Queuing.systemDefault(family()));
  }

  private Map<String, List<String>> byQueue(Map<String, List<String>> classes) {
    return Queuing.byQueue(config, classes);
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
    TreeSet<String> others = new TreeSet<>();
    classifiers().filter(n -> !names.isOurs(Kind.CLASSIFY, n)).forEach(others::add);
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

  private Stream<String> classifiers() {
    return Stream.concat(
        ports().stream().flatMap(port -> classifierOf(port).stream()), classifierOfAll().stream());
  }

  /** The policy that a port has of its own. */
  Optional<String> classifierOf(String port) {
    return classifierIn(port(port));
  }

  private Optional<String> classifierOfAll() {
    return config.at("system qos").flatMap(NxosSnapshot::classifierIn);
  }

  private static Optional<String> classifierIn(ConfigTree section) {
    return section.after(SERVICE).stream()
        .findFirst()
        .map(name ->
            name.endsWith(NO_STATS) ? name.substring(0, name.length() - NO_STATS.length()) : name);
  }

  /** The policy that a port falls under: its own or its port channel's, else the system's. */
  private Optional<String> classifierFor(String port) {
    return bundle(port)
        .map(bundle -> config.at("interface " + bundle).flatMap(NxosSnapshot::classifierIn))
        .orElseGet(() -> classifierOf(port))
        .or(this::classifierOfAll);
  }

  /** Returns the DSCP map of a port; empty where it has no classification. */
  DscpMap dscpMap(String port) {
    return classifierFor(port)
        .map(name -> Classification.parse(config, classifier(name)))
        .orElse(DscpMap.EMPTY);
  }

  List<String> portsWith(String policy) {
    return ports().stream()
        .filter(port -> classifierOf(port).filter(policy::equals).isPresent())
        .toList();
  }

  Pfc pfc(String port) {
    return pfc.row(port).runs() ? new Pfc(lossless().priorities()) : Pfc.OFF;
  }

  GlobalPause pause(String port) {
    return pauses.row(port).pause();
  }

  Mtu mtu(String port) {
    List<String> numbers = port(port).after("mtu ");
    if (numbers.isEmpty()) {
      return new Mtu(1500); // the default is not shown
    }
    String number = numbers.getFirst();
    if (!Pattern.matches("\\d{2,5}", number)
        || Integer.parseInt(number) < Mtu.SMALLEST
        || Integer.parseInt(number) > Mtu.LARGEST) {
      throw ParseErrors.at(RunningConfig.COMMAND, "mtu " + number, "bytes");
    }
    return new Mtu(Integer.parseInt(number));
  }

  /**
   * Returns the trust of a port; this agent's classification trusts DSCP even before its first
   * entry.
   */
  Trust trust(String port) {
    Optional<String> name = classifierFor(port);
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
      classifiers()
          .distinct()
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
    return config.has(WATCHDOG)
        ? new PfcWatchdog(true, null, null, PfcWatchdog.Action.DROP)
        : PfcWatchdog.OFF;
  }

  /**
   * Returns the watchdog as it is set on the port; see {@link PortLines#watchdog} for what is in
   * force.
   */
  PfcWatchdog watchdog(String port) {
    return new PfcWatchdog(port(port).has(WATCHDOG));
  }
}
