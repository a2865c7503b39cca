package dev.losslessd.app;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.Asker;
import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostFacts;
import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.checks.VerbsLibrary;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.DefaultRoutes;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.metrics.ReadyCheck;
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.watch.HostFabric;
import dev.losslessd.watch.JobEnvironments;
import dev.losslessd.watch.JobHosts;
import dev.losslessd.watch.LosslessClass;
import dev.losslessd.watch.Monitoring;
import dev.losslessd.watch.UnsetMarks;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * The daemon's own look at whether this host is ready for jobs.
 *
 * @param jobHosts the host as jobs see it
 * @param board its latest answers
 */
record HostCheckWiring(JobHosts jobHosts, ReadinessBoard board) {
  /** Some hundred small files of sysfs and procfs. */
  private static final Duration EVERY = Duration.ofSeconds(30);

  /** Nothing is read while no port sends in another class. */
  private static final Duration USERS = Duration.ofSeconds(10);

  /** A file that hangs holds up the start no longer. */
  private static final Duration FIRST = Duration.ofSeconds(3);

  static HostCheckWiring start(DaemonContext context, CommitEngine engine) {
    Monitoring monitoring = context.monitoring();
    Inventory inventory = context.inventory();
    HostFiles files = context.kernel().files().apart("host checks");
    LosslessClass lossless = new LosslessClass(() -> context.config().policy(), engine::intent);
    HostFabric fabric = new HostFabric(inventory.host().id(), monitoring.judgement(), lossless);
    ReadinessBoard board =
        new ReadinessBoard(
            context.time().clock(),
            () ->
                new HostFacts(
                    files,
                    CallerPorts.ofDaemon(files, inventory.host().nics(), DefaultRoutes.of(files)),
                    fabric.view(),
                    Asker.DAEMON,
                    VerbsLibrary.NOT_ASKED,
                    OptionalLong.empty()));
    JobHosts jobHosts =
        new JobHosts(
            inventory.host().id(), monitoring.devices(), monitoring.judgement(), lossless, board);
    String host = inventory.host().id().name();
    monitoring.alsoFinds(
        "marks of the policy",
        _ -> UnsetMarks.findings(host, CommitWiring.unmarked(context.config(), inventory)));
    context.scheduler().every("users of queue pairs", USERS, inventory.host()::lookAtUsers);
    context.scheduler().first("the first host checks", FIRST, board::look);
    context.scheduler().every("host checks", EVERY, board::look);
    if (context.config().host().jobEnvironments()) {
      JobEnvironments jobs = new JobEnvironments(context.kernel().files(), jobHosts::now);
      context.scheduler().every("environments of jobs", EVERY, jobs::look);
      monitoring.alsoFinds("environments of jobs", _ -> jobs.findings().stream());
    }
    return new HostCheckWiring(jobHosts, board);
  }

  /** Answered checks for the page. */
  List<ReadyCheck> told() {
    return board.latest().map(ReadinessBoard.Answers::results).orElse(List.of()).stream()
        .filter(one -> !one.isUnknown())
        .map(HostCheckWiring::told)
        .toList();
  }

  private static ReadyCheck told(CheckResult one) {
    return new ReadyCheck(one.check().word(), one.subject(), one.answer() instanceof Answer.Ok);
  }
}
