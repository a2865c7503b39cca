package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Forwarding classes. A class has a queue, and one that pauses a PFC priority of its own, which
 * need not be the queue's number. Elsewhere in losslessd a queue has its priority's number: a class
 * belongs to its {@code pfc-priority}, else to the priority with its queue's number, unless another
 * class pauses that one.
 */
final class Classes {
  /** Prefix of this agent's forwarding classes; the number of the queue follows. */
  static final String OURS = "losslessd-p";

  private static final Pattern MINE = Pattern.compile(OURS + "[0-7]");

  private final Statements config;
  private final Map<String, Integer> queues = new LinkedHashMap<>();
  private final Map<String, Integer> pauses = new LinkedHashMap<>();

  /**
   * @param mapped classes that the switch has without a statement, with their queues
   */
  Classes(Statements config, Map<String, Integer> mapped) {
    this.config = config;
    for (String name : config.names(cos("forwarding-classes class"))) {
      attribute(name, "queue-num", 15).ifPresent(queue -> queues.put(name, queue));
      attribute(name, "pfc-priority", 7).ifPresent(priority -> pauses.put(name, priority));
    }
    for (String queue : config.names(cos("forwarding-classes queue"))) {
      config
          .text(cos("forwarding-classes queue " + queue))
          .ifPresent(name -> queues.put(name, number("queue " + queue, queue, 15)));
    }
    mapped.forEach(queues::putIfAbsent);
  }

  /** Returns this agent's class of a queue, which is made if it is not there. */
  static String own(Statements next, int queue) {
    next.add(cos("forwarding-classes class " + OURS + queue + " queue-num " + queue));
    return OURS + queue;
  }

  /**
   * The class of a priority, of this agent where there is none.
   *
   * @param used classes of a map, one of which goes first: a queue with two classes has one
   *     scheduler
   */
  String orOwn(Priority priority, List<String> used) {
    return used.stream()
        .filter(name -> priority(name).equals(Optional.of(priority)))
        .findFirst()
        .or(() -> of(priority))
        .orElseGet(() -> own(config, priority.value()));
  }

  static boolean isOurs(String name) {
    return MINE.matcher(name).matches();
  }

  private Optional<Integer> attribute(String name, String word, int largest) {
    String at = "class " + name + " " + word;
    return config
        .text(cos("forwarding-classes " + at))
        .map(text -> number(at + " " + text, text, largest));
  }

  private static int number(String statement, String text, int largest) {
    return JunosConfig.number(statement, text, largest, "a number of 0.." + largest);
  }

  /**
   * @throws DeviceException UNSUPPORTED if nothing tells
   */
  int queue(String name) {
    Integer queue = queues.get(name);
    if (queue == null) {
      throw DeviceException.unsupported(
          "forwarding class " + PrintableText.brief(name) + ": the switch does not tell its queue");
    }
    return queue;
  }

  boolean isConfigured(String name) {
    String queues = cos("forwarding-classes queue");
    return config.has(cos("forwarding-classes class " + name))
        || config.names(queues).stream()
            .anyMatch(queue -> config.all().contains(queues + " " + queue + " " + name));
  }

  /** Whether a statement says that it does not drop. */
  boolean isLossless(String name) {
    return config.has(cos("forwarding-classes class " + name + " no-loss"));
  }

  Optional<Integer> pfcPriority(String name) {
    return Optional.ofNullable(pauses.get(name));
  }

  /** The priority of a class; empty if it has none of its own. */
  Optional<Priority> priority(String name) {
    Integer pause = pauses.get(name);
    int number = pause == null ? queue(name) : pause;
    // a class beside the one that pauses, in its queue, has the priority of that queue too
    boolean taken =
        pause == null
            && pauses.entrySet().stream()
                .anyMatch(e ->
                    e.getValue() == number
                        && !Objects.equals(queues.get(e.getKey()), e.getValue()));
    return taken || number >= Priority.COUNT ? Optional.empty() : Optional.of(Priority.of(number));
  }

  /**
   * @throws DeviceException UNSUPPORTED with the class in the way
   */
  Priority requirePriority(String name) {
    return priority(name)
        .orElseThrow(() -> {
          int queue = queue(name);
          String pausing =
              pauses.entrySet().stream()
                  .filter(e -> e.getValue() == queue)
                  .map(e -> e.getKey() + " (queue " + queue(e.getKey()) + ")")
                  .findFirst()
                  .orElse("none");
          return DeviceException.unsupported(
              ("forwarding class %s is on queue %s, but the priority of that number is paused by"
                      + " %s: it has no priority of its own here")
                  .formatted(PrintableText.brief(name), queue, pausing));
        });
  }

  /** The class of a priority: rather one that pauses, or that has a statement. */
  Optional<String> of(Priority priority) {
    return queues.keySet().stream()
        .filter(name -> priority(name).equals(Optional.of(priority)))
        .min(rather());
  }

  private Comparator<String> rather() {
    return Comparator.comparing((String name) -> !pauses.containsKey(name))
        .thenComparing(name -> !isConfigured(name));
  }

  /**
   * The class of a queue, as {@link #of}.
   *
   * @param preferred first among these
   */
  Optional<String> onQueue(int queue, Collection<String> preferred) {
    return queues.keySet().stream()
        .filter(name -> queue(name) == queue)
        .min(
            Comparator.comparing((String name) -> !preferred.contains(name))
                .thenComparing(rather()));
  }

  /** Queue of priority n; where no class has it, the queue with its number. */
  int queueOf(Priority priority) {
    return of(priority).map(this::queue).orElse(priority.value());
  }
}
