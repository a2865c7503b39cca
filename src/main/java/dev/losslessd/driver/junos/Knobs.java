package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Statements as settings of a port. */
final class Knobs {
  private static final int QUEUES = Priority.COUNT;

  private Knobs() {}

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
      if (pauses && words[1].equals("ieee-802.1")) {
        set = set.with(Priority.of(Bits.priority(words[3])));
      } else if (pauses && words[1].equals("dscp")) {
        set = set.with(pausing(view, port, Dscp.of(Bits.dscp(words[3]))));
      }
    }
    return new Pfc(set);
  }

  private static Priority pausing(CosView view, String port, Dscp dscp) {
    for (var classifier : view.classifiers(port).values()) {
      String to = classifier.map(name -> view.classesOf(name).get(dscp)).orElse(null);
      if (to != null && view.classes().pfcPriority(to).isPresent()) {
        return Priority.of(view.classes().pfcPriority(to).getAsInt());
      }
    }
    throw DeviceException.unsupported(
        port
            + ": its profile pauses DSCP "
            + dscp
            + ", which its classifier sends to no class with a pfc-priority");
  }

  static PfcWatchdog watchdog(CosView view, String port) {
    return WatchdogLines.read(
        Words.only(
            ProfileKind.PROFILE,
            SettingKind.PFC_WATCHDOG,
            view.content(ProfileKind.PROFILE, port)));
  }

  /**
   * Queues by their classes' schedulers.
   *
   * @param content of the scheduler map, or of what the release has in its place
   * @throws DeviceException UNSUPPORTED for shares that are no percent
   */
  static Ets ets(Classes classes, Collection<String> content) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(QUEUES, Ets.Selection.ETS));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(QUEUES, 0));
    for (String statement : Words.only(ProfileKind.QUEUES, SettingKind.ETS, content)) {
      String[] words = statement.split(" ");
      int queue = classes.queue(words[0]);
      if (queue >= QUEUES) {
        continue; // queues of multicast, from 8 on
      }
      if (words[1].equals("priority") && words.length == 3) {
        selection.set(queue, selection(words[2]));
      } else if (words.length == 4 && words[2].equals("percent")) {
        shares.set(queue, percent(statement, words[3]));
      } else {
        throw DeviceException.unsupported(
            "'" + Sanitized.of(statement) + "': expected transmit-rate percent N");
      }
    }
    IntStream.range(0, QUEUES)
        .filter(queue -> selection.get(queue) != Ets.Selection.ETS)
        .forEach(queue -> shares.set(queue, 0));
    return new Ets(selection, shares, queues(classes));
  }

  private static Ets.Selection selection(String priority) {
    return switch (priority) {
      case "strict-high" -> Ets.Selection.STRICT;
      case "low" -> Ets.Selection.ETS;
      default -> Ets.Selection.VENDOR;
    };
  }

  private static int percent(String statement, String text) {
    if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > 100) {
      throw JunosConfig.garbled(statement, "0..100 percent");
    }
    return Integer.parseInt(text);
  }

  /** Queue of each priority. */
  static List<Integer> queues(Classes classes) {
    return IntStream.range(0, QUEUES).map(n -> classes.queueOf(Priority.of(n))).boxed().toList();
  }

  /**
   * Marks, and how the switch carries them out.
   *
   * @param note percents of the buffer; empty without a mark
   */
  record Marking(Ecn ecn, String note) {}

  /**
   * Marks of the queues.
   *
   * @param buffer bytes by queue, where they are known
   * @throws DeviceException UNSUPPORTED if percents cannot be told in bytes
   */
  static Marking ecn(
      CosView view, Collection<String> content, IntFunction<OptionalLong> buffer, String port) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    List<String> notes = new ArrayList<>();
    for (String statement : content) {
      String[] words = statement.split(" ", 2);
      if (words[1].equals("explicit-congestion-notification")) {
        Priority priority = view.classes().requirePriority(words[0]);
        Queue queue = new Queue(view, port, words[0], buffer);
        marks.put(priority, queue.marking(content));
        notes.add(priority + ": " + queue.note(content));
      }
    }
    return new Marking(Ecn.of(marks), String.join(", ", notes));
  }

  /** One class of a port that marks. */
  private record Queue(
      CosView view, String port, String forwardingClass, IntFunction<OptionalLong> buffers) {

    private OptionalLong buffer() {
      return buffers.apply(view.classes().queue(forwardingClass));
    }

    private String profile(Collection<String> content) {
      String start = forwardingClass + " drop-profile-map ";
      List<String> maps = content.stream().filter(one -> one.startsWith(start)).toList();
      if (maps.size() != 1 || !maps.getFirst().contains(" drop-profile ")) {
        throw DeviceException.unsupported(
            "forwarding class "
                + Sanitized.of(forwardingClass)
                + " marks with "
                + (maps.isEmpty() ? "no drop profile" : "several drop profiles")
                + ": expected one, for every loss priority");
      }
      return maps.getFirst().substring(maps.getFirst().lastIndexOf(' ') + 1);
    }

    /** Whether this agent made a profile, and it still has the content that its name says. */
    private boolean isOurs(String profile, DropProfiles.Percents percents) {
      if (!DropProfiles.isOurs(profile)) {
        return false;
      }
      DropProfiles dropProfiles = DropProfiles.parse(profile);
      boolean sameBuffer = buffer().isEmpty() || buffer().getAsLong() == dropProfiles.bufferBytes();
      return sameBuffer && dropProfiles.percents().equals(percents);
    }

    Ecn.Marking marking(Collection<String> content) {
      String profile = profile(content);
      DropProfiles.Percents percents = DropProfiles.percents(view.statements(), profile);
      if (isOurs(profile, percents)) {
        return DropProfiles.parse(profile).marking();
      }
      OptionalLong min = DropProfiles.bytes(percents.min(), buffer());
      OptionalLong max = DropProfiles.bytes(percents.max(), buffer());
      if (min.isEmpty() || max.isEmpty()) {
        throw DeviceException.unsupported(
            port
                + " "
                + Sanitized.of(forwardingClass)
                + " marks at "
                + percents.min()
                + ".."
                + percents.max()
                + " % of its queue's buffer with "
                + percents.probability()
                + " %: the switch does not tell how many bytes that buffer has");
      }
      return new Ecn.Marking(min.getAsLong(), max.getAsLong(), percents.probability());
    }

    String note(Collection<String> content) {
      String profile = profile(content);
      DropProfiles.Percents percents = DropProfiles.percents(view.statements(), profile);
      long bytes =
          isOurs(profile, percents)
              ? DropProfiles.parse(profile).bufferBytes()
              : buffer().orElse(0);
      return percents.text(bytes);
    }
  }
}
