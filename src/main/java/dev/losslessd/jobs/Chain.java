package dev.losslessd.jobs;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import dev.losslessd.jobs.NcclReport.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cause and consequence of the errors of a log: which came first, and whether the other end of a
 * connection had failed before. By the times of the lines where all errors have one, else by their
 * order in the log.
 */
final class Chain {
  /** Statuses whose reason is at the end that reports them. */
  private static final Set<Integer> LOCAL = Set.of(1, 2, 3, 4, 6, 8, 19, 21);

  private static final int FLUSHED = 5;

  private final SeenNetworks networks;
  private final SeenDeaths deaths;
  private final boolean timed;
  private final Map<String, LogRecord> firstOfHost = new HashMap<>();
  private final Map<String, LogRecord> firstOfProcess = new HashMap<>();
  private Optional<LogRecord> first = Optional.empty();

  /** Part of an error in its chain, with one sentence that says why. */
  record Link(Completion completion, Role role, String why) {}

  private Chain(SeenNetworks networks, SeenDeaths deaths, boolean timed) {
    this.networks = networks;
    this.deaths = deaths;
    this.timed = timed;
  }

  /** Completions with an error, from the first to the last. */
  static List<Link> of(SeenErrors errors, SeenNetworks networks, SeenDeaths deaths) {
    List<LogRecord> all = new ArrayList<>(errors.warnings());
    errors.completions().forEach(one -> all.add(one.at()));
    boolean timed = all.stream().noneMatch(one -> one.time().isEmpty());
    Chain chain = new Chain(networks, deaths, timed);
    all.sort(chain.order());
    all.forEach(chain::remember);
    return errors.completions().stream()
        .sorted(comparing(Completion::at, chain.order()))
        .map(chain::link)
        .toList();
  }

  private Comparator<LogRecord> order() {
    Comparator<LogRecord> byLine = comparingLong(LogRecord::line);
    return timed ? comparing(LogRecord::time).thenComparing(byLine) : byLine;
  }

  private void remember(LogRecord record) {
    first = first.or(() -> Optional.of(record));
    firstOfHost.putIfAbsent(record.host(), record);
    firstOfProcess.putIfAbsent(record.process(), record);
  }

  private Link link(Completion one) {
    Optional<LogRecord> own = earlier(one, firstOfProcess.get(one.at().process()));
    Optional<String> peerHost = networks.hostOf(one.peerAddress());
    Optional<LogRecord> atPeer = peerHost.flatMap(host -> earlier(one, firstOfHost.get(host)));
    if (own.isPresent()) {
      return consequence(one, "this process reported before: " + told(own.get()));
    }
    if (one.status() == FLUSHED) {
      return consequence(one, "a flushed request follows an error of its queue pair");
    }
    if (LOCAL.contains(one.status())) {
      return new Link(
          one, Role.CAUSE, "the reason is at this end: nothing before it in this process");
    }
    if (atPeer.isPresent()) {
      return consequence(one, "the peer reported before: " + told(atPeer.get()));
    }
    Optional<SeenDeaths.Death> death = deaths.before(one.at().line(), peerHost.orElse(""));
    return death.map(end -> afterDeath(one, end)).orElseGet(() -> atTheEdge(one, peerHost));
  }

  /** A process that has ended answers no more; which one it was only some launchers tell. */
  private static Link afterDeath(Completion one, SeenDeaths.Death end) {
    String told = "line " + end.line() + " '" + end.text() + "'";
    return end.host().isEmpty()
        ? new Link(one, Role.UNKNOWN, "a process had ended before: " + told)
        : consequence(one, "a process of the peer's host had ended before: " + told);
  }

  /** An error that neither end precedes: the log may lack the other end. */
  private Link atTheEdge(Completion one, Optional<String> peerHost) {
    if (peerHost.isEmpty()) {
      return new Link(
          one,
          Role.UNKNOWN,
          one.peer().isEmpty()
              ? "the line does not name the peer's host (NCCL before 2.10, UCX, NVSHMEM)"
              : "the peer's own lines are not in this log: it may have failed first");
    }
    Optional<LogRecord> before = earlier(one, first.orElse(null));
    return before
        .map(other -> new Link(one, Role.UNKNOWN, "an error elsewhere came before: " + told(other)))
        .orElseGet(
            () -> new Link(one, Role.CAUSE, "the first error, and the peer had none before"));
  }

  private static Link consequence(Completion one, String why) {
    return new Link(one, Role.CONSEQUENCE, why);
  }

  private Optional<LogRecord> earlier(Completion one, @Nullable LogRecord other) {
    return Optional.ofNullable(other).filter(before -> order().compare(before, one.at()) < 0);
  }

  private static String told(LogRecord record) {
    String text = record.message();
    String brief = LogMessages.event(text).map(NicEvent::text).orElse(text);
    return "line %s '%s'"
        .formatted(record.line(), brief.length() > 90 ? brief.substring(0, 90) + " ..." : brief);
  }
}
