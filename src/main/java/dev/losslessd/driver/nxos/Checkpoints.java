package dev.losslessd.driver.nxos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code show checkpoint summary}: what there is to go back to, and which agent made it. Which of
 * two agents wrote later is in the names: an agent that takes over writes a turn above all others.
 * The times are not used: they are local, without a zone, and go back when daylight saving ends.
 */
record Checkpoints(List<Checkpoint> all) {
  static final String COMMAND = "show checkpoint summary";

  private static final Pattern NAME = Pattern.compile("\\s*\\d+\\) (\\S+):\\s*");
  private static final Pattern AT = Pattern.compile("\\s*Created at \\S.*");

  /** Both agents must find the same one newer, so the host decides within a turn. */
  private static final Comparator<Checkpoint> NEWER =
      Comparator.comparingLong(Checkpoint::turn).thenComparing(Checkpoint::host);

  private static final Comparator<Checkpoint> OF_ONE_AGENT =
      Comparator.comparingLong(Checkpoint::turn).thenComparingLong(Checkpoint::revision);

  /** Suffix of a mark that exists while a commit of its agent is open. */
  private static final String OPEN = "-open";

  /** Suffix of a mark that exists while its agent saves the configuration. */
  private static final String SAVING = "-saving";

  /** A checkpoint's name; those of other tools have neither revision nor turn. */
  record Checkpoint(String name) {
    private static final Pattern END = Pattern.compile("-r(\\d{1,18})(?:-t(\\d{1,18}))?$");

    /** Counts takeovers on this switch; 0 where the name has none. */
    long turn() {
      return number(2);
    }

    long revision() {
      return number(1);
    }

    /** Whether it says something about its agent, and stands for no revision. */
    private boolean isMark() {
      return name.endsWith(OPEN) || name.endsWith(SAVING);
    }

    private String host() {
      return END.matcher(name).replaceFirst("");
    }

    private long number(int group) {
      Matcher end = END.matcher(name);
      return end.find() && end.group(group) != null ? Long.parseLong(end.group(group)) : 0;
    }
  }

  static Checkpoints parse(String text) {
    List<Checkpoint> all = new ArrayList<>();
    String open = null;
    for (String line : text.split("\n", -1)) {
      Matcher name = NAME.matcher(line);
      if (name.matches()) {
        requireNone(open);
        open = name.group(1);
      } else if (open != null && AT.matcher(line).matches()) {
        all.add(new Checkpoint(open));
        open = null;
      }
    }
    requireNone(open);
    return new Checkpoints(List.copyOf(all));
  }

  private static void requireNone(@Nullable String open) {
    if (open != null) {
      throw ParseErrors.at(COMMAND, open, "'Created at' below its name");
    }
  }

  boolean has(String name) {
    return all.stream().anyMatch(one -> one.name().equals(name));
  }

  /** Returns the checkpoints of one agent that stand for revisions, oldest first. */
  List<Checkpoint> of(AgentName agent) {
    return all.stream()
        .filter(one -> agent.isMine(one.name()) && !one.isMark())
        .sorted(OF_ONE_AGENT)
        .toList();
  }

  /** Names of all checkpoints of one agent. */
  List<String> own(AgentName agent) {
    return all.stream().map(Checkpoint::name).filter(agent::isMine).toList();
  }

  static String open(AgentName agent) {
    return agent.whole() + OPEN;
  }

  static String saving(AgentName agent) {
    return agent.whole() + SAVING;
  }

  /** Name of the mark of another agent that is saving the configuration. */
  Optional<String> otherSaving(AgentName agent) {
    return all.stream()
        .map(Checkpoint::name)
        .filter(name -> name.endsWith(SAVING) && agent.other(name).isPresent())
        .findFirst();
  }

  /** Returns the agents of other hosts that have checkpoints here. */
  List<OtherAgent> agents(AgentName agent) {
    return agent.others(
        "checkpoint", all.stream().map(Checkpoint::name), name -> name.endsWith(OPEN));
  }

  /**
   * Returns the name of the checkpoint that an agent writes at a revision: in its own turn while it
   * is the last writer, otherwise in a new one.
   */
  String next(AgentName agent, long revision) {
    long own = of(agent).stream().mapToLong(Checkpoint::turn).max().orElse(0);
    long last = others(agent).stream().mapToLong(Checkpoint::turn).max().orElse(0);
    long turn = newer(agent).isPresent() ? Math.max(own, last) + 1 : Math.max(own, 1);
    return agent.whole() + "-r" + revision + "-t" + turn;
  }

  /** The newest of another agent, where this one has none since. */
  Optional<ForeignMark> newer(AgentName agent) {
    List<Checkpoint> ours = of(agent);
    return others(agent).stream()
        .max(NEWER)
        .filter(other -> ours.isEmpty() || NEWER.compare(other, ours.getLast()) > 0)
        .map(other ->
            ForeignMark.onAll(
                agent.other(other.name()).orElseThrow(), "checkpoint " + other.name()));
  }

  private List<Checkpoint> others(AgentName agent) {
    return all.stream()
        .filter(one -> agent.other(one.name()).isPresent() && !one.isMark())
        .toList();
  }
}
