package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Statements as settings of a port. */
final class PortSettings {
  /** Before the words of shares that are the release's own. */
  static final String DEFAULT_WORDS = "default; ";

  private PortSettings() {}

  /**
   * Priorities that pause: those of code points, and those of the classes that DSCPs go to.
   *
   * @throws DeviceException UNSUPPORTED if a DSCP that pauses goes to no class that does
   */
  static Pfc pfc(CosView view, String port) {
    PrioritySet set = PrioritySet.NONE;
    for (String statement : view.content(ProfileKind.PROFILE, port)) {
      String[] words = statement.split(" ");
      boolean pauses = words.length == 5 && words[0].equals("input") && words[4].equals("pfc");
      requireKnown(statement);
      if (pauses && words[1].equals("ieee-802.1")) {
        set = set.with(Priority.of(Bits.priority(words[3])));
      } else if (pauses && words[1].equals("dscp")) {
        set = set.with(pausing(view, port, Dscp.of(Bits.dscp(words[3]))));
      }
    }
    return new Pfc(set);
  }

  /** A code point of a profile pauses, or has a largest packet; what else it may do is unknown. */
  private static void requireKnown(String statement) {
    if (Pattern.matches("input (?:ieee-802\\.1|dscp) .*", statement)
        && !Pattern.matches("input \\S+ code-point [01]+(?: pfc| mru \\d+)?", statement)) {
      throw DeviceException.unsupported(
          "'" + PrintableText.brief(statement) + "': expected input ... code-point BITS pfc");
    }
  }

  private static Priority pausing(CosView view, String port, Dscp dscp) {
    for (var classifier : view.classifiers(port).values()) {
      String to = classifier.map(name -> view.classesOf(name).get(dscp)).orElse(null);
      if (to != null && view.classes().pfcPriority(to).isPresent()) {
        return Priority.of(view.classes().pfcPriority(to).get());
      }
    }
    throw DeviceException.unsupported(
        "%s: its profile pauses DSCP %s, which its classifier sends to no class with a pfc-priority"
            .formatted(port, dscp));
  }

  static PfcWatchdog watchdog(CosView view, String port) {
    return WatchdogLines.read(
        ProfileKind.only(SettingKind.PFC_WATCHDOG, view.content(ProfileKind.PROFILE, port)));
  }

  /** Whether the shares of a port are the release's own, with no map or in this agent's copy. */
  static boolean isUsual(CosView view, String port) {
    return view.told(ProfileKind.QUEUES, port)
        .inForce()
        .map(name -> name.equals(ProfileKind.ours(port) + ProfileKind.DEFAULT))
        .orElse(true);
  }

  /**
   * Statements by which the queues of a port are scheduled, each behind its class.
   *
   * @throws DeviceException UNSUPPORTED if something else than a map of the port schedules them
   */
  static TreeSet<String> queues(JunosSnapshot now, CosView view, String port) {
    view.requireOwnMap(port);
    return view.told(ProfileKind.QUEUES, port).inForce().isPresent()
        ? view.content(ProfileKind.QUEUES, port)
        : now.usual(port);
  }

  static void requireKnown(Ets wanted) {
    for (int queue = 0; queue < Priority.COUNT; queue++) {
      Ets.Selection selection = wanted.selection().get(queue);
      if (selection != Ets.Selection.STRICT && selection != Ets.Selection.ETS) {
        throw DeviceException.unsupported(
            "ets tc" + queue + "=" + selection.word() + ": expected ets or strict");
      }
    }
  }

  /** Classes that statements of a map name. */
  static List<String> used(Collection<String> content) {
    return content.stream().map(one -> one.substring(0, one.indexOf(' '))).distinct().toList();
  }

