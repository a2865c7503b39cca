package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Output of a switch at one time. Output that few ports need is asked for when one does. */
final class JunosSnapshot {
  private final Console console;
  private final Release release;
  private final CosNames names;
  private final History history;
  private final JunosConfig junosConfig;
  private final Map<String, Interfaces.Facts> ports;
  private @Nullable Map<String, Interfaces.Facts> extensive;
  private @Nullable Map<String, Map<String, List<String>>> classifying;

  private JunosSnapshot(Console console, Release release, CosNames names) {
    this.console = console;
    this.names = names;
    this.release = release;
    this.history = History.parse(JunosConsole.bare(console.show(History.COMMAND)));
    this.junosConfig =
        names.read(JunosConfig.parse(JunosConsole.bare(console.show(JunosConfig.COMMAND))));
    this.ports = Interfaces.parse(Interfaces.COMMAND, console.show(Interfaces.COMMAND));
  }

  static JunosSnapshot read(Console console, Supplier<Release> release, CosNames names) {
    return new JunosSnapshot(console, release.get(), names);
  }

  CosNames names() {
    return names;
  }

  Release release() {
    return release;
  }

  /** Returns the history as it was before the configuration was read. */
  History history() {
    return history;
  }

  JunosConfig junosConfig() {
    return junosConfig;
  }

  List<String> ports() {
    return List.copyOf(ports.keySet());
  }

  Interfaces.Facts port(String name) {
    Interfaces.Facts facts = ports.get(name);
    if (facts == null) {
      throw new DeviceException(DeviceException.Kind.GONE, name + ": no such interface");
    }
    return facts;
  }

  private Map<String, Interfaces.Facts> extensive() {
    Map<String, Interfaces.Facts> known = extensive;
    if (known == null) {
      known =
          Interfaces.parse(Interfaces.EXTENSIVE, names.inward(console.show(Interfaces.EXTENSIVE)));
      extensive = known;
    }
    return known;
  }

  /** Classifiers of a port by unit, the release's own too; nothing where it does not tell. */
  Map<String, List<String>> classifiers(String port) {
    Map<String, Map<String, List<String>>> known = classifying;
    if (known == null) {
      known =
          console
              .showIfKnown(CosPorts.COMMAND)
              .map(names::inward)
              .map(CosPorts::parse)
              .orElse(Map.of());
      classifying = known;
    }
    return known.getOrDefault(port, Map.of());
  }

  /** Interprets statements that are in force, or will be. */
  CosView view(Statements statements) {
    return new CosView(new JunosConfig(statements, junosConfig.resting()), mapped(statements));
  }

  CosView view() {
    return view(junosConfig.active());
  }

  /** Classes without a statement, where a port without a scheduler map or a statement names one. */
  private Map<String, Integer> mapped(Statements statements) {
    boolean all =
        ports.keySet().stream()
            .allMatch(port -> junosConfig.told(port, "scheduler-map").inForce().isPresent());
    if (all
        && namesOf(statements).stream().allMatch(new Classes(statements, Map.of())::isConfigured)) {
      return Map.of();
    }
    Map<String, Integer> classes = new HashMap<>();
    extensive().values().forEach(facts -> classes.putAll(facts.classes()));
    return classes;
  }

  /** Forwarding classes that statements name. */
  private static TreeSet<String> namesOf(Statements statements) {
    TreeSet<String> names = new TreeSet<>();
    for (List<String> one : statements.all()) {
      int at = one.indexOf("forwarding-class");
      if (at > 0 && at + 1 < one.size() && one.getFirst().equals("class-of-service")) {
        names.add(one.get(at + 1));
      }
    }
    return names;
  }

  /**
   * How the release itself schedules a port without a map, as statements of one.
   *
   * @throws DeviceException UNSUPPORTED if the switch does not tell, or not in percent
   */
  TreeSet<String> usual(String port) {
    Interfaces.Facts facts = extensive().get(port);
    if (facts == null) {
      throw ParseErrors.at(Interfaces.EXTENSIVE, port, "this interface");
    }
    if (facts.scheduled().isEmpty()) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          port
              + " has the release's own scheduler map, and '"
              + Interfaces.EXTENSIVE
              + "' does not tell how it shares: bind a scheduler map first");
    }
    TreeSet<String> content = new TreeSet<>();
    for (Interfaces.Scheduled one : facts.scheduled()) {
      String start = one.forwardingClass() + " ";
      int percent =
          one.percent()
              .orElseThrow(() ->
                  new DeviceException(
                      DeviceException.Kind.UNSUPPORTED,
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
