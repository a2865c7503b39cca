package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The revisions that a switch keeps, by {@code nv config revision -o json}: an object by revision,
 * each with its state (the community's NAPALM driver for NVUE, {@code _get_pending_commits}) and
 * its message.
 */
record Revisions(List<Revision> all) {
  static final String COMMAND = "nv config revision";

  /** Applied, and waiting to be kept. */
  static final String CONFIRM = "confirm";

  private static final String PENDING = "pending";

  /** States in which somebody is at work, and that end by themselves. */
  private static final Set<String> WORKING =
      Set.of(
          "apply", "checking", "verifying", "verified", "ays", "ays_yes", "readying", "reloading");

  /**
   * @param user who made it; empty where the release does not tell
   * @param message given at its apply
   */
  record Revision(String id, String state, String user, String message) {
    boolean isHeld() {
      return state.equals(CONFIRM);
    }

    boolean isPending() {
      return state.equals(PENDING);
    }

    /** Never in force: {@code ays_fail}, {@code invalid} and their like. */
    boolean hasFailed() {
      return state.contains("fail") || state.contains("invalid") || state.contains("error");
    }

    boolean isInForce() {
      return state.startsWith("applied") || state.equals("saved");
    }

    /**
     * Describes the revision for messages: {@code revision 7 by alice ('swap uplink') in state
     * pending}.
     */
    String text() {
      String by = user.isEmpty() ? "" : " by " + user;
      String why = message.isEmpty() ? "" : " ('" + message + "')";
      return "revision " + id + by + why + " in state " + state;
    }
  }

  static Revisions parse(Node told) {
    // the table for people has its rows below the name of its first column
    Node rows = told.at("rev-id").orElse(told);
    List<Revision> all = new ArrayList<>();
    for (String id : rows.names()) {
      if (Pattern.matches("\\d{1,12}", id)) {
        Node one = rows.at(id).orElseThrow();
        all.add(
            new Revision(
                id, one.text("state").orElse(""), found("user", one), found("message", one)));
      }
    }
    return new Revisions(List.copyOf(all));
  }

  /** Releases have it in different places. */
  private static String found(String name, Node node) {
    return node.lines().keySet().stream()
        .filter(path -> (" " + path).endsWith(" " + name))
        .flatMap(path -> node.value(path).stream())
        .findFirst()
        .orElse("");
  }

  Optional<Revision> of(String id) {
    return all.stream().filter(one -> one.id().equals(id)).findFirst();
  }

  List<Revision> held() {
    return all.stream().filter(Revision::isHeld).toList();
  }

  /** Returns what stands in the way of a change: drafts, revisions to be kept or being applied. */
  List<Revision> unfinished() {
    return all.stream()
        .filter(one -> one.isHeld() || one.isPending() || WORKING.contains(one.state()))
        .toList();
  }

  /** The newest revision of any agent that is or was in force, where it is another one's. */
  Optional<ForeignMark> other(AgentName agent) {
    return all.stream()
        .filter(one -> !one.isPending() && !one.hasFailed())
        .filter(one -> agent.isMine(one.message()) || agent.other(one.message()).isPresent())
        .max(Comparator.comparingLong(one -> Long.parseLong(one.id())))
        .flatMap(
            one -> agent.other(one.message()).map(host -> ForeignMark.onAll(host, one.text())));
  }

  /**
   * Returns the agents of other hosts that have revisions here. A commit of theirs is open while
   * its revision waits to be confirmed: every change of theirs is made under that timer.
   */
  List<OtherAgent> agents(AgentName agent) {
    return agent.others(
        "revision",
        all.reversed().stream().map(Revision::message),
        message -> held().stream().anyMatch(one -> one.message().equals(message)));
  }

  /** Revisions with a message of this agent's. */
  List<String> own(AgentName agent) {
    return all.stream().filter(one -> agent.isMine(one.message())).map(Revision::text).toList();
  }
}
