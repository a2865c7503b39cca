package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Kinds of things that a port uses by name, and may share with others. */
enum ProfileKind {
  /** Which code points pause, and the watchdog. */
  PROFILE("congestion-notification-profile", "", SettingKind.PFC, SettingKind.PFC_WATCHDOG),
  /** How each forwarding class is scheduled and marked. */
  QUEUES("scheduler-map", "s", SettingKind.ETS, SettingKind.ECN);

  /** Prefix of this agent's names, without the host. */
  static final String OURS = "losslessd-";

  /** Behind the name of a map whose shares are the release's own. */
  static final String DEFAULT = "-default";

  private static final Pattern MINE =
      Pattern.compile(
          OURS + "[a-z]{2,3}-\\d{1,2}_\\d{1,2}_\\d{1,3}(?:_\\d{1,2})?(?:" + DEFAULT + ")?");

  /** The statement of a port. */
  final String word;

  private final String list;

  /** The settings that it holds. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<SettingKind> held;

  ProfileKind(String word, String plural, SettingKind... held) {
    this.word = word;
    this.list = cos(word + plural);
    this.held = List.of(held);
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
  Set<String> names(Statements config) {
    return config.names(list);
  }

  /** Names that interfaces are bound to. */
  Set<String> bound(Statements config) {
    Pattern form = Pattern.of("\\S+ " + word + " \\S+");
    return Statements.named(config.below(cos("interfaces"), form), word);
  }

  String at(String name) {
    return list + " " + name;
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
    schedulers(config, name)
        .forEach((forwardingClass, scheduler) ->
            config
                .below(cos("schedulers " + scheduler))
                .forEach(statement -> all.add(forwardingClass + " " + statement)));
    return all;
  }

  /** The scheduler of each forwarding class of a map. */
  private Map<String, String> schedulers(Statements config, String name) {
    Map<String, String> all = new TreeMap<>();
    String at = at(name) + " forwarding-class";
    for (String one : config.names(at)) {
      config.text(at + " " + one + " scheduler").ifPresent(scheduler -> all.put(one, scheduler));
    }
    return all;
  }

  /** Removes one that this agent made, with the schedulers that nothing else uses. */
  void remove(Statements config, String name) {
    schedulers(config, name)
        .forEach((forwardingClass, scheduler) -> {
          if (scheduler.equals(name + "-" + forwardingClass)) {
            config.removeUnder(cos("schedulers " + scheduler));
          }
        });
    config.removeUnder(at(name));
  }

  /** Writes one of this agent's own. */
  void write(Statements config, String name, Collection<String> content) {
    for (String statement : content) {
      if (this == PROFILE) {
        config.add(at(name) + " " + statement);
        continue;
      }
      String[] words = statement.split(" ", 2);
      String scheduler = name + "-" + words[0];
      config.add(at(name) + " forwarding-class " + words[0] + " scheduler " + scheduler);
      config.add(cos("schedulers " + scheduler + " " + words[1]));
    }
  }

  /** Tells the statements of a profile or of a map that are of a setting. */
  static Predicate<String> isOf(SettingKind kind) {
    String form =
        switch (kind) {
          case PFC -> "(?:input|output) \\S+ code-point .+";
          case PFC_WATCHDOG -> "pfc-watchdog(?: .*)?";
          case ETS -> "\\S+ (?:transmit-rate|priority)(?: .*)?";
          case ECN -> "\\S+ (?:drop-profile-map|explicit-congestion-notification)(?: .*)?";
          default -> throw new IllegalArgumentException(kind.word());
        };
    return Pattern.of(form).asMatchPredicate();
  }

  static TreeSet<String> only(SettingKind kind, Collection<String> content) {
    TreeSet<String> some = new TreeSet<>(content);
    some.removeIf(isOf(kind).negate());
    return some;
  }
}
