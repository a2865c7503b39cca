package dev.losslessd.fabric.junos;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The statements that this switch knows, after Juniper's YANG.
 *
 * @param element its name in JSON
 * @param silent whether {@code set} has no word for it
 * @param values what its key or value may be
 */
record Schema(String element, Kind kind, boolean silent, Pattern values, List<Schema> below) {
  /** Syntax that follows the name of a statement. */
  enum Kind {
    /** Followed by other statements. */
    BRANCH,
    /** Followed by other statements, or by nothing. */
    PRESENCE,
    /** Followed by nothing at all. */
    FLAG,
    /** Followed by one value. */
    LEAF,
    /** Followed by a value, of which there may be several. */
    LEAVES,
    /** Followed by a name, and then other statements. */
    LIST,
    /** Followed by two keys and what they lead to, in one statement. */
    PAIRS
  }

  private static final Pattern NONE = Pattern.compile("");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}");
  private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_.:@/-]{1,60}");
  private static final Pattern PERCENT = Pattern.compile("\\d|[1-9]\\d|100");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern QUEUE = Pattern.compile("[0-7]");
  private static final Pattern POINT = Pattern.compile("[01]{3}");
  private static final Pattern DSCP = Pattern.compile("[01]{6}|ef|be|cs[0-7]|af[1-4][1-3]");
  private static final Pattern MTU =
      Pattern.compile("25[6-9]|2[6-9]\\d|[3-9]\\d\\d|[1-8]\\d{3}|9[01]\\d\\d|92[01]\\d");

  static final Schema ROOT =
      branch(
          "configuration",
          branch("system", leaf("host-name", TEXT)),
          branch("snmp", leaf("contact", TEXT), leaf("location", TEXT)),
          branch("interfaces", silentList("interface", TEXT, port())),
          branch(
              "class-of-service",
              classifiers(),
              list("drop-profiles", NAME, List.of(interpolate())),
              classes(),
              list("congestion-notification-profile", NAME, profile()),
              branch(
                  "interfaces", silentList("interface", Pattern.compile("[a-z0-9/:*-]+"), bound())),
              list(
                  "scheduler-maps",
                  NAME,
                  List.of(list("forwarding-class", NAME, List.of(leaf("scheduler", NAME))))),
              list("traffic-control-profiles", NAME, List.of(leaf("scheduler-map", NAME))),
              list("forwarding-class-sets", NAME, List.of(list("class", NAME, List.of()))),
              list("schedulers", NAME, scheduler())));

  private static Schema of(Kind kind, String element, Pattern values, List<Schema> below) {
    return new Schema(element, kind, false, values, below);
  }

  private static Schema branch(String element, Schema... below) {
    return of(Kind.BRANCH, element, NONE, List.of(below));
  }

  private static Schema leaf(String element, Pattern values) {
    return of(Kind.LEAF, element, values, List.of());
  }

  private static Schema leaves(String element, Pattern values) {
    return of(Kind.LEAVES, element, values, List.of());
  }

  private static Schema flag(String element) {
    return of(Kind.FLAG, element, NONE, List.of());
  }

  private static Schema list(String element, Pattern names, List<Schema> below) {
    return of(Kind.LIST, element, names, below);
  }

  private static Schema silentList(String element, Pattern names, List<Schema> below) {
    return new Schema(element, Kind.LIST, true, names, below);
  }

  private static Schema silentLeaf(String element, Pattern values) {
    return new Schema(element, Kind.LEAF, true, values, List.of());
  }

  private static List<Schema> port() {
    return List.of(
        leaf("description", TEXT),
        flag("disable"),
        leaf("mtu", MTU),
        flag("vlan-tagging"),
        flag("flexible-vlan-tagging"),
        branch(
            "ether-options",
            flag("flow-control"),
            flag("no-flow-control"),
            branch("802.3ad", silentLeaf("bundle", Pattern.compile("ae\\d{1,3}")))),
        list(
            "unit",
            NUMBER,
            List.of(
                leaf("vlan-id", NUMBER),
                branch(
                    "family",
                    of(Kind.PRESENCE, "inet", NONE, List.of(flag("dhcp"), leaf("mtu", NUMBER))),
                    of(Kind.PRESENCE, "inet6", NONE, List.of(leaf("mtu", NUMBER)))))));
  }

  private static Schema classifiers() {
    return branch(
        "classifiers",
        list(
            "dscp",
            NAME,
            List.of(
                leaf("import", NAME),
                list(
                    "forwarding-class",
                    NAME,
                    List.of(
                        list(
                            "loss-priority",
                            Pattern.compile("low|medium-low|medium-high|high"),
                            List.of(leaves("code-points", DSCP))))))));
  }

  private static Schema interpolate() {
    return branch(
        "interpolate", leaves("fill-level", PERCENT), leaves("drop-probability", PERCENT));
  }

  private static Schema classes() {
    return branch(
        "forwarding-classes",
        list(
            "class",
            NAME,
            List.of(leaf("queue-num", QUEUE), flag("no-loss"), leaf("pfc-priority", QUEUE))));
  }

  private static List<Schema> profile() {
    Schema watchdog =
        of(
            Kind.PRESENCE,
            "pfc-watchdog",
            NONE,
            List.of(
                leaf("poll-interval", NUMBER),
                leaf("detection", NUMBER),
                leaf("recovery", NUMBER),
                leaf("watchdog-action", Pattern.compile("drop|forward"))));
    return List.of(
        watchdog,
        branch(
            "input",
            leaf("cable-length", NUMBER),
            branch(
                "ieee-802.1", list("code-point", POINT, List.of(flag("pfc"), leaf("mru", NUMBER)))),
            branch("dscp", list("code-point", DSCP, List.of(flag("pfc"), leaf("mru", NUMBER))))),
        branch(
            "output",
            branch(
                "ieee-802.1",
                list("code-point", POINT, List.of(leaves("flow-control-queue", QUEUE))))));
  }

  private static List<Schema> bound() {
    return List.of(
        leaf("congestion-notification-profile", NAME),
        leaf("scheduler-map", NAME),
        controlled(),
        list("forwarding-class-set", NAME, List.of(controlled())),
        list(
            "unit",
            Pattern.compile("\\d{1,5}|\\*"),
            List.of(
                leaf("forwarding-class", NAME),
                branch("classifiers", bound("dscp"), bound("inet-precedence")))));
  }

  private static Schema bound(String type) {
    return branch(type, silentLeaf("classifier-name", NAME));
  }

  private static Schema controlled() {
    return branch("output-traffic-control-profile", silentLeaf("profile-name", NAME));
  }

  private static List<Schema> scheduler() {
    return List.of(
        branch("transmit-rate", leaf("percent", PERCENT)),
        branch("buffer-size", leaf("percent", PERCENT)),
        leaf("priority", Pattern.compile("low|high|strict-high")),
        of(Kind.PAIRS, "drop-profile-map", NAME, List.of()),
        flag("explicit-congestion-notification"));
  }

  /** The statement that a word begins, or the one without a word. */
  Optional<Schema> next(String word) {
    return below.stream()
        .filter(one -> !one.silent && one.element.equals(word))
        .findFirst()
        .or(() -> below.stream().filter(one -> one.silent && one.allows(word)).findFirst());
  }

  boolean allows(String value) {
    return values.matcher(value).matches();
  }
}
