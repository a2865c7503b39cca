package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Glob;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
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

  /** Reads the whole of it. */
  static JunosConfig parse(String text) {
    DeviceJson root = DeviceJson.parse(COMMAND, text);
    JunosConfig config = new JunosConfig(new Statements(List.of()), new Statements(List.of()));
    List<DeviceJson> parts = root.each(ROOT);
    if (parts.isEmpty() || !parts.getFirst().isRow()) {
      throw root.garbled(ROOT, "the configuration");
    }
    parts.forEach(part -> config.inside(part, "", config.active));
    return config;
  }

  private void inside(DeviceJson row, String path, Statements into) {
    for (String field : row.fields()) {
      if (isAttribute(field) || (field.equals("name") && !path.isEmpty())) {
        continue;
      }
      boolean rests = isInactive(row, "@" + field);
      for (DeviceJson part : row.each(field)) {
        element(field, part, path, rests ? resting : into);
      }
    }
  }

  private static boolean isAttribute(String field) {
    return field.startsWith("@") || field.equals("attributes");
  }

  private static boolean isInactive(DeviceJson row, String attributes) {
    return row.each(attributes).stream()
        .anyMatch(one -> one.isRow() && one.fields().contains("inactive"));
  }

  private void element(String field, DeviceJson part, String path, Statements into) {
    boolean listed = field.equals("interface") && Statements.last(path).equals("interfaces");
    String words =
        listed || SILENT.contains(field) ? path : join(path, NAMED.getOrDefault(field, field));
    if (part.isRow()) {
      boolean rests = isInactive(part, "@") || isInactive(part, "attributes");
      row(field, part, words, rests ? resting : into);
    } else {
      into.add(valued(words, part));
    }
  }

  private static String join(String path, String word) {
    return path.isEmpty() ? word : path + " " + word;
  }

  private static String valued(String words, DeviceJson value) {
    return value.bare().map(text -> words + " " + quoted(text)).orElse(words);
  }

  private void row(String field, DeviceJson part, String path, Statements into) {
    Set<String> fields = new TreeSet<>(part.fields());
    fields.removeIf(JunosConfig::isAttribute);
    if (fields.equals(Set.of("data"))) {
      into.add(valued(path, part.each("data").getFirst()));
      return;
    }
    if (field.equals("drop-profile-map")) {
      into.add(map(part, path));
      return;
    }
    String words = path + value(part, "name", "");
    fields.remove("name");
    if (fields.isEmpty()) {
      into.add(words);
    }
    inside(part, words, into);
  }

  /** A value behind what names it; empty if it is not there. */
  private static String value(DeviceJson part, String field, String words) {
    return text(part, field).map(value -> words + " " + quoted(value)).orElse("");
  }

  /** One statement: its keys, and what they lead to. */
  private static String map(DeviceJson part, String path) {
    StringBuilder words = new StringBuilder(path);
    for (String key : MAP_KEYS) {
      String value = value(part, key, " " + key);
      if (value.isEmpty()) {
        throw part.garbled(key, "this key");
      }
      words.append(value);
    }
    return words.append(value(part, "drop-profile", " drop-profile")).toString();
  }

  /** All statements of class of service, those at rest too. */
  List<String> classOfService() {
    return Stream.of(active, resting).flatMap(one -> one.classOfService().stream()).toList();
  }

  /**
   * The first value of a field, {@code [{"data": "x"}]} or {@code "x"} itself; empty if it is not
   * there, or has none.
   */
  static Optional<String> text(DeviceJson row, String field) {
    return row.each(field).stream()
        .findFirst()
        .flatMap(one -> one.isRow() ? one.each("data").stream().findFirst() : Optional.of(one))
        .flatMap(DeviceJson::bare)
        .map(String::strip);
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
  Told told(String port, String leaf) {
    return new Told(
        value(port, leaf),
        wildcards(port).stream().flatMap(name -> value(name, leaf).stream()).findFirst());
  }

  private Optional<String> value(String name, String leaf) {
    return active.text(cos("interfaces " + name + " " + leaf));
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
                .flatMap(options -> active.text(place + " " + options + " 802.3ad").stream()))
        .findFirst();
  }

  /** Where a port's own properties are configured: the port itself first, then its ranges. */
  Stream<String> places(String port) {
    return Stream.concat(Stream.of("interfaces " + port), InterfaceRanges.of(active, port));
  }

  /**
   * Where the encapsulation and the IP MTU of a port are configured: the port, its ranges, and the
   * bundle that it is a member of, with its ranges.
   */
  Stream<String> encapsulation(String port) {
    return Stream.concat(places(port), bundle(port).stream().flatMap(this::places));
  }

  /**
   * Groups that are applied and have class of service or ports in them, which is not followed. One
   * that has management and internal interfaces alone, as those of routing engines do, is not among
   * them.
   */
  Stream<String> groups() {
    return Statements.named(active.all(), "apply-groups").stream()
        .filter(name ->
            active.has("groups " + name + " class-of-service")
                || !active.names("groups " + name + " interfaces").stream()
                    .allMatch(one -> ELSEWHERE.matcher(one).matches()));
  }

  /**
   * Parses the number of a statement.
   *
   * @param expected in its place, for messages
   * @throws DeviceException GARBLED if it is none of 0..largest
   */
  static int number(String statement, String text, int largest, String expected) {
    return NumberRanges.number(text, largest, () -> garbled(statement, expected));
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
        active.below("firewall").stream()
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
