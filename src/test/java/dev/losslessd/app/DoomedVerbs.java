package dev.losslessd.app;

import dev.losslessd.commit.BootClock;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeadManFiles;
import dev.losslessd.commit.EngineDependencies;
import dev.losslessd.commit.Guard;
import dev.losslessd.commit.Request;
import dev.losslessd.commit.Retention;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.watch.Monitoring;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Verbs of an engine in a process that dies on the way, without a daemon. */
final class DoomedVerbs {
  /** Waves that wait for no traffic. */
  private static final Rollout WAVES =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(1), true);

  private static final int KEPT = 2;

  private final DaemonContext daemonContext;
  private final CompletableFuture<Commit> ended = new CompletableFuture<>();

  private DoomedVerbs(DaemonContext daemonContext) {
    this.daemonContext = daemonContext;
  }

  /**
   * @param verb {@code cancel}, {@code save}, {@code waves}, {@code unset}, {@code release}, {@code
   *     prune} or {@code rotate}
   */
  static void run(String verb, Config config, TestHooks testHooks) throws Exception {
    try (ResourceStack resourceStack = new ResourceStack()) {
      DaemonContext daemonContext =
          DaemonContext.open(config, resourceStack, Clock.systemUTC(), testHooks, CallTimes.UNTOLD);
      new DoomedVerbs(daemonContext).run(verb);
    }
  }

  private void run(String verb) throws Exception {
    CommitEngine engine = verb.equals("waves") ? unguarded() : daemonContext.engine(this::onCommit);
    engine.recover();
    daemonContext.scheduler().every("commits", Duration.ofSeconds(1), engine::turn);
    switch (verb) {
      case "cancel" ->
          engine.cancel(
              engine.commits().iterator().next().id(), "the matrix wants it back", "uid:0");
      case "save" -> save(engine);
      case "waves" -> confirmed(engine, waves());
      case "unset" ->
          confirmed(engine, Request.unset(engine.intent().rest().firstKey(), "matrix", ""));
      case "release" -> release(engine);
      case "prune" ->
          engine.prune(new Retention(KEPT, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
      case "rotate" -> rotate(engine);
      default -> throw new IllegalArgumentException(verb);
    }
  }

  /** Leaves the host and both switches, and takes its names along. */
  private void release(CommitEngine engine) throws Exception {
    Set<DeviceId> all = new TreeSet<>(Set.of(daemonContext.inventory().host().id()));
    leaves().forEach(all::add);
    Request style = Request.everything("matrix", "sold").accepting(new Acceptance(true, true));
    confirmed(engine, engine.releases().restoring(all, false, style).request());
    DaemonFixture.await(
        () -> engine.releases().all().stream().allMatch(one -> one.names().isEmpty()),
        "names stay");
  }

  private static Request waves() {
    return Request.everything("matrix", "")
        .accepting(new Acceptance(true, true))
        .inWaves(Optional.of(WAVES));
  }

  /** Both switches, with what others had left unsaved. */
  private void save(CommitEngine engine) {
    for (DeviceId leaf : leaves()) {
      var _ = engine.saves().save(leaf, "uid:0", true);
    }
  }

  private Iterable<DeviceId> leaves() {
    Iterable<DeviceId> leaves = daemonContext.inventory().switchRegistry().ids();
    leaves.forEach(leaf -> daemonContext.inventory().session(leaf).targets());
    return leaves;
  }

  private void confirmed(CommitEngine engine, Request request) throws Exception {
    var _ = leaves();
    var _ = engine.submit(request);
    var _ = engine.confirm(ended.get(120, TimeUnit.SECONDS).id(), "uid:0");
  }

  /** Events enough that the next file of the audit begins among them. */
  private static void rotate(CommitEngine engine) {
    for (int n = 0; n < 3; n++) {
      engine.freeze("matrix");
      engine.thaw("matrix");
    }
  }

  private void onCommit(Commit commit) {
    if (commit instanceof Commit.AwaitingConfirm || !commit.open()) {
      ended.complete(commit);
    }
  }

  /** An engine whose waves go on without a watcher that reads counters. */
  private CommitEngine unguarded() {
    var _ = leaves(); // a leaf that was not read has no ports in the policy
    DeadManFiles deadManFiles =
        new DeadManFiles(
            daemonContext.state().path(), daemonContext.time().clock(), BootClock.UNKNOWN);
    Consumer<Commit> all = deadManFiles::onCommit;
    Inventory inventory = daemonContext.inventory();
    Monitoring monitoring = daemonContext.monitoring();
    CommitEngine engine =
        new CommitEngine(
            new EngineDependencies(
                inventory,
                monitoring::written,
                daemonContext.journal(),
                daemonContext.writePolicy(),
                CommitWiring.around(daemonContext::config, inventory, monitoring),
                CommitWiring.live(
                    daemonContext::config, inventory, monitoring, daemonContext.kernel().bootId()),
                daemonContext.engineTime(deadManFiles),
                all.andThen(this::onCommit),
                Guard.NONE,
                daemonContext.audit()));
    inventory.switchRegistry().revisionFrom(engine::latest);
    return engine;
  }
}
