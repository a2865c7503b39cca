package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.LineRule;
import dev.losslessd.fabric.switchbase.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes lines into a configuration: what it knows, or nothing. */
final class Editor {
  private static final Pattern PORT =
      Pattern.compile(
          "interface ethernet ?(\\d+/\\d+/\\d+)|"
              + "interface range ethernet ?(\\d+/\\d+/\\d+)-(\\d+/\\d+/\\d+)");
  private static final Pattern CLASS = Pattern.compile("class (\\S+)");

  /** Words in a line or header that a name follows, which must exist. */
  private static final Map<String, Mode> NAMES =
      Map.of(
          "service-policy input type network-qos", Mode.POLICY_NETWORK,
          "service-policy output type queuing", Mode.POLICY_QUEUING,
          "qos-map traffic-class", Mode.QUEUES,
          "trust-map dot1p", Mode.TRUST_DOT1P,
          "trust-map dscp", Mode.TRUST_DSCP,
          "random-detect", Mode.WRED);

  private final Os10Config os10Config;
  private Mode mode = Mode.GLOBAL;

  /** The sections that lines go to: several ports at once, or one; the root in the global mode. */
  private List<Section> parts;

  /** That of the class's policy; the same as {@link #parts} without a class. */
  private List<Section> around;

  private String shown = Mode.GLOBAL.shown();

  Editor(Os10Config os10Config) {
    this.os10Config = os10Config;
    this.parts = List.of(os10Config.root());
    this.around = parts;
  }

  /** Name of the mode in the prompt. */
  String shown() {
    return shown;
  }

  /** Leaves the present mode; returns false from the global one. */
  boolean exit() {
    boolean below = mode != Mode.GLOBAL;
    switch (mode) {
      case PAUSES -> enter(Mode.POLICY_NETWORK, around);
      case SHARES -> enter(Mode.POLICY_QUEUING, around);
      case GLOBAL,
          WRED,
          CLASS_NETWORK,
          CLASS_QUEUING,
          TRUST_DOT1P,
          TRUST_DSCP,
          QUEUES,
          POLICY_NETWORK,
          POLICY_QUEUING,
          SYSTEM,
          PORT ->
          enter(Mode.GLOBAL, List.of(os10Config.root()));
    }
    return below;
  }

  private void enter(Mode into, List<Section> sections) {
    mode = into;
    parts = sections;
    around = sections;
    shown = into.shown();
  }

  /** Refuses what {@link #take} would, and changes nothing. */
  void check(String line) throws CliError {
    Editor trial = new Editor(os10Config.copy());
    trial.mode = mode;
    trial.parts = parts.stream().map(Section::copy).toList();
    trial.around = around.stream().map(Section::copy).toList();
    trial.take(line);
  }

  void take(String line) throws CliError {
    if (opensClass(line) || sets(line) || opens(line) || closes(line)) {
      return;
    }
    throw Os10Shell.unknown();
  }

  private boolean opensClass(String line) throws CliError {
    Matcher m = CLASS.matcher(line);
    boolean pauses = mode == Mode.POLICY_NETWORK || mode == Mode.PAUSES;
    boolean shares = mode == Mode.POLICY_QUEUING || mode == Mode.SHARES;
    if (!m.matches() || !(pauses || shares)) {
      return false;
    }
    require(pauses ? Mode.CLASS_NETWORK : Mode.CLASS_QUEUING, m.group(1));
    List<Section> policy = around;
    Section inner = policy.getFirst().open("80 " + m.group(1), line);
    enter(pauses ? Mode.PAUSES : Mode.SHARES, List.of(inner));
    around = policy;
    return true;
  }

  private void require(Mode kind, String name) throws CliError {
    if (os10Config.root().below(kind.key(name)) == null) {
      throw new CliError(name + " not found");
    }
  }

  private boolean sets(String line) throws CliError {
    for (LineRule<Mode> rule : KnownLines.ALL) {
      Optional<String> set = rule.sets(mode, line);
      Optional<String> cleared = rule.clears(mode, line);
      if (set.isPresent()) {
        requireNamed(line);
        parts.forEach(part -> part.lines().put(set.get(), line));
        return true;
      }
      if (cleared.isPresent()) {
        parts.forEach(part -> part.lines().remove(cleared.get()));
        return true;
      }
    }
    return false;
  }

  /** In a wred section {@code random-detect} names none. */
  private void requireNamed(String line) throws CliError {
    int last = line.lastIndexOf(' ');
    Mode kind = last < 0 || mode == Mode.WRED ? null : NAMES.get(line.substring(0, last));
    if (kind != null) {
      require(kind, line.substring(last + 1));
    }
  }

  private boolean opens(String line) throws CliError {
    Matcher port = PORT.matcher(line);
    if (port.matches()) {
      ports(port);
      return true;
    }
    for (Mode kind : Mode.values()) {
      Matcher m = kind.header().matcher(line);
      if (m.matches()) {
        enter(kind, List.of(os10Config.root().open(kind.key(m.group(1)), line)));
        return true;
      }
    }
    return false;
  }

  private void ports(Matcher m) throws CliError {
    boolean range = m.group(1) == null;
    String first = "interface ethernet" + (range ? m.group(2) : m.group(1));
    String last = range ? "interface ethernet" + m.group(3) : first;
    List<Section> found = new ArrayList<>();
    boolean within = false;
    for (Section one : os10Config.root().below().values()) {
      within |= one.header().equals(first);
      if (within) {
        found.add(one);
      }
      within &= !one.header().equals(last);
    }
    if (within || found.isEmpty()) {
      throw new CliError("Illegal parameter.");
    }
    enter(Mode.PORT, found);
    shown =
        range
            ? "conf-range-eth" + m.group(2) + "-" + m.group(3)
            : Mode.PORT.shown() + "-eth" + m.group(1);
  }

  /** Takes a section away that nothing else names. */
  private boolean closes(String line) throws CliError {
    for (Mode kind : Mode.values()) {
      Matcher m = kind.header().matcher(line.startsWith("no ") ? line.substring(3) : "");
      // no source has the undo of wred
      if (m.matches() && !kind.stays() && kind != Mode.WRED) {
        require(kind, m.group(1));
        requireUnused(kind, m.group(1));
        os10Config.root().below().remove(kind.key(m.group(1)));
        enter(Mode.GLOBAL, List.of(os10Config.root()));
        return true;
      }
    }
    return false;
  }

  private void requireUnused(Mode kind, String name) throws CliError {
    boolean isClass = kind == Mode.CLASS_NETWORK || kind == Mode.CLASS_QUEUING;
    boolean named =
        NAMES.entrySet().stream()
            .anyMatch(one -> one.getValue() == kind && os10Config.uses(one.getKey() + " " + name));
    if (named || (isClass && os10Config.uses("class " + name))) {
      throw new CliError(name + " is in use"); // unverified: the wording
    }
  }
}
