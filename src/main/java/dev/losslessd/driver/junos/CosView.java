package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Statements of a configuration, be it in force or on its way, and what they mean together.
 *
 * @param mapped classes that the switch has without a statement, with their queues
 */
record CosView(JunosConfig junosConfig, Map<String, Integer> mapped) {
  /** Name of this agent's classifier, without the host. */
  static final String CLASSIFIER = "losslessd";

  static final String OURS = at(CLASSIFIER);

  /** Statements that bind a DSCP classifier, behind the name of an interface. */
  static final Pattern BINDINGS = Pattern.compile("(?:unit \\S+ )?classifiers dscp \\S+");

  static final Pattern ENTRIES = Pattern.compile("forwarding-class .+");

  private static final Pattern ENTRY =
      Pattern.compile("forwarding-class (\\S+) loss-priority \\S+ code-points (\\S+)");

  private static final Read NO_MAP = new Read(DscpMap.EMPTY, "");

  private static final Pattern SCHEDULED_ELSEWHERE =
      Pattern.compile(
          "(?:.* )?output-traffic-control-profile(?:-remaining)? \\S+|unit \\S+ scheduler-map"
              + " \\S+");

  /** One class for all that a unit receives. */
  private static final Pattern FIXED = Pattern.compile("(?:unit \\S+ )?forwarding-class \\S+");

  private static final Pattern BOUND = Pattern.compile("(?:unit \\S+ )?classifiers .+");

  private static final Pattern BY_PRECEDENCE =
      Pattern.compile("(?:unit \\S+ )?classifiers (?:inet-precedence|dscp-ipv6|exp) \\S+");

  /** Where a classifier has its statements. */
  static String at(String classifier) {
    return cos("classifiers dscp " + classifier);
  }

  Statements statements() {
    return junosConfig.active();
  }

  Classes classes() {
    return new Classes(statements(), mapped);
  }

  /** Returns the names that a port uses, by a statement of its own or of a wildcard. */
  JunosConfig.Told told(ProfileKind kind, String port) {
    return junosConfig.told(port, kind.word);
  }

  /** Returns the content of the profile or map that a port uses; empty if it uses none. */
  TreeSet<String> content(ProfileKind kind, String port) {
    return told(kind, port)
        .inForce()
        .map(name -> kind.content(statements(), name))
        .orElseGet(TreeSet::new);
  }

  /** Units of a port that classify: those it has, else the first. */
  private Collection<String> units(String port) {
    Set<String> units = statements().names("interfaces " + port + " unit");
    return units.isEmpty() ? List.of("0") : units;
  }

  /** Names in class-of-service interfaces that stand for a port, its own first. */
  private List<String> names(String port) {
    List<String> names = new ArrayList<>(List.of(port));
    names.addAll(junosConfig.wildcards(port));
    return names;
  }

  /** Returns the statement of a port that has this form; empty if none has. */
  private Optional<String> statement(String port, Pattern form) {
    return names(port).stream()
        .flatMap(name -> statements().below(cos("interfaces " + name), form).stream())
        .findFirst();
  }

  /**
   * Requires that the port's scheduler map is what schedules its queues.
   *
   * @throws DeviceException UNSUPPORTED if a traffic control profile does (Juniper's ETS), or a map
   *     of a unit
   */
  void requireOwnMap(String port) {
    statement(port, SCHEDULED_ELSEWHERE)
        .ifPresent(line -> {
          throw DeviceException.unsupported(
              "%s: '%s' schedules its queues and is not followed: set there"
                  .formatted(port, PrintableText.brief(line)));
        });
  }

  /** The DSCP classifier of one unit of a port, by statements of the port or of a wildcard. */
  private Optional<String> classifier(String port, String unit) {
    return names(port).stream()
        .flatMap(name -> Stream.of(unit, "*").map(one -> "interfaces " + name + " unit " + one))
        .flatMap(at -> statements().text(cos(at + " classifiers dscp")).stream())
        .findFirst()
        .or(() -> junosConfig.told(port, "classifiers dscp").inForce());
  }

  /** DSCP classifiers of a port's units, by unit. */
  Map<String, Optional<String>> classifiers(String port) {
    Map<String, Optional<String>> all = new TreeMap<>();
    units(port).forEach(unit -> all.put(unit, classifier(port, unit)));
    return all;
  }

  /**
   * Requires that no firewall filter gives packets of a port their class.
   *
   * @throws DeviceException UNSUPPORTED with the filter
   */
  void requireNoFilter(String port) {
    junosConfig.classifyingFilters(port).stream()
        .findFirst()
        .ifPresent(filter -> {
          throw DeviceException.unsupported(
              ("%s: firewall filter %s gives its packets their forwarding class, by neither PCP nor"
                      + " the DSCP map alone")
                  .formatted(port, PrintableText.brief(filter)));
        });
  }

  /**
   * Returns trust by DSCP where every unit has such a classifier, by PCP where none has.
   *
   * @throws DeviceException UNSUPPORTED if the units differ, the port classifies by neither, or a
   *     firewall filter classifies
   */
  Trust trust(String port) {
    requireNoFilter(port);
    requireTrusting(port, FIXED);
    Map<String, Optional<String>> all = classifiers(port);
    long with = all.values().stream().filter(Optional::isPresent).count();
    if (with != all.size()) {
      requireTrusting(port, BY_PRECEDENCE);
    }
    if (with != 0 && with != all.size()) {
      throw DeviceException.unsupported(
          port + ": some units have a DSCP classifier and some have none: " + all);
    }
    return new Trust(with == 0 ? Trust.Field.PCP : Trust.Field.DSCP);
  }

