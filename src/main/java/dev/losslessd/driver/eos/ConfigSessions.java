package dev.losslessd.driver.eos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.OtherAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code show configuration sessions detail | json}.
 *
 * @param sessions those that the switch remembers
 * @param timer the session whose commit it takes back when nobody confirms it; empty for none
 */
record ConfigSessions(List<Session> sessions, Optional<String> timer) {
  static final String COMMAND = "show configuration sessions detail | json";

  /**
   * One configuration session of the switch.
   *
   * @param open whether it is not yet committed
   * @param entered whether somebody is in it
   */
  record Session(String name, boolean open, boolean entered) {}

  /**
   * Until EOS 4.31 the session itself is in state {@code pendingCommitTimer}; from 4.32 on it is
   * {@code committed}, and its name stands beside the list (napalm issue 2166).
   */
  static ConfigSessions parse(String text) {
    DeviceJson root = DeviceJson.parse(COMMAND, text);
    List<Session> sessions = new ArrayList<>();
    List<String> pending = new ArrayList<>();
    root.required("sessions", "the list of sessions")
        .forEach(all ->
            all.named((name, one) -> {
              String state = one.text("state");
              boolean entered = one.rows("instances").stream().anyMatch(i -> !i.fields().isEmpty());
              sessions.add(new Session(name, state.equals("pending"), entered));
              if (state.equals("pendingCommitTimer")) {
                pending.add(name);
              }
            }));
    Optional<String> timer =
        pending.reversed().stream()
            .findFirst()
            .or(() -> root.textIfThere("commitTimerSessionName").filter(t -> !t.isEmpty()));
    return new ConfigSessions(sessions, timer);
  }

  /**
   * Returns the agents of other hosts that have sessions here. A commit of theirs is open while the
   * switch's timer runs for it: every change of theirs is made under that timer.
   */
  List<OtherAgent> agents(AgentName agent) {
    return agent.others(
        "session",
        Stream.concat(timer.stream(), sessions.stream().map(Session::name)),
        name -> timer.filter(name::equals).isPresent());
  }

  /**
   * A session of another agent that is open, or whose commit timer runs; or the committed one that
   * the switch still remembers, which by default is the last.
   */
  Optional<ForeignMark> other(AgentName agent) {
    List<String> done = sessions.stream().filter(one -> !one.open()).map(Session::name).toList();
    return Stream.of(
            timer.stream(),
            sessions.stream().filter(Session::open).map(Session::name),
            done.stream().filter(_ -> done.stream().noneMatch(agent::isMine)))
        .flatMap(names -> names)
        .flatMap(name ->
            agent.other(name).stream().map(host -> ForeignMark.onAll(host, "session " + name)))
        .findFirst();
  }

  boolean has(String name) {
    return sessions.stream().anyMatch(one -> one.name().equals(name));
  }
}
