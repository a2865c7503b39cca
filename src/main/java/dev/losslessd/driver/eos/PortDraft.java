package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.EosLedger.LEDGER;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.model.Change;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One port on its way into a session. A port without a profile is set by lines of its own. The
 * profile of others that a port uses is never edited, since other ports may use it too: the port
 * gets a copy of its own, named after both, and goes back to the other when it says what is wanted
 * again.
 */
final class PortDraft {
  private final EosSnapshot now;
  private final PortConfig before;
  private final String queueWord;
  private final Map<String, ConfigLine> own;
  private final Map<String, ConfigLine> shared;

  /** Settings whose lines are typed anew. */
  private final Set<SettingKind> taken = EnumSet.noneOf(SettingKind.class);

  PortDraft(EosSnapshot now, String port, String queueWord) {
    now.requireNoProfile(port);
    this.now = now;
    this.before = now.port(port);
    this.queueWord = before.queueWord().orElse(queueWord);
    this.own = new LinkedHashMap<>(before.own());
    this.shared = new LinkedHashMap<>(before.shared());
  }

  void take(Change change) {
    SettingKind kind = change.kind();
    PortSetting<?> setting = PortSettings.of(kind);
    taken.add(kind);
    before.requireDefined(kind);
    if (change.after() instanceof Pfc && now.config().pfcIsKilled()) {
      throw DeviceException.refused(
          before.name()
              + ": 'priority-flow-control all off' keeps PFC of all ports off: take that away"
              + " first");
    }
    List<ConfigLine> wanted =
        change.wordsAfter().isEmpty()
            ? setting.lines(
                change.after(),
                new PortSetting.Place(queueWord, now.isRouted(before.name()), before))
            : ConfigLine.parseWords(kind, change.wordsAfter());
    Map<String, ConfigLine> left = new LinkedHashMap<>();
    wanted.forEach(configLine -> left.put(configLine.key(), configLine));
    for (ConfigLine configLine : List.copyOf(own.values())) {
      if (configLine.isOf(kind)) {
        Draft.item(configLine); // what could not be brought back is not taken away
        own.compute(configLine.key(), (key, _) -> left.remove(key));
      }
    }
    boolean profiled = before.profile().filter(name -> isIn(name, setting)).isPresent();
    if (profiled) {
      shared.values().removeIf(configLine -> configLine.isOf(kind));
    }
    (profiled ? shared : own).putAll(left);
  }

  /** Whether a setting is made in the profile. */
  private boolean isIn(String profile, PortSetting<?> setting) {
    return switch (setting.home) {
      case PORT -> false;
      case PROFILE -> true;
      case PORT_FIRST -> {
        String origin = origin(profile);
        Map<String, ConfigLine> lines = now.config().hasProfile(origin) ? items(origin) : shared;
        yield lines.values().stream().anyMatch(setting::has);
      }
    };
  }

  /**
   * @param due receives what must come of the lines
   */
  void emit(List<Line> lines, Diff.Due due) {
    Optional<String> profile = profile();
    Optional<String> old = before.profile();
    profile.filter(this::isOurs).ifPresent(name -> build(name, lines, due));
    List<Line> inside = new ArrayList<>();
    if (!profile.equals(old)) {
      profile.ifPresent(name -> {
        inside.add(use(name));
        due.moves(use(name).text(), 1);
      });
      old.ifPresent(name -> due.moves("service-profile " + name, -1));
    }
    ownLines(inside, due);
    if (!inside.isEmpty()) {
      lines.add(LEDGER.line("interface", before.name()));
      lines.addAll(inside);
    }
    if (!profile.equals(old)) {
      old.filter(this::isOurs)
          .ifPresent(name -> {
            lines.add(noProfile(name));
            due.moves("qos profile " + name, -1);
            losesProfile(name, due);
          });
    }
  }

  /** The profile of others where it says the same, else ours. */
  private Optional<String> profile() {
    return before
        .profile()
        .map(name -> {
          if (shared.equals(before.shared())) {
            return name;
          }
          String origin = origin(name);
          boolean same = now.config().hasProfile(origin) && items(origin).equals(shared);
          return same ? origin : ours(origin);
        });
  }

  private Map<String, ConfigLine> items(String profile) {
    return PortConfig.items(now.config().profile(profile));
  }

  private boolean isOurs(String name) {
    return now.names().isOurs(before.name(), name);
  }

  private String origin(String name) {
    return now.names().origin(before.name(), name);
  }

  private String ours(String origin) {
    String name = now.names().prefix(before.name()) + origin;
    if (!Pattern.matches(EosLedger.OUR_PROFILE, name)) {
      throw DeviceException.unsupported(
          ("%s: the name of its profile %s cannot be part of another: expected letters, digits, _ ."
                  + " and -")
              .formatted(before.name(), PrintableText.brief(origin)));
    }
    return name;
  }

  /** Built anew in the session, of which only the difference counts. */
  private void build(String name, List<Line> lines, Diff.Due due) {
    boolean there = now.config().hasProfile(name);
    if (there && items(name).equals(shared)) {
      return;
    }
    if (there) {
      lines.add(noProfile(name));
      losesProfile(name, due);
    } else {
      due.moves("qos profile " + name, 1);
    }
    lines.add(LEDGER.line("qos profile", name));
    inSections(List.copyOf(shared.values()), lines);
    shared.values().stream()
        .filter(configLine -> configLine.setting().filter(taken::contains).isEmpty())
        .forEach(configLine -> due.copies(configLine.text()));
  }

  private void losesProfile(String name, Diff.Due due) {
    items(name).values().forEach(configLine -> due.loses(configLine.text()));
  }

  private static Line use(String profile) {
    return LEDGER.line("service-profile", profile);
  }

  private static Line noProfile(String name) {
    return LEDGER.line("no qos profile", name);
  }

  private void ownLines(List<Line> lines, Diff.Due due) {
    List<ConfigLine> items = new ArrayList<>();
    before
        .own()
        .forEach((key, configLine) -> {
          if (!configLine.equals(own.get(key))) {
            due.loses(configLine.text());
          }
          if (!own.containsKey(key)) {
            items.add(configLine.removal());
          }
        });
    own.forEach((key, configLine) -> {
      if (!Objects.equals(before.own().get(key), configLine)) {
        items.add(configLine);
      }
    });
    inSections(items, lines);
  }

  /** Lines of the port first, then queue by queue. */
  private static void inSections(List<ConfigLine> items, List<Line> lines) {
    items.stream()
        .filter(configLine -> configLine.queue().isEmpty())
        .forEach(configLine -> lines.add(Draft.item(configLine)));
    items.stream()
        .map(ConfigLine::queue)
        .filter(queue -> !queue.isEmpty())
        .distinct()
        .sorted(Comparator.naturalOrder())
        .forEach(queue -> {
          lines.add(LEDGER.line(queue));
          items.stream()
              .filter(configLine -> configLine.queue().equals(queue))
              .forEach(configLine -> lines.add(Draft.item(configLine)));
        });
  }
}
