package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;
import static dev.losslessd.driver.junos.Statements.path;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Glob;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * {@code show configuration | display json}. Releases print it in two forms: each part as an array
 * with values as {@code {"data": ...}}, and plainly. Both become the statements that {@code set}
 * has for them.
 *
 * @param active what is in force
 * @param resting statements that are there and deactivated, in the same words
 */
record JunosConfig(Statements active, Statements resting) {
  static final String COMMAND = "show configuration | display json";

  /** Stands for every interface (Juniper's schema of class-of-service interfaces). */
  private static final String ALL = "all";

  private static final String ROOT = "configuration";

  /**
   * Elements without a word of their own in {@code set} (Juniper's YANG of 24.4R1: keys of {@code
   * list interface}, leafs of classifiers, rewrite rules, filters and rates).
   */
  private static final Set<String> SILENT =
      Set.of(
          "classifier-name",
          "rewrite-rule-name",
          "profile-name",
          "class-name",
          "filter-name",
          "bundle",
          "rate");

  /**
   * Elements of another name than in {@code set}: one of XML cannot begin with a digit (Juniper's
   * YANG; collectors that read bundles from JSON).
   */
  private static final Map<String, String> NAMED = Map.of("ieee-802.3ad", "802.3ad");

  /**
   * Interfaces that no front panel port or bundle is among: management, loopback, routed VLANs
   * (Juniper, interface naming: em, fxp, me, vme, lo, irb, {@code re0:mgmt-0} of Evolved), by name
   * or by a wildcard of groups such as {@code <em*>}.
   */
  private static final Pattern ELSEWHERE =
      Pattern.compile("<?(?:em|fxp|me|vme|lo|irb)[0-9*]*>?|re\\d:mgmt-\\d");

  /** A filter of a unit of a port, or of the port itself. */
  private static final Pattern FILTER =
      Pattern.compile("(?:unit \\S+ )?(?:family \\S+ )?filter input(?:-list)? (\\S+).*");

  /** Keys of {@code drop-profile-map}, whose one value stands in the same statement. */
  private static final List<String> MAP_KEYS = List.of("loss-priority", "protocol");

  private static final String MAP = "drop-profile-map";
  private static final String ALL = "all";

  /** Reads the whole of it. */
  static JunosConfig parse(String text) {
    DeviceJson root = DeviceJson.parse(COMMAND, text);
    JunosConfig junosConfig = new JunosConfig(new Statements(), new Statements());
    List<DeviceJson> parts = root.each(ROOT);
    if (parts.isEmpty() || !parts.getFirst().isRow()) {
      throw root.garbled(ROOT, "the configuration");
    }
    parts.forEach(part -> junosConfig.inside(part, List.of(), junosConfig.active));
    return junosConfig;
  }

  private void inside(DeviceJson row, List<String> path, Statements into) {
    for (String field : row.fields()) {
      if (isAttribute(field) || (field.equals("name") && !path.isEmpty())) {
        continue;
      }
      boolean rests = row.each("@" + field).stream().anyMatch(JunosConfig::isInactive);
      for (DeviceJson part : row.each(field)) {
        element(field, part, path, rests ? resting : into);
      }
    }
  }

  private static boolean isAttribute(String field) {
    return field.startsWith("@") || field.equals("attributes");
  }

  private static boolean isInactive(DeviceJson attributes) {
    return attributes.isRow() && attributes.fields().contains("inactive");
  }

  private void element(String field, DeviceJson part, List<String> path, Statements into) {
    List<String> word = new ArrayList<>(path);
    boolean listed =
        field.equals("interface") && !path.isEmpty() && path.getLast().equals("interfaces");
    if (!listed && !SILENT.contains(field)) {
      word.add(NAMED.getOrDefault(field, field));
    }
    if (!part.isRow()) {
      part.bare().ifPresent(value -> word.add(quoted(value)));
      into.add(word);
      return;
    }
    boolean rests =
        part.each("@").stream().anyMatch(JunosConfig::isInactive)
            || part.each("attributes").stream().anyMatch(JunosConfig::isInactive);
    row(field, part, word, rests ? resting : into);
  }

  private void row(String field, DeviceJson part, List<String> word, Statements into) {
    Set<String> fields = new TreeSet<>(part.fields());
    fields.removeIf(JunosConfig::isAttribute);
    if (fields.equals(Set.of("data"))) {
      part.each("data").getFirst().bare().ifPresent(value -> word.add(quoted(value)));
      into.add(word);
      return;
    }
    if (field.equals(MAP)) {
      map(part, word, into);
      return;
    }
    JunosJson.text(part, "name").ifPresent(name -> word.add(quoted(name)));
    fields.remove("name");
    if (fields.isEmpty()) {
      into.add(word);
    }
    inside(part, word, into);
  }

  /** One statement: its keys, and what they lead to. */
  private static void map(DeviceJson part, List<String> word, Statements into) {
    for (String key : MAP_KEYS) {
      String value = JunosJson.text(part, key).orElseThrow(() -> part.garbled(key, "this key"));
      word.addAll(List.of(key, quoted(value)));
    }
    JunosJson.text(part, "drop-profile")
        .ifPresent(profile -> word.addAll(List.of("drop-profile", quoted(profile))));
    into.add(word);
  }

