package dev.losslessd.watch;

import dev.losslessd.commit.Guard;
import dev.losslessd.model.Change;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Sweep;
import dev.losslessd.poll.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lends watch's rules to the commit engine, and feeds them with every sweep. */
final class SweepGuard implements Guard, Consumer<Sweep> {
  private static final Logger LOG = LoggerFactory.getLogger(SweepGuard.class);

  /** Lines of what is not judged that the log has. */
  private static final int TOLD = 3;

  /** The engine asks each second. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final GuardSources sources;
  private final RecentSweeps recent = new RecentSweeps();
  private final RecentDrops drops = new RecentDrops();
  private final Set<LossGuard> open = ConcurrentHashMap.newKeySet();
  private final Set<Feed> asked = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanos;

  /**
   * @param nanos as {@link System#nanoTime}
   */
  SweepGuard(GuardSources sources, LongSupplier nanos) {
    this.sources = sources;
    this.nanos = nanos;
  }

  /** Says in one sentence that an open commit's guard is not asked any more; else empty. */
  Optional<String> stalled() {
    return asked.stream().map(feed -> feed.heartbeat.late()).flatMap(Optional::stream).findFirst();
  }

  /**
   * What the guard of these changes does not judge now; or will not, where it has not begun. Ports
   * that lack the same are one line.
   */
  List<String> unjudged(List<Change> changes) {
    Set<PortId> ports = Change.touched(changes);
    List<LossGuard.Unjudged> all = new ArrayList<>();
    for (Feed feed : asked) {
      if (ports.removeAll(feed.ports)) {
        all.addAll(feed.guard.verdict(nanos.getAsLong()).unjudged());
      }
    }
    all.addAll(beforehand(Scope.of(changes, ports, Set.of())));
    return LossGuard.Unjudged.lines(all);
  }

  /** As a guard would say that begins now. */
  private List<LossGuard.Unjudged> beforehand(Scope scope) {
    LossGuard guard =
        new LossGuard(
            scope.ports(),
            sources.lossless(),
            scope.judged(),
            scope.wanted(),
            sources.limits().get());
    guard.applied();
    for (PortId port : scope.ports()) {
      guard.before(port, sources.link().apply(port));
      recent.of(port).forEach(pair -> guard.take(pair.newer()));
    }
    return guard.verdict(nanos.getAsLong()).unjudged();
  }

  /** Lossless priorities of a port as last observed; empty if not known. */
  Optional<PrioritySet> lossless(PortId port) {
    return sources.lossless().apply(port);
  }

  @Override
  public void accept(Sweep sweep) {
    recent.accept(sweep);
    drops.accept(sweep);
    open.forEach(guard -> take(guard, sweep));
  }

  /** A fault of a rule must not end the sweeps. */
  private void take(LossGuard guard, Sweep sweep) {
    try {
      guard.take(sweep);
      if (guard.awaitsLink(sweep.port())) {
        sources.link().apply(sweep.port()).ifPresent(link -> guard.take(sweep.port(), link));
      }
    } catch (RuntimeException e) {
      LOG.error("a sweep of {} is not judged", sweep.port(), e);
    }
  }

  @Override
  public Watch begin(Scope scope) {
    return new Feed(scope, paths(scope));
  }

  @Override
  public Watch again(Watch before, Scope scope) {
    if (!(before instanceof Feed old)) {
      return begin(scope);
    }
    Feed next = new Feed(scope, old.paths);
    old.guard
        .awaitedLinks()
        .forEach(port -> next.guard.before(port, Optional.of(new LinkReading(true, 0))));
    return next;
  }

  private LossGuard watch(
      Set<PortId> ports, Map<PortId, PrioritySet> judged, Map<PortId, PrioritySet> wanted) {
    LossGuard guard =
        new LossGuard(ports, sources.lossless(), judged, wanted, sources.limits().get());
    for (PortId port : ports) {
      recent.of(port).forEach(pair -> guard.before(pair.older(), pair.newer()));
      guard.before(port, drops.of(port));
      guard.before(port, sources.link().apply(port));
    }
    open.add(guard);
    return guard;
  }

  private PathGuard paths(Scope scope) {
    return new PathGuard(
        scope.devices(),
        sources.reachedOver().apply(scope.devices()),
        sources.contacts(),
        sources.ask(),
        sources.limits().get());
  }

  private final class Feed implements Watch {
    private final LossGuard guard;
    private final Set<PortId> ports;
    private final LossGuard control;
    private final PathGuard paths;
    private volatile int controlPorts;
    private final Heartbeat heartbeat = new Heartbeat("the guard loop", STEP, nanos);
    private boolean told;

    Feed(Scope scope, PathGuard paths) {
      this.guard = watch(scope.ports(), scope.judged(), scope.wanted());
      this.ports = scope.ports();
      this.control = watch(scope.control(), Map.of(), Map.of());
      this.controlPorts = scope.control().size();
      this.paths = paths;
    }

    @Override
    public void applied() {
      guard.applied();
      control.applied();
      paths.applied(nanos.getAsLong());
      heartbeat.beat();
      asked.add(this);
    }

    /** After a breach it is asked no more: the undo may last until a device is back. */
    @Override
    public Optional<String> breach() {
      try {
        Optional<String> breach = judge();
        if (breach.isPresent()) {
          asked.remove(this);
        }
        return breach;
      } finally {
        heartbeat.beat();
      }
    }

    private Optional<String> judge() {
      LossGuard.Verdict verdict = guard.verdict(nanos.getAsLong());
      if (verdict.settled()) {
        tell(verdict.unjudged());
      }
      paths.check(nanos.getAsLong());
      return text(compare(verdict).own()).or(() -> paths.breach(nanos.getAsLong()));
    }

    private Comparison compare(LossGuard.Verdict verdict) {
      List<LossGuard.Breach> there = control.verdict(nanos.getAsLong()).breaches();
      return Comparison.of(verdict.breaches(), ports.size(), there, controlPorts);
    }

    private Optional<String> text(List<LossGuard.Breach> breaches) {
      return breaches.isEmpty()
          ? Optional.empty()
          : Optional.of(
              breaches.stream().map(LossGuard.Breach::message).collect(Collectors.joining("; ")));
    }

    @Override
    public Optional<String> shared() {
      return text(compare(guard.verdict(nanos.getAsLong())).shared())
          .map(what -> "also on ports that were not changed: " + what);
    }

    @Override
    public Optional<String> undecided() {
      return guard.undecided().or(paths::undecided);
    }

    @Override
    public Optional<String> idle() {
      return guard.idle();
    }

    /** No wave ends while both have a breach in common, so there is none to be excused here. */
    @Override
    public void handOver(Set<PortId> others) {
      guard.without(others);
      controlPorts = 0;
      open.remove(control);
    }

    /** In one line; what comes to it later is in the commit. */
    private void tell(List<LossGuard.Unjudged> unjudged) {
      if (!told && !unjudged.isEmpty()) {
        told = true;
        LOG.warn(
            "the guard does not judge all ('losslessd status' shows it as it is): {}",
            LossGuard.Unjudged.lines(unjudged).stream()
                .limit(TOLD)
                .collect(Collectors.joining(" | ")));
      }
    }

    @Override
    public void end() {
      asked.remove(this);
      open.remove(guard);
      open.remove(control);
    }
  }
}
