package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Shown;
import dev.losslessd.model.Change;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.SettingKind;
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
  private final Snapshot now;
  private final PortConfig before;
  private final String queueWord;
  private final Map<String, Item> own;
  private final Map<String, Item> shared;

  /** Knobs whose lines are typed anew. */
  private final Set<SettingKind> taken = EnumSet.noneOf(SettingKind.class);

  PortDraft(Snapshot now, String port, String queueWord) {
    this.now = now;
    this.before = now.port(port);
    this.queueWord = before.queueWord().orElse(queueWord);
    this.own = new LinkedHashMap<>(before.own());
    this.shared = new LinkedHashMap<>(before.shared());
  }

  void take(Change change) {
    SettingKind kind = change.kind();
    taken.add(kind);
    if (change.after() instanceof Pfc && Globals.pfcIsKilled(now.config().tree())) {
      throw new DeviceException(
          DeviceException.Kind.REFUSED,
          before.name()
              + ": 'priority-flow-control all off' keeps PFC of all ports off: take that away"
              + " first");
    }
    List<Item> wanted =
        change.wordsAfter().isEmpty()
            ? Knobs.render(change.after(), queueWord, now.isRouted(before.name()))
            : Item.parseWords(kind, change.wordsAfter());
    Map<String, Item> left = new LinkedHashMap<>();
    wanted.forEach(item -> left.put(item.key(), item));
    for (Item item : List.copyOf(own.values())) {
      if (item.knob().equals(Optional.of(kind)) && !item.isMulticast()) {
        Draft.item(item); // what could not be brought back is not taken away
        Item next = left.remove(item.key());
        replace(own, item, next);
      }
    }
    boolean profiled = before.profile().filter(name -> isOf(name, kind)).isPresent();
    if (profiled) {
      shared
          .values()
          .removeIf(item -> item.knob().equals(Optional.of(kind)) && !item.isMulticast());
    }
    (profiled ? shared : own).putAll(left);
  }

  private static void replace(
      Map<String, Item> items, Item old, @org.jspecify.annotations.Nullable Item next) {
    if (next == null) {
      items.remove(old.key());
    } else {
      items.put(old.key(), next);
    }
  }

  /**
   * Whether a knob is set in the profile. A profile has no MTU and no 802.3x pause; what is counted
   * is the port's own unless the profile of others says it, so that counting copies none.
   */
  private boolean isOf(String profile, SettingKind kind) {
    return switch (kind) {
      case MTU, GLOBAL_PAUSE -> false;
      case ECN_COUNT -> {
        String origin = origin(profile);
        Map<String, Item> lines =
            now.config().hasProfile(origin)
                ? PortConfig.items(now.config().profile(origin))
                : shared;
        yield lines.values().stream().anyMatch(item -> item.knob().equals(Optional.of(kind)));
      }
      default -> true;
    };
  }

  /**
   * @param due receives what must come of the lines
   */
  void emit(List<Line> lines, Tally due) {
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
      lines.add(Line.of(EosLedger.LEDGER, EosLedger.INTERFACE, "interface", before.name()));
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
          boolean same =
              now.config().hasProfile(origin)
                  && PortConfig.items(now.config().profile(origin)).equals(shared);
          return same ? origin : ours(origin);
        });
  }

  private String prefix() {
    return now.names().prefix(before.name());
  }

  private boolean isOurs(String name) {
    return now.names().isOurs(before.name(), name);
  }

  private String origin(String name) {
    return now.names().origin(before.name(), name);
  }

  private String ours(String origin) {
    if (!(prefix() + origin).matches(EosLedger.OUR_PROFILE)) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          before.name()
              + ": the name of its profile "
              + Shown.of(origin)
              + " cannot be part of another: expected letters, digits, _ . and -");
    }
    return prefix() + origin;
  }

  /** Built anew in the session, of which only the difference counts. */
  private void build(String name, List<Line> lines, Tally due) {
    boolean there = now.config().hasProfile(name);
    if (there && PortConfig.items(now.config().profile(name)).equals(shared)) {
      return;
    }
    if (there) {
      lines.add(noProfile(name));
      losesProfile(name, due);
    } else {
      due.moves("qos profile " + name, 1);
    }
    lines.add(Line.of(EosLedger.LEDGER, EosLedger.PROFILE, "qos profile", name));
    inSections(List.copyOf(shared.values()), lines);
    shared.values().stream()
        .filter(item -> item.knob().filter(taken::contains).isEmpty())
        .forEach(item -> due.copies(item.text()));
  }

  private void losesProfile(String name, Tally due) {
    PortConfig.items(now.config().profile(name)).values().forEach(item -> due.loses(item.text()));
  }

  private static Line use(String profile) {
    return Line.of(EosLedger.LEDGER, EosLedger.SERVICE_PROFILE, "service-profile", profile);
  }

  private static Line noProfile(String name) {
    return Line.of(EosLedger.LEDGER, EosLedger.PROFILE, "no qos profile", name);
  }

  private void ownLines(List<Line> lines, Tally due) {
    List<Item> items = new ArrayList<>();
    before
        .own()
        .forEach((key, item) -> {
          if (!item.equals(own.get(key))) {
            due.loses(item.text());
          }
          if (!own.containsKey(key)) {
            items.add(item.removal());
          }
        });
    own.forEach((key, item) -> {
      if (!Objects.equals(before.own().get(key), item)) {
        items.add(item);
      }
    });
    inSections(items, lines);
  }

  /** Lines of the port first, then queue by queue. */
  private static void inSections(List<Item> items, List<Line> lines) {
    items.stream()
        .filter(item -> item.queue().isEmpty())
        .forEach(item -> lines.add(Draft.item(item)));
    items.stream()
        .map(Item::queue)
        .filter(queue -> !queue.isEmpty())
        .distinct()
        .sorted(Comparator.naturalOrder())
        .forEach(queue -> {
          lines.add(EosLedger.line(EosLedger.QUEUE, queue));
          items.stream()
              .filter(item -> item.queue().equals(queue))
              .forEach(item -> lines.add(Draft.item(item)));
        });
  }
}
