package dev.losslessd.app;

import dev.losslessd.checks.Asker;
import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.FabricView;
import dev.losslessd.checks.HostFacts;
import dev.losslessd.checks.VerbsLibrary;
import dev.losslessd.cli.LocalVerbs.SeenHost;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.transport.sysfs.ReadProbe;
import dev.losslessd.watch.LosslessClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** This host as jobs of the calling process see it, without a daemon. */
record CallerHost(HostView view, Duration patience) {
  /** Looks as long as the patience lasts: a read of a NIC may hang. */
  SeenHost look() {
    CompletableFuture<JobHost> seen = new CompletableFuture<>();
    ReadProbe probe = new ReadProbe(view.root(), patience.dividedBy(2));
    Thread.ofPlatform()
        .daemon()
        .name("look at the host")
        .start(() -> seen.completeAsync(() -> host(probe), Runnable::run));
    try {
      return new SeenHost(seen.get(patience.toMillis(), TimeUnit.MILLISECONDS), "");
    } catch (TimeoutException e) {
      return lacking("files of its NICs do not answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      return lacking(
          Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("unknown"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lacking("interrupted");
    } finally {
      probe.close();
    }
  }

  private static SeenHost lacking(String why) {
    return new SeenHost(JobHost.UNKNOWN, why);
  }

  private JobHost host(ReadProbe probe) {
    CallerLook look = CallerLook.of(view, List.of(), probe);
    DeviceId host = new DeviceId(view.config().host().name());
    HostFacts facts =
        new HostFacts(
            look.files(),
            look.ports(),
            FabricView.unknown(""),
            Asker.DAEMON,
            VerbsLibrary.NOT_ASKED,
            OptionalLong.empty());
    return new JobHost(
        host.name(),
        ports(host, look.ports()),
        new LosslessClass(view.config()::policy, () -> Intent.NOTHING).of(host),
        look.routes(),
        facts.reach(),
        List.of());
  }

  private static List<JobPort> ports(DeviceId host, CallerPorts ports) {
    List<JobPort> all = new ArrayList<>();
    for (Nic nic : ports.counted()) {
      JobPort port = port(nic);
      all.add(port.without(ports.lacks().getOrDefault(nic.port().name(), port.lack(nic.state()))));
    }
    ports.leftOut().forEach((name, why) -> all.add(leftOut(host, ports, name).without(why)));
    return all;
  }

  private static JobPort leftOut(DeviceId host, CallerPorts ports, String name) {
    return ports.nics().stream()
        .filter(nic -> nic.port().name().equals(name))
        .findFirst()
        .map(CallerHost::port)
        .orElseGet(() ->
            new JobPort(
                new PortId(host, name), name, 1, false, Verdict.UNKNOWN, "", List.of(), "", ""));
  }

  private static JobPort port(Nic nic) {
    return new JobPort(
        nic.port(),
        nic.rdmaDevice(),
        nic.rdmaPort(),
        nic.isActive(),
        Verdict.UNKNOWN,
        "",
        nic.gids(),
        "",
        "");
  }
}
