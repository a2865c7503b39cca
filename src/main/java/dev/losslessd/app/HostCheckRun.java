package dev.losslessd.app;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.Asker;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.checks.HostChecks;
import dev.losslessd.checks.HostFacts;
import dev.losslessd.cli.LocalVerbs.HostAnswers;
import dev.losslessd.cli.LocalVerbs.HostCheckOptions;
import dev.losslessd.transport.sysfs.ReadProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers all checks in this process, each in a thread of its own and as far as they come in time:
 * a read of a NIC may hang.
 */
final class HostCheckRun {
  private final HostView view;
  private final HostCheckOptions options;
  private final Duration patience;
  private volatile String failure = "";
  private volatile Map<String, String> leftOut = Map.of();
  private volatile Optional<String> unmatched = Optional.empty();
  private final CountDownLatch open;
  private final ReadProbe probe;
  private final List<CheckResult> answered = new CopyOnWriteArrayList<>();

  HostCheckRun(HostView view, HostCheckOptions options) {
    this.view = view;
    this.options = options;
    this.patience = options.scope().patience();
    this.open = new CountDownLatch(options.checks().size());
    this.probe = new ReadProbe(view.root(), patience.dividedBy(2));
  }

  HostAnswers results() {
    Thread.ofPlatform().daemon().name("host checks").start(this::answer);
    try {
      boolean _ = open.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    probe.close();
    String lack =
        failure.isEmpty()
            ? "not answered within " + patience.toMillis() + " ms"
            : "this host's devices cannot be read: " + failure;
    List<CheckResult> seen = List.copyOf(answered);
    List<CheckResult> all = new ArrayList<>();
    for (HostCheck check : HostCheck.values()) {
      if (options.checks().contains(check)) {
        List<CheckResult> own = seen.stream().filter(one -> one.check() == check).toList();
        all.addAll(
            own.isEmpty() ? List.of(new CheckResult(check, "", new Answer.Unknown(lack))) : own);
      }
    }
    return new HostAnswers(view.name(), all, leftOut, unmatched);
  }

  private void answer() {
    try {
      HostFacts facts = facts();
      leftOut = facts.callerPorts().leftOut();
      if (options.checks().contains(HostCheck.PORT_ACTIVE)) {
        answered.addAll(new MissingPorts(view, options.ports()).of(facts.callerPorts()));
      }
      for (HostCheck check : options.checks()) {
        Thread.ofPlatform()
            .daemon()
            .name("check " + check.word())
            .start(() -> {
              HostFacts own = facts.apart("check " + check.word());
              HostChecks.each(own, Set.of(check), answered::addAll);
              open.countDown();
            });
      }
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
      options.checks().forEach(_ -> open.countDown());
    }
  }

  private HostFacts facts() {
    if (options.ports().isEmpty()) {
      unmatched = AddressWiring.unmatched(view);
    }
    CallerLook look = CallerLook.of(view, options.ports(), probe);
    return new HostFacts(
        look.files(),
        look.ports(),
        options.fabric(),
        new Asker(true, options.variables(), look.wanted()),
        VerbsProgram.of(view.root(), patience),
        options.expectedMbps());
  }
}
