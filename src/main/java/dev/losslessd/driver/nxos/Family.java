package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Number of queues of a port, and a switch's names for their classes. Within this driver they have
 * the names of eight.
 */
enum Family {
  EIGHT(8, "c-out-8q-q", "c-8q-nq"),

  /** Those without a queue of their own go with the default one (Cisco's guide, qos-group 0). */
  FOUR(4, "c-out-q", "c-nq");

  private static final Pattern QUEUE = Pattern.compile("c-out-(?:8q-)?q(?:([0-7])|-default)");

  final int queues;
  private final String queue;
  private final String network;

  Family(int queues, String queue, String network) {
    this.queues = queues;
    this.queue = queue;
    this.network = network;
  }

  /**
   * By the policies in force, else by any class of the configuration, else eight: the factory's
   * policies are not shown.
   */
  static Family of(ConfigTree config) {
    Stream<QosPolicy> inForce =
        Stream.of(Kind.QUEUING, Kind.NETWORK_QOS)
            .flatMap(kind ->
                QosPolicy.inForce(config, kind)
                    .flatMap(name -> QosPolicy.find(config, kind, name))
                    .stream());
    return by(inForce.flatMap(policy -> policy.classes().keySet().stream()).toList())
        .or(() -> by(classes(config)))
        .orElse(EIGHT);
  }

  /** By names of classes; empty where none is the switch's own. */
  static Optional<Family> by(Collection<String> classes) {
    return Stream.of(values())
        .filter(family -> classes.stream().anyMatch(family.pattern().asMatchPredicate()))
        .findFirst();
  }

  private Pattern pattern() {
    return Pattern.of("(?:" + queue + "|" + network + ")(?:[0-7]|-default)");
  }

  private static List<String> classes(ConfigTree config) {
    return Stream.of("queuing", "network-qos")
        .flatMap(type ->
            Stream.concat(
                config.starting("policy-map type " + type + " ").stream()
                    .flatMap(policy -> policy.starting("class type " + type + " ").stream()),
                config.starting("class-map type " + type + " ").stream()))
        .map(RunningConfig::lastWord)
        .toList();
  }

  /** The queue that serves each priority. */
  List<Integer> queueOfPriority() {
    return IntStream.range(0, Priority.COUNT).map(n -> n < queues ? n : 0).boxed().toList();
  }

  /** Returns the class of a queue: {@code c-out-8q-q3} of eight, {@code c-out-q3} of four. */
  String queueClass(int number) {
    return number == 0 ? queue + "-default" : queue + number;
  }

  /**
   * Returns the network-qos class of a priority: {@code c-8q-nq3} of eight, {@code c-nq3} of four.
   *
   * @throws DeviceException UNSUPPORTED for a priority without a class of its own
   */
  String networkClass(Priority priority) {
    if (priority.value() >= queues) {
      throw DeviceException.unsupported(
          "priority " + priority + ": this switch has classes 0.." + (queues - 1));
    }
    return network + priority;
  }

  /** The class of all that has no other. */
  String networkDefault() {
    return network + "-default";
  }

  /** The queue of a class that the switch itself made, of either family. */
  static Optional<Integer> builtIn(String name) {
    Matcher known = QUEUE.matcher(name);
    return known.matches()
        ? Optional.of(known.group(1) == null ? 0 : Integer.parseInt(known.group(1)))
        : Optional.empty();
  }

  /** Returns the classes of queues under this family's names, without queues that it lacks. */
  Map<String, List<String>> named(Map<Integer, List<String>> classes) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    classes.forEach((queue, body) -> {
      if (queue < queues) {
        all.put(queueClass(queue), body);
      }
    });
    return all;
  }
}