  private static String quoted(String value) {
    return Pattern.matches("[^\\s\"]+", value) ? value : '"' + value.replace("\"", "\\\"") + '"';
  }

  /**
   * Value of a port's statement, by one of its own or by one of a name with {@code *} or {@code
   * all}.
   *
   * @param own of the port itself
   * @param shared of the wildcard; the longest counts where several match (unverified)
   */
  record Told(Optional<String> own, Optional<String> shared) {
    Optional<String> inForce() {
      return own.or(() -> shared);
    }
  }

  /** A statement with one value at {@code class-of-service interfaces PORT}. */
  Told told(String port, String... leaf) {
    List<String> wildcards =
        wildcards(port).stream().filter(name -> !values(name, leaf).isEmpty()).toList();
    return new Told(
        values(port, leaf).stream().findFirst(),
        wildcards.stream().findFirst().flatMap(name -> values(name, leaf).stream().findFirst()));
  }

  private Set<String> values(String name, String... leaf) {
    return active.names(Statements.join(cos("interfaces", name), String.join(" ", leaf)));
  }

  /**
   * Names in {@code class-of-service interfaces} that stand for several ports and that a port fits:
   * those with {@code *}, longest first, then {@code all} (Juniper's Terraform examples for AI
   * fabrics). There {@code ?} is a character like others, and no port has it in its name.
   */
  List<String> wildcards(String port) {
    return active.names(cos("interfaces")).stream()
        .filter(name ->
            name.equals(ALL)
                || (name.contains("*") && !name.contains("?") && new Glob(name).fits(port)))
        .sorted(Comparator.comparingInt(name -> name.equals(ALL) ? 0 : -name.length()))
        .toList();
  }

  /**
   * The bundle that a port is a member of, by its own statement or that of a range: class of
   * service is set there, not here.
   */
  Optional<String> bundle(String port) {
    return places(port)
        .flatMap(place ->
            Stream.of("ether-options", "gigether-options")
                .flatMap(
                    options -> active.text(Statements.join(place, options + " 802.3ad")).stream()))
        .findFirst();
  }

  /** Where a port's own properties are configured: the port itself first, then its ranges. */
  Stream<List<String>> places(String port) {
    return Stream.concat(Stream.of(path("interfaces", port)), InterfaceRanges.of(active, port));
  }

  /**
   * Where the encapsulation and the IP MTU of a port are configured: the port, its ranges, and the
   * bundle that it is a member of, with its ranges.
   */
  Stream<List<String>> encapsulation(String port) {
    return Stream.concat(places(port), bundle(port).stream().flatMap(this::places));
  }

  /**
   * Groups that are applied and have class of service or ports in them, which is not followed. One
   * that has management and internal interfaces alone, as those of routing engines do, is not among
   * them.
   */
  Stream<String> groups() {
    Set<String> applied = new TreeSet<>();
    active
        .all()
        .forEach(one -> {
          int at = one.indexOf("apply-groups");
          if (at >= 0 && at + 1 < one.size()) {
            applied.add(one.get(at + 1));
          }
        });
    return applied.stream()
        .filter(name ->
            active.has(path("groups", name, "class-of-service"))
                || !active.names(path("groups", name, "interfaces")).stream()
                    .allMatch(one -> ELSEWHERE.matcher(one).matches()));
  }

  /**
   * Parses the number of a statement.
   *
   * @param expected in its place, for messages
   * @throws DeviceException GARBLED if it is none of 0..largest
   */
  static int number(String statement, String text, int largest, String expected) {
    if (!Pattern.matches("\\d{1,5}", text) || Integer.parseInt(text) > largest) {
      throw garbled(statement, expected);
    }
    return Integer.parseInt(text);
  }

  /**
   * Requires that class of service of a port is set at the port itself.
   *
   * @throws DeviceException UNSUPPORTED for a member of a bundle
   */
  void requireAlone(String port) {
    bundle(port)
        .ifPresent(bundle -> {
          throw Members.setThere(port, bundle, "which has its class of service");
        });
  }

  /**
   * Firewall filters of a port's incoming packets that give them a forwarding class, whatever a
   * classifier says (Juniper, multifield classifiers). A filter that is not there may.
   */
  List<String> classifyingFilters(String port) {
    return places(port)
        .flatMap(place -> active.below(place).stream())
        .map(FILTER::matcher)
        .filter(Matcher::matches)
        .map(filter -> filter.group(1))
        .filter(this::classifies)
        .distinct()
        .toList();
  }

  private boolean classifies(String filter) {
    List<String> terms =
        active.below(path("firewall")).stream()
            .filter(one -> one.contains("filter " + filter + " "))
            .toList();
    return terms.isEmpty()
        || terms.stream().anyMatch(one -> one.contains(" then forwarding-class "));
  }

  /** An error about a statement of it. */
  static RuntimeException garbled(String statement, String expected) {
    return ParseErrors.at(COMMAND, statement, expected);
  }
}
