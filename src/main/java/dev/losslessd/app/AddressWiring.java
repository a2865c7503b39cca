package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.NicFilters;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.watch.HostAddresses;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** What watches names and addresses of this host's NICs beside their counters and settings. */
final class AddressWiring {
  /**
   * GIDs are read by the discovery; this reads one to some files of /proc, and lists two folders.
   */
  private static final Duration EVERY = Duration.ofSeconds(5);

  private AddressWiring() {}

  static void start(DaemonContext context) {
    Host host = context.inventory().host();
    HostFiles files = context.kernel().files().apart("addresses of NICs");
    HostAddresses addresses =
        new HostAddresses(
            host.id(),
            host::nics,
            files,
            name -> context.names().get().excluded(name),
            context.events()::publish,
            context.time().clock());
    AtomicReference<NicFilters> filters =
        new AtomicReference<>(new NicFilters(List.of(), List.of(), false));
    Runnable look =
        () -> {
          addresses.look();
          filters(files, context.config().nics(), filters);
        };
    look.run();
    context.systemScheduler().every("addresses of NICs", EVERY, look);
    context.monitoring().alsoFinds(addresses::findings);
    context.monitoring().alsoFinds(now -> filters.get().finding(host.id(), now).stream().toList());
  }

  private static void filters(
      HostFiles files, Config.Nics nics, AtomicReference<NicFilters> filters) {
    try {
      filters.set(filters(files, nics));
    } catch (TransportException e) {
      return; // the finding file-hangs says which folder
    }
  }

  /** The globs of a config against the names that are there. */
  static NicFilters filters(HostFiles files, Config.Nics nics) {
    return NicFilters.of(files, nics.include(), nics.exclude(), nics.labels().keySet());
  }
}
