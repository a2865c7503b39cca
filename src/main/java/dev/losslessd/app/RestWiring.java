package dev.losslessd.app;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.Config;
import dev.losslessd.config.SecretRef;
import dev.losslessd.http.HttpCounts;
import dev.losslessd.http.HttpOptions;
import dev.losslessd.http.HttpServer;
import dev.losslessd.http.HttpSources;
import dev.losslessd.http.HttpTime;
import dev.losslessd.http.ListenException;
import dev.losslessd.http.Tokens;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.metrics.Page;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.poll.Supervisor;
import dev.losslessd.store.StateFolder;
import dev.losslessd.watch.Monitoring;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the REST server into its surroundings. */
final class RestWiring {
  private static final Logger LOG = LoggerFactory.getLogger(RestWiring.class);

  private RestWiring() {}

  static HttpServer start(
      DaemonContext daemonContext, CommitEngine commitEngine, Page page, HttpCounts counts) {
    Config config = daemonContext.config();
    Inventory inventory = daemonContext.inventory();
    Host host = inventory.host();
    Monitoring monitoring = daemonContext.monitoring();
    makeFolder(config.http().socket());
    HttpOptions options =
        new HttpOptions(
            List.of(new InetSocketAddress(config.http().address(), config.http().port())),
            config.http().socket(),
            Set.copyOf(config.http().hosts()),
            token(config, daemonContext.state()),
            config.http().limits());
    return HttpServer.start(
        options,
        new HttpSources(
            commitEngine,
            () ->
                Stream.concat(
                        host.nics().stream()
                            .map(nic -> new HttpSources.DrivenNic(nic, Drivers.of(nic).name())),
                        inventory.switchRegistry().serverNics().stream()
                            .map(nic -> new HttpSources.DrivenNic(nic, driver(inventory, nic))))
                    .toList(),
            target ->
                monitoring
                    .seen(target)
                    .map(seen -> new HttpSources.Seen(seen.observed(), seen.at())),
            monitoring::findings,
            monitoring::latest,
            host::everything,
            host::firmware,
            monitoring::flight,
            page::write,
            daemonContext.systemScheduler()::stalled,
            () -> notReady(inventory, monitoring, daemonContext.systemScheduler().supervisor()),
            () -> health(inventory, monitoring),
            monitoring::contracts,
            () -> switches(inventory, monitoring),
            host.id().name(),
            Version.text(),
            daemonContext.time().clock(),
            monitoring::drift),
        new HttpTime(daemonContext.time().nanos(), daemonContext.time().sleeper()),
        counts);
  }

  /** The driver of a server is that of all its ports. */
  private static String driver(Inventory inventory, Nic nic) {
    return Drivers.of(inventory.switchRegistry().config(nic.port().device()).os()).name();
  }

  /** Makes the socket's folder; under systemd RuntimeDirectory did. */
  private static void makeFolder(Path socket) {
    Path folder = socket.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ListenException(
          "folder " + folder + " of the Unix socket cannot be made: " + e.getMessage(), e);
    }
  }

  private static String token(Config config, StateFolder state) {
    return config
        .http()
        .token()
        .map(RestWiring::token)
        .orElseGet(() -> Tokens.readOrMake(state.file("token"), new SecureRandom()));
  }

  private static String token(SecretRef reference) {
    try {
      reference.openness(System::getenv).ifPresent(open -> LOG.warn("http.token: {}", open));
      return reference.read(System::getenv);
    } catch (IllegalStateException e) {
      throw new ListenException("http.token: " + e.getMessage(), e);
    }
  }

  /**
   * Ready means: each port and switch was read at least once, or its failure is known, and all that
   * reads goes on reading.
   */
  private static List<String> notReady(
      Inventory inventory, Monitoring monitoring, Supervisor supervisor) {
    List<String> why = new ArrayList<>(supervisor.late());
    monitoring.health().stream()
        .filter(Health::stalled)
        .map(health -> health.port() + " is not read any more: " + health.reason())
        .forEach(why::add);
    monitoring.health().stream()
        .filter(health -> health.lastSuccess().isEmpty() && health.failures() == 0)
        .map(health -> health.port() + " was not read yet")
        .forEach(why::add);
    inventory.switchRegistry().ids().stream()
        .filter(leaf -> !monitoring.read().contains(leaf))
        .map(leaf -> leaf + " was not read yet")
        .forEach(why::add);
    return why;
  }

  private static List<HttpSources.DeviceHealth> health(Inventory inventory, Monitoring monitoring) {
    List<DeviceId> devices = new ArrayList<>(List.of(inventory.host().id()));
    devices.addAll(inventory.switchRegistry().ids());
    return devices.stream().map(device -> health(device, inventory, monitoring)).toList();
  }

  private static List<HttpSources.KnownSwitch> switches(
      Inventory inventory, Monitoring monitoring) {
    return inventory.switchRegistry().ids().stream()
        .map(device -> {
          Config.Switch config = inventory.switchRegistry().config(device);
          return new HttpSources.KnownSwitch(
              health(device, inventory, monitoring),
              config.os().word(),
              config.address(),
              config.manage(),
              new TreeMap<>(config.labels()),
              inventory.switchRegistry().ports(device));
        })
        .toList();
  }

  private static HttpSources.DeviceHealth health(
      DeviceId device, Inventory inventory, Monitoring monitoring) {
    List<Health> ports =
        monitoring.health().stream().filter(h -> h.port().device().equals(device)).toList();
    boolean up = ports.stream().anyMatch(Health::up);
    Optional<Instant> last =
        ports.stream().map(Health::lastSuccess).flatMap(Optional::stream).max(Instant::compareTo);
    String reason =
        up
            ? inventory.switchRegistry().slowness(device).map(how -> "slow: " + how).orElse("")
            : inventory
                .switchRegistry()
                .trouble(device)
                .or(() -> ports.stream().map(Health::reason).findFirst())
                .orElse("none of its ports is polled");
    return new HttpSources.DeviceHealth(device, up, last.orElse(null), reason);
  }
}
