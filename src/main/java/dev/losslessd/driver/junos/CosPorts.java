package dev.losslessd.driver.junos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code show class-of-service interface}: what units of ports classify by, also where no statement
 * says so. Sourced for one port; that it prints all without a name is unverified.
 */
final class CosPorts {
  static final String COMMAND = "show class-of-service interface";

  private static final Pattern UNIT =
      Pattern.compile("\\s*Logical interface: ([^\\s,.]+)\\.(\\d{1,5}), Index: \\d+\\s*");

  /**
   * Kind of thing, name, type, index; other kinds are rewrite rules and maps. Types of labelled
   * packets say which, {@code exp (mpls-any)}.
   */
  private static final Pattern OBJECT =
      Pattern.compile("\\s*(\\S+)\\s+(\\S+)\\s+(\\S+(?: \\(\\S+\\))?)\\s+\\d+\\s*");

  private CosPorts() {}

  /**
   * Classifiers of each unit of each interface, {@code ipprec-compatibility (ip)}.
   *
   * @throws dev.losslessd.driver.DeviceException GARBLED for a unit or a classifier of another form
   */
  static Map<String, Map<String, List<String>>> parse(String text) {
    Map<String, Map<String, List<String>>> ports = new TreeMap<>();
    List<String> classifiers = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      String bare = line.strip();
      if (bare.startsWith("Logical interface:")) {
        classifiers = unit(line, ports);
      } else if (bare.startsWith("Physical interface:")) {
        classifiers = new ArrayList<>();
      } else if (bare.startsWith("Classifier ")) {
        classifiers.add(classifier(line));
      }
    }
    return ports;
  }

  private static List<String> unit(String line, Map<String, Map<String, List<String>>> ports) {
    Matcher m = UNIT.matcher(line);
    ParseErrors.throwIf(!m.matches(), COMMAND, line, "Logical interface: PORT.UNIT, Index: NUMBER");
    List<String> classifiers = new ArrayList<>();
    ports.computeIfAbsent(m.group(1), _ -> new TreeMap<>()).put(m.group(2), classifiers);
    return classifiers;
  }

  /** The number behind proves that the type is whole. */
  private static String classifier(String line) {
    Matcher m = OBJECT.matcher(line);
    ParseErrors.throwIf(!m.matches(), COMMAND, line, "Classifier NAME TYPE INDEX");
    return m.group(2) + " (" + m.group(3) + ")";
  }
}
