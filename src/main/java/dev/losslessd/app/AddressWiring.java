package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.NicFilters;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.watch.HostAddresses;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What watches names and addresses of this host's NICs beside their counters and settings. */
final class AddressWiring {
  /**
   * GIDs are read by the discovery; this reads one to some files of /proc, and lists two folders.
   */
  private static final Duration EVERY = Duration.ofSeconds(5);

  /** A file that hangs holds up the start no longer. */
  private static final Duration FIRST = Duration.ofSeconds(3);

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
    context.scheduler().first("the first look at addresses", FIRST, look);
    context.scheduler().every("addresses of NICs", EVERY, look);
    context.monitoring().alsoFinds("addresses of NICs", addresses::findings);
    context.monitoring().alsoFinds("nics", _ -> filters.get().finding(host.id()).stream());
  }

  private static void filters(
      HostFiles files, Config.Nics nics, AtomicReference<NicFilters> filters) {
    try {
      filters.set(filters(files, nics));
    } catch (TransportException e) {
      return; // the finding file-hangs says which folder
    }
  }

  private static NicFilters filters(HostFiles files, Config.Nics nics) {
    return NicFilters.of(files, nics.include(), nics.exclude(), nics.labels().keySet());
  }

  /** Patterns of a config that match no NIC, in words; empty where the folders do not answer. */
  static Optional<String> unmatched(HostView view) {
    try {
      return filters(view.kernel().files(), view.config().nics()).text();
    } catch (TransportException e) {
      return Optional.empty();
    }
  }
}
