package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One policy-map of the configuration.
 *
 * @param name as configured
 * @param origin the policy that ours replaced, from the description that early releases of ours
 *     wrote; empty without one
 * @param classes body lines by class, in the order of the device
 */
record QosPolicy(
    Kind kind, String name, Optional<String> origin, Map<String, List<String>> classes) {
  private static final Pattern CLASS =
      Pattern.compile("class (?:type (?:network-qos|queuing|qos) )?(\\S+)");
  private static final String DESCRIPTION = "description replaces ";

  /** Subject of a policy; there is one line for each kind in {@code system qos}. */
  enum Kind {
    NETWORK_QOS("network-qos", "class type network-qos", "service-policy type network-qos "),
    QUEUING("queuing", "class type queuing", "service-policy type queuing output "),
    CLASSIFY("qos", "class", "service-policy type qos input ");

    final String word;

    /** Words before the name of a class. */
    final String ofClass;

    /** Words before the name of a policy in the line that puts it in force. */
    final String service;

    Kind(String word, String ofClass, String service) {
      this.word = word;
      this.ofClass = ofClass;
      this.service = service;
    }

    String map(String name) {
      return "policy-map type " + word + " " + name;
    }
  }

  static Optional<QosPolicy> find(ConfigTree config, Kind kind, String name) {
    return config.at(kind.map(name)).map(tree -> of(kind, name, tree));
  }

  private static QosPolicy of(Kind kind, String name, ConfigTree tree) {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    for (ConfigTree one : tree.starting("class ")) {
      Matcher bare = CLASS.matcher(one.line());
      if (!bare.matches()) {
        throw garbled(one.line(), "'class', its type and one name");
      }
      classes.put(bare.group(1), one.lines().toList());
    }
    return new QosPolicy(kind, name, tree.after(DESCRIPTION).stream().findFirst(), classes);
  }

  /** Refuses a line of another's policy that this agent does not know. */
  static DeviceException notTakenOver(String type, String name, String line) {
    return DeviceException.unsupported(
        "%s class %s has '%s', which cannot be taken over"
            .formatted(type, PrintableText.brief(name), PrintableText.brief(line)));
  }

  /** The name in force for the whole system; empty where it is not said. */
  static Optional<String> inForce(ConfigTree config, Kind kind) {
    return attached(config, kind).map(QosPolicy::nameOf);
  }

  /** Words that follow the name in force for the whole system: {@code no-stats}. */
  static Optional<String> wordsInForce(ConfigTree config, Kind kind) {
    return attached(config, kind)
        .filter(words -> !words.equals(nameOf(words)))
        .map(words -> words.substring(nameOf(words).length()).strip());
  }

  private static Optional<String> attached(ConfigTree config, Kind kind) {
    return config
        .at("system qos")
        .flatMap(system -> system.after(kind.service).stream().findFirst());
  }

  /** The name in what follows {@code service-policy ...}, where {@code no-stats} may follow it. */
  static String nameOf(String words) {
    return words.split(" ", 2)[0];
  }
}
