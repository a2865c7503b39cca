package dev.losslessd.app;

import dev.losslessd.checks.ActiveMtu;
import dev.losslessd.checks.Answer;
import dev.losslessd.checks.Asker;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.checks.HostChecks;
import dev.losslessd.checks.HostFacts;
import dev.losslessd.cli.LocalVerbs.HostCheckOptions;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.RdmaMtuReader;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.LocalProgram;
import dev.losslessd.transport.TransportException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers all checks in this process, as far as they come in time: a read of a NIC may hang. */
final class HostCheckRun {
  /** Eight devices stay within the second that a gate has. */
  private static final Duration DEVICE_PATIENCE = Duration.ofMillis(50);

  private final Config config;
  private final HostCheckOptions options;
  private volatile String failure = "";
  private final List<CheckResult> answered = new CopyOnWriteArrayList<>();

  HostCheckRun(Config config, HostCheckOptions options) {
    this.config = config;
    this.options = options;
  }

  List<CheckResult> results() {
    Thread reader = Thread.ofPlatform().daemon().name("host checks").start(this::answer);
    try {
      reader.join(options.patience());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<CheckResult> all = new ArrayList<>(answered);
    String lack =
        failure.isEmpty()
            ? "not answered within " + options.patience().toMillis() + " ms"
            : "this host's devices cannot be read: " + failure;
    for (HostCheck check : HostCheck.values()) {
      if (options.checks().contains(check) && all.stream().noneMatch(one -> one.check() == check)) {
        all.add(new CheckResult(check, "", new Answer.Unknown(lack)));
      }
    }
    return all;
  }

  private void answer() {
    List<String> include = options.ports().isEmpty() ? config.nics().include() : options.ports();
    NicNames names = new NicNames(include, config.nics().exclude());
    ModeGate readsOnly = new ModeGate(new WritePolicy(Mode.OBSERVE, false));
    Kernel kernel = Kernel.of(config, readsOnly, SystemTime.get().nanos());
    try (HostAccess access = kernel.open()) {
      List<Nic> nics =
          new Discovery(access.files(), access.ethtool(), names::excluded)
              .find(new DeviceId(config.host().name())).stream().filter(names::ours).toList();
      HostChecks.each(
          new HostFacts(
              access.files(),
              nics,
              options.fabric(),
              new Asker(true, options.variables()),
              asked(),
              options.expectedMbps()),
          options.checks(),
          answered::addAll);
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  /** The devices of this host by ibv_devinfo(1), where it is installed; not those of a folder. */
  private ActiveMtu asked() {
    if (!config.host().root().equals(Path.of("/"))) {
      return ActiveMtu.UNREAD;
    }
    LocalProgram program = new LocalProgram(DEVICE_PATIENCE);
    return nic -> {
      try {
        LocalProgram.Ended told =
            program.run(List.of("ibv_devinfo", "-d", nic.rdmaDevice()), "ibv_devinfo");
        return told.code() == 0
            ? RdmaMtuReader.parse(told.text(), nic.rdmaPort())
            : Optional.empty();
      } catch (TransportException e) {
        return Optional.empty(); // the rule of the driver is asked instead
      }
    };
  }
}
