package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Kinds of things that a port uses by name, and may share with others. */
enum ProfileKind {
  /** Which code points pause, and the watchdog. */
  PROFILE("congestion-notification-profile"),
  /** How each forwarding class is scheduled and marked. */
  QUEUES("scheduler-map");

  /** Prefix of this agent's names, without the host. */
  static final String OURS = "losslessd-";

  /** Behind the name of a map whose shares are the release's own. */
  static final String DEFAULT = "-default";

  private static final Pattern MINE =
      Pattern.compile(
          OURS + "[a-z]{2,3}-\\d{1,2}_\\d{1,2}_\\d{1,3}(?:_\\d{1,2})?(?:" + DEFAULT + ")?");

  private final String word;

  ProfileKind(String word) {
    this.word = word;
  }

  /** The settings that it holds. */
  List<SettingKind> held() {
    return switch (this) {
      case PROFILE -> List.of(SettingKind.PFC, SettingKind.PFC_WATCHDOG);
      case QUEUES -> List.of(SettingKind.ETS, SettingKind.ECN);
    };
  }

  /** The statement of a port. */
  String word() {
    return word;
  }

  /** Returns the name for a port: {@code losslessd-et-0_0_1} for {@code et-0/0/1}. */
  static String ours(String port) {
    return OURS + Pattern.of("[/:]").matcher(port).replaceAll("_");
  }

  /** Whether this agent made it: it has a port's name behind ours, and no host in between. */
  static boolean isOurs(String name) {
    return MINE.matcher(name).matches();
  }

  /** Names that there are. */
  Collection<String> names(Statements config) {
    return config.names(cos(list()));
  }

  private String list() {
    return this == PROFILE ? word : "scheduler-maps";
  }

  List<String> at(String name) {
    return cos(list(), name);
  }

  /**
   * Returns the content of one: of a map, each statement of a scheduler behind its forwarding
   * class.
   */
  TreeSet<String> content(Statements config, String name) {
    if (this == PROFILE) {
      return config.below(at(name));
    }
    TreeSet<String> all = new TreeSet<>();
    for (String forwardingClass : config.names(Statements.join(at(name), "forwarding-class"))) {
      scheduler(config, name, forwardingClass)
          .ifPresent(scheduler ->
              config
                  .below(cos("schedulers", scheduler))
                  .forEach(statement -> all.add(forwardingClass + " " + statement)));
    }
    return all;
  }

  private Optional<String> scheduler(Statements config, String name, String forwardingClass) {
    return config.text(
        Statements.join(at(name), "forwarding-class " + forwardingClass + " scheduler"));
  }

  /** Removes one that this agent made, with the schedulers that nothing else uses. */
  void remove(Statements config, String name) {
    if (this == QUEUES) {
      for (String forwardingClass :
          List.copyOf(config.names(Statements.join(at(name), "forwarding-class")))) {
        scheduler(config, name, forwardingClass)
            .filter(scheduler -> scheduler.equals(name + "-" + forwardingClass))
            .ifPresent(scheduler -> config.removeUnder(cos("schedulers", scheduler)));
      }
    }
    config.removeUnder(at(name));
  }

  /** Writes one of this agent's own. */
  void write(Statements config, String name, Collection<String> content) {
    for (String statement : content) {
      if (this == PROFILE) {
        config.add(Statements.join(at(name), statement));
        continue;
      }
      int blank = statement.indexOf(' ');
      String forwardingClass = statement.substring(0, blank);
      String scheduler = name + "-" + forwardingClass;
      config.add(
          Statements.join(
              at(name), "forwarding-class " + forwardingClass + " scheduler " + scheduler));
      config.add(Statements.join(cos("schedulers", scheduler), statement.substring(blank + 1)));
    }
  }

  /** The setting that a statement of a profile or of a map belongs to; empty for none. */
  private Optional<SettingKind> setting(String statement) {
    String[] words = statement.split(" ");
    return switch (this == QUEUES && words.length > 1 ? words[1] : words[0]) {
      case "transmit-rate", "priority" -> Optional.of(SettingKind.ETS);
      case "drop-profile-map", "explicit-congestion-notification" -> Optional.of(SettingKind.ECN);
      case "pfc-watchdog" -> Optional.of(SettingKind.PFC_WATCHDOG);
      case "input", "output" ->
          words.length > 3 && words[2].equals("code-point")
              ? Optional.of(SettingKind.PFC)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  Predicate<String> isOf(SettingKind kind) {
    return statement -> setting(statement).equals(Optional.of(kind));
  }

  TreeSet<String> only(SettingKind kind, Collection<String> content) {
    TreeSet<String> some = new TreeSet<>(content);
    some.removeIf(isOf(kind).negate());
    return some;
  }
}
