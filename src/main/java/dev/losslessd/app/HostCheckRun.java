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
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.transport.sysfs.ReadProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private static final String HCAS = "sys/class/infiniband";

  /** Eight devices stay within the second that a gate has. */
  private static final Duration DEVICE_PATIENCE = Duration.ofMillis(50);

  private static final int DEVICES = 16;

  private final Config config;
  private final HostCheckOptions options;
  private volatile String failure = "";
  private final CountDownLatch open;
  private final ReadProbe probe;
  private final List<CheckResult> answered = new CopyOnWriteArrayList<>();

  HostCheckRun(Config config, HostCheckOptions options) {
    this.config = config;
    this.options = options;
    this.open = new CountDownLatch(options.checks().size());
    this.probe = new ReadProbe(config.host().root(), options.patience().dividedBy(2));
  }

  List<CheckResult> results() {
    Thread.ofPlatform().daemon().name("host checks").start(this::answer);
    try {
      boolean _ = open.await(options.patience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    probe.close();
    String lack =
        failure.isEmpty()
            ? "not answered within " + options.patience().toMillis() + " ms"
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
    return all;
  }

  private void answer() {
    try {
      HostFacts facts = facts();
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
    List<String> include = options.ports().isEmpty() ? config.nics().include() : options.ports();
    NicNames names = new NicNames(include, config.nics().exclude());
    ModeGate readsOnly = new ModeGate(new WritePolicy(Mode.OBSERVE, false));
    Kernel kernel = Kernel.of(config, readsOnly, SystemTime.get().nanos());
    try (HostAccess access = kernel.open()) {
      probe.read(askingTheDevice(access.files()));
      List<Nic> nics =
          new Discovery(access.files(), access.ethtool(), names::excluded)
              .find(new DeviceId(config.host().name())).stream().filter(names::ours).toList();
      return new HostFacts(
          access.files(),
          nics,
          options.fabric(),
          new Asker(true, options.variables()),
          asked(),
          options.expectedMbps());
    }
  }

  /**
   * Files whose read asks the firmware of a NIC (ib_query_port in Linux
   * drivers/infiniband/core/sysfs.c), or waits for the lock that such a question holds (speed_show
   * in net/core/net-sysfs.c).
   */
  private static List<String> askingTheDevice(HostFiles files) {
    List<String> paths = new ArrayList<>();
    for (String hca : files.list(HCAS)) {
      for (String port : files.list(HCAS + "/" + hca + "/ports")) {
        for (String name : List.of("state", "rate")) {
          paths.add(HCAS + "/" + hca + "/ports/" + port + "/" + name);
        }
      }
      for (String netdev : files.list(HCAS + "/" + hca + "/device/net")) {
        paths.add("sys/class/net/" + netdev + "/speed");
      }
    }
    return paths;
  }

  /** The devices of this host by ibv_devinfo(1), where it is installed; not those of a folder. */
  private ActiveMtu asked() {
    if (!config.host().root().equals(Path.of("/"))) {
      return ActiveMtu.UNREAD;
    }
    Duration share = options.patience().dividedBy(DEVICES);
    LocalProgram program =
        new LocalProgram(share.compareTo(DEVICE_PATIENCE) > 0 ? share : DEVICE_PATIENCE);
    return nic -> {
      try {
        LocalProgram.Ended told =
            program.run(List.of("ibv_devinfo", "-d", nic.rdmaDevice()), "ibv_devinfo");
        return told.code() == 0
            ? RdmaMtuReader.parse(told.text(), nic.rdmaPort())
            : Optional.empty();
      } catch (TransportException e) {
        if (e.kind() == TransportException.Kind.TIMEOUT) {
          throw e; // a device that does not answer is not known to be well
        }
        return Optional.empty(); // not installed: the rule of the driver is asked instead
      }
    };
  }
}