  /**
   * Queues by their classes' schedulers.
   *
   * @param content of the scheduler map, or of what the release has in its place
   * @throws DeviceException UNSUPPORTED for shares that are no percent
   */
  static Ets ets(Classes classes, Collection<String> content) {
    List<Ets.Selection> selection =
        new ArrayList<>(Collections.nCopies(Priority.COUNT, Ets.Selection.ETS));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    for (String statement : ProfileKind.only(SettingKind.ETS, content)) {
      String[] words = statement.split(" ");
      int queue = classes.queue(words[0]);
      if (queue >= Priority.COUNT) {
        continue; // queues of multicast, from 8 on
      }
      if (words[1].equals("priority") && words.length == 3) {
        selection.set(queue, selection(words[2]));
      } else if (words.length == 4 && words[2].equals("percent")) {
        shares.set(queue, JunosConfig.number(statement, words[3], 100, "0..100 percent"));
      } else {
        throw DeviceException.unsupported(
            "'" + PrintableText.brief(statement) + "': expected transmit-rate percent N");
      }
    }
    return Ets.sharing(selection, shares, queues(classes));
  }

  private static Ets.Selection selection(String priority) {
    return switch (priority) {
      case "strict-high" -> Ets.Selection.STRICT;
      case "low" -> Ets.Selection.ETS;
      default -> Ets.Selection.VENDOR;
    };
  }

  /** Queue of each priority. */
  static List<Integer> queues(Classes classes) {
    return IntStream.range(0, Priority.COUNT)
        .map(n -> classes.queueOf(Priority.of(n)))
        .boxed()
        .toList();
  }

  /**
   * Marks of the queues.
   *
   * @param buffer bytes by queue, where they are known
   * @throws DeviceException UNSUPPORTED if percents cannot be told in bytes
   */
  static Reading.Value ecn(
      CosView view, Collection<String> content, IntFunction<OptionalLong> buffer, String port) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    List<String> notes = new ArrayList<>();
    for (String statement : content) {
      String[] words = statement.split(" ", 2);
      if (words[1].equals("explicit-congestion-notification")) {
        Priority priority = view.classes().requirePriority(words[0]);
        String profile = profile(words[0], content);
        DropProfiles.Percents percents = DropProfiles.percents(view.statements(), profile);
        OptionalLong bytes = buffer.apply(view.classes().queue(words[0]));
        Optional<DropProfiles> ours = ours(profile, percents, bytes);
        marks.put(
            priority,
            ours.isPresent()
                ? ours.get().marking()
                : marking(port + " " + PrintableText.brief(words[0]), percents, bytes));
        long of = ours.map(DropProfiles::bufferBytes).orElse(bytes.orElse(0));
        notes.add(priority + ": " + percents.text(of));
      }
    }
    return new Reading.Value(
        Ecn.of(marks),
        InverseWords.of(ProfileKind.only(SettingKind.ECN, content)),
        String.join(", ", notes));
  }

  /** Returns the drop profile by which a class marks. */
  private static String profile(String forwardingClass, Collection<String> content) {
    String start = forwardingClass + " drop-profile-map ";
    List<String> maps = content.stream().filter(one -> one.startsWith(start)).toList();
    if (maps.size() != 1 || !maps.getFirst().contains(" drop-profile ")) {
      throw DeviceException.unsupported(
          "forwarding class %s marks with %s: expected one, for every loss priority"
              .formatted(
                  PrintableText.brief(forwardingClass),
                  maps.isEmpty() ? "no drop profile" : "several drop profiles"));
    }
    return Statements.last(maps.getFirst());
  }

  /** Returns a profile that this agent made, while it has the content that its name says. */
  private static Optional<DropProfiles> ours(
      String profile, DropProfiles.Percents percents, OptionalLong buffer) {
    return Optional.of(profile)
        .filter(DropProfiles::isOurs)
        .map(DropProfiles::parse)
        .filter(one -> buffer.isEmpty() || buffer.getAsLong() == one.bufferBytes())
        .filter(one -> one.percents().equals(percents));
  }

  private static Ecn.Marking marking(
      String what, DropProfiles.Percents percents, OptionalLong buffer) {
    long bytes =
        buffer.orElseThrow(() ->
            DeviceException.unsupported(
                ("%s marks at %s..%s %% of its queue's buffer with %s %%: the switch does not tell"
                        + " how many bytes that buffer has")
                    .formatted(what, percents.min(), percents.max(), percents.probability())));
    return new Ecn.Marking(
        bytes * percents.min() / 100, bytes * percents.max() / 100, percents.probability());
  }
}