  /** Whether a statement binds any classifier to a port, or to a unit of it. */
  boolean isBound(String port) {
    return statement(port, BOUND).isPresent();
  }

  private void requireTrusting(String port, Pattern other) {
    statement(port, other)
        .ifPresent(line -> {
          throw DeviceException.unsupported(
              port + ": '" + PrintableText.brief(line) + "' classifies, by neither PCP nor DSCP");
        });
  }

  /** Statements of the port's own that bind a DSCP classifier, behind its name. */
  TreeSet<String> bindings(String port) {
    return statements().below(cos("interfaces " + port), BINDINGS);
  }

  /**
   * The classifier that is the switch's DSCP map: ours, else the one that ports use.
   *
   * @throws DeviceException UNSUPPORTED if they use several
   */
  Optional<String> classifier() {
    if (statements().has(OURS)) {
      return Optional.of(CLASSIFIER);
    }
    Set<String> used = new TreeSet<>();
    statements().names(cos("interfaces")).stream()
        .flatMap(name -> bindings(name).stream())
        .forEach(line -> used.add(Statements.last(line)));
    if (used.size() > 1) {
      throw DeviceException.unsupported(
          "ports use different DSCP classifiers, %s: expected one for the whole switch"
              .formatted(PrintableText.brief(String.join(", ", used))));
    }
    return used.stream().findFirst();
  }

  /** Returns the classifier of the switch, made if there is none but the release's own. */
  String ownClassifier() {
    Optional<String> there = classifier().filter(name -> !isOfRelease(name));
    if (there.isEmpty()) {
      statements().add(OURS + " import default");
    }
    return there.orElse(CLASSIFIER);
  }

  /** Entries of a classifier, without its name. */
  TreeSet<String> entries(String classifier) {
    return statements().below(at(classifier), ENTRIES);
  }

  /** The forwarding class of each DSCP that a classifier names, or one that it imports. */
  Map<Dscp, String> classesOf(String classifier) {
    Map<Dscp, String> classes = new TreeMap<>();
    for (String name : chain(classifier).reversed()) {
      for (String entry : entries(name)) {
        Matcher words = ENTRY.matcher(entry);
        if (!words.matches()) {
          throw JunosConfig.garbled(entry, "forwarding-class C loss-priority L code-points BITS");
        }
        classes.put(Dscp.of(Bits.dscp(words.group(2))), words.group(1));
      }
    }
    return classes;
  }

  /** A classifier, the one that it imports, and so on. */
  private List<String> chain(String classifier) {
    List<String> chain = new ArrayList<>();
    String next = classifier;
    while (!next.isEmpty() && !chain.contains(next)) {
      chain.add(next);
      next = statements().text(at(next) + " import").orElse("");
    }
    return chain;
  }

  /** Whether a classifier has no statement: it is the release's own, such as {@code default}. */
  boolean isOfRelease(String classifier) {
    return !statements().has(at(classifier));
  }

  /**
   * A DSCP map as statements have it.
   *
   * @param beside note on code points that no statement names; empty where there are none
   */
  record Read(DscpMap map, String beside) {}

  /**
   * The switch's map: entries of its classifier. One that imports the release's own has further
   * entries, which no statement prints.
   *
   * @throws DeviceException UNSUPPORTED if a class in it has no priority of its own, or if ports
   *     use the release's own
   */
  Read dscpMap() {
    return classifier().map(name -> map(name, CLASSIFIER.equals(name))).orElse(NO_MAP);
  }

  /**
   * The map that a port classifies by.
   *
   * @throws DeviceException UNSUPPORTED as {@link #dscpMap()}, or if its units have different ones
   */
  Read dscpMap(String port) {
    Set<String> names = new TreeSet<>();
    classifiers(port).values().forEach(one -> one.ifPresent(names::add));
    if (names.size() > 1) {
      throw DeviceException.unsupported(
          "%s: its units have different DSCP classifiers, %s"
              .formatted(port, PrintableText.brief(String.join(", ", names))));
    }
    return names.isEmpty() ? dscpMap() : map(names.iterator().next(), false);
  }

  /**
   * @param mayBeEmpty whether one is read that has no entries yet, so that they can be made
   */
  private Read map(String name, boolean mayBeEmpty) {
    Classes classes = classes();
    Map<Dscp, Priority> entries = new TreeMap<>();
    classesOf(name).forEach((dscp, c) -> entries.put(dscp, classes.requirePriority(c)));
    boolean unprinted = isOfRelease(chain(name).getLast());
    if (unprinted && entries.isEmpty() && !mayBeEmpty) {
      throw DeviceException.unsupported(
          "DSCP classifier %s is the release's own, whose entries no statement prints"
              .formatted(PrintableText.brief(name)));
    }
    return new Read(DscpMap.of(entries), unprinted ? "the rest as the release's own has it" : "");
  }
}
