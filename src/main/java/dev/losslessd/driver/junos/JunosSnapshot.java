package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Output of a switch at one time. Output that few ports need is asked for when one does. */
final class JunosSnapshot {
  private final Console console;
  final Release release;
  final CosNames names;

  /** As it was before the configuration was read. */
  final History history;

  private final JunosConfig junosConfig;
  private final Map<String, Interfaces.Facts> ports;
  private final Once<CosView> active = new Once<>(() -> view(junosConfig().active()));
  private final Once<Classes> classes = new Once<>(() -> view().classes());
  private final Once<Map<String, Interfaces.Facts>> extensive = new Once<>(this::readExtensive);
  private final Once<Map<String, Map<String, List<String>>>> classifying =
      new Once<>(this::readClassifiers);

  private final Once<Boolean> scheduled =
      new Once<>(() ->
          ports().stream()
              .allMatch(port -> junosConfig().told(port, "scheduler-map").inForce().isPresent()));

  JunosSnapshot(Console console, Release release, CosNames names) {
    this.console = console;
    this.names = names;
    this.release = release;
    this.history = History.parse(JunosTransaction.bare(console.show(History.COMMAND)));
    this.junosConfig =
        names.read(JunosConfig.parse(JunosTransaction.bare(console.show(JunosConfig.COMMAND))));
    this.ports = Interfaces.parse(Interfaces.COMMAND, console.show(Interfaces.COMMAND));
  }

  JunosConfig junosConfig() {
    return junosConfig;
  }

  List<String> ports() {
    return List.copyOf(ports.keySet());
  }

  /** Requires a configuration that can be interpreted, and the port. */
  void require(Target target) {
    CosView _ = view();
    if (target instanceof Target.Port port) {
      Interfaces.Facts _ = port(port.id().name());
    }
  }

  Interfaces.Facts port(String name) {
    Interfaces.Facts facts = ports.get(name);
    if (facts == null) {
      throw DeviceException.gone(name + ": no such interface");
    }
    return facts;
  }

  private Map<String, Interfaces.Facts> readExtensive() {
    return Interfaces.parse(Interfaces.EXTENSIVE, names.inward(console.show(Interfaces.EXTENSIVE)));
  }

  private Map<String, Map<String, List<String>>> readClassifiers() {
    return console
        .showIfKnown(CosPorts.COMMAND)
        .map(names::inward)
        .map(CosPorts::parse)
        .orElse(Map.of());
  }

  /** Classifiers of a port by unit, the release's own too; nothing where it does not tell. */
  Map<String, List<String>> classifiers(String port) {
    return classifying.get().getOrDefault(port, Map.of());
  }

  /** Interprets statements that are in force, or will be. */
  CosView view(Statements statements) {
    return new CosView(new JunosConfig(statements, junosConfig.resting()), mapped(statements));
  }

  /** Interprets what is in force, once. */
  CosView view() {
    return active.get();
  }

  /** Returns the classes that are in force. */
  Classes classes() {
    return classes.get();
  }

  /** Classes without a statement, where a port without a scheduler map or a statement names one. */
  private Map<String, Integer> mapped(Statements statements) {
    if (scheduled.get()
        && Statements.named(statements.classOfService(), "forwarding-class").stream()
            .allMatch(new Classes(statements, Map.of())::isConfigured)) {
      return Map.of();
    }
    Map<String, Integer> mapped = new HashMap<>();
    extensive.get().values().forEach(facts -> mapped.putAll(facts.classes()));
    return mapped;
  }

  /**
   * How the release itself schedules a port without a map, as statements of one.
   *
   * @throws DeviceException UNSUPPORTED if the switch does not tell, or not in percent
   */
  TreeSet<String> usual(String port) {
    Interfaces.Facts facts = extensive.get().get(port);
    if (facts == null) {
      throw ParseErrors.at(Interfaces.EXTENSIVE, port, "this interface");
    }
    if (facts.scheduled().isEmpty()) {
      throw DeviceException.unsupported(
          ("%s has the release's own scheduler map, and '%s' does not tell how it shares: bind a"
                  + " scheduler map first")
              .formatted(port, Interfaces.EXTENSIVE));
    }
    TreeSet<String> content = new TreeSet<>();
    for (Interfaces.Scheduled one : facts.scheduled()) {
      String start = one.forwardingClass() + " ";
      int percent =
          one.percent()
              .orElseThrow(() ->
                  DeviceException.unsupported(
                      port + " " + one.forwardingClass() + " has what is left, not a percentage"));
      if (one.priority().equals("low")) {
        content.add(start + "transmit-rate percent " + percent);
      } else {
        content.add(start + "priority " + one.priority());
      }
    }
    return content;
  }
}
