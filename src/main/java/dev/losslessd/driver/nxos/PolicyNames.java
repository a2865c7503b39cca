package dev.losslessd.driver.nxos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Names of this agent's policies, {@code losslessd-gpu01-queuing-1}: at most 40 characters, as
 * NX-OS allows. Two take turns, so that a policy in force is never edited. Early releases gave them
 * no host, {@code losslessd-queuing-1}: those count as its own, and go when they are replaced.
 */
record PolicyNames(AgentName agent) {
  private static final List<Integer> TURNS = List.of(1, 2);

  String of(Kind kind, int turn) {
    return agent.plain() + "-" + kind.word + "-" + turn;
  }

  /** All that are ours, those of today first. */
  List<String> all(Kind kind) {
    return Stream.concat(
            TURNS.stream().map(turn -> of(kind, turn)),
            TURNS.stream().map(turn -> AgentName.AGENT + kind.word + "-" + turn))
        .toList();
  }

  boolean isOurs(Kind kind, String name) {
    return all(kind).contains(name);
  }

  /** The one whose turn it is. */
  String next(Kind kind, Optional<String> current) {
    return current.equals(Optional.of(of(kind, 1))) ? of(kind, 2) : of(kind, 1);
  }

  /** Returns true if a class-map belongs to a classification of this agent. */
  boolean isOurClass(String name) {
    return name.length() > 3
        && Pattern.matches(".*-p[0-7]", name)
        && isOurs(Kind.CLASSIFY, name.substring(0, name.length() - 3));
  }

  /** The host of the agent that made a policy, where that is not ours. */
  Optional<String> other(Kind kind, String name) {
    if (isOurs(kind, name)) {
      return Optional.empty();
    }
    Matcher found =
        Pattern.compile(AgentName.AGENT + "(" + AgentName.HOST + ")-" + kind.word + "-[12]")
            .matcher(name);
    return found.matches() ? agent.otherHost(found.group(1)) : Optional.empty();
  }
}
