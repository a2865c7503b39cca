package dev.losslessd.app;

import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.config.SecretRef;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.http.HttpCounts;
import dev.losslessd.http.HttpOptions;
import dev.losslessd.http.HttpServer;
import dev.losslessd.http.HttpSources;
import dev.losslessd.http.HttpTime;
import dev.losslessd.http.ListenException;
import dev.losslessd.http.Tokens;
import dev.losslessd.metrics.Page;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.store.StateFolder;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the REST server into its surroundings. */
final class Face {
  private static final Logger LOG = LoggerFactory.getLogger(Face.class);

  private Face() {}

  static HttpServer start(Ground ground, Transactions transactions, Page page, HttpCounts counts) {
    Config config = ground.config();
    Site site = ground.site();
    Host host = site.host();
    Watcher watcher = ground.watcher();
    makeFolder(config.http().socket());
    HttpOptions options =
        new HttpOptions(
            List.of(new InetSocketAddress(config.http().address(), config.http().port())),
            config.http().socket(),
            Set.copyOf(config.http().hosts()),
            token(config, ground.state()),
            config.http().limits());
    return HttpServer.start(
        options,
        new HttpSources(
            transactions,
            () ->
                Stream.concat(
                        host.nics().stream()
                            .map(nic -> new HttpSources.DrivenNic(nic, Drivers.of(nic).name())),
                        site.switches().serverNics().stream()
                            .map(nic -> new HttpSources.DrivenNic(nic, driver(site, nic))))
                    .toList(),
            target ->
                watcher.seen(target).map(seen -> new HttpSources.Seen(seen.observed(), seen.at())),
            watcher::findings,
            watcher::latest,
            port -> host.everything(port, ground.clock()),
            host::firmware,
            watcher::flight,
            page::write,
            ground.clockwork()::stalled,
            () -> notReady(site, watcher, ground.clockwork().supervisor()),
            () -> health(site, watcher),
            watcher::contracts,
            () -> switches(site, watcher),
            host.id().name(),
            Version.text(),
            ground.clock(),
            watcher::drift),
        new HttpTime(System::nanoTime, Clockwork::pause),
        counts);
  }

  /** The driver of a server is that of all its ports. */
  private static String driver(Site site, Nic nic) {
    return Drivers.switchDriver(site.switches().config(nic.port().device()).os())
        .map(SwitchDriver::name)
        .orElse("");
  }

  /** Under systemd RuntimeDirectory made it; by hand nobody did. */
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
        .map(Face::token)
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
  private static List<String> notReady(Site site, Watcher watcher, Supervisor supervisor) {
    List<String> why = new ArrayList<>(supervisor.late());
    watcher.health().stream()
        .filter(Health::stalled)
        .map(health -> health.port() + " is not read any more: " + health.reason())
        .forEach(why::add);
    watcher.health().stream()
        .filter(health -> health.lastSuccess().isEmpty() && health.failures() == 0)
        .map(health -> health.port() + " was not read yet")
        .forEach(why::add);
    site.switches().ids().stream()
        .filter(leaf -> !watcher.read().contains(leaf))
        .map(leaf -> leaf + " was not read yet")
        .forEach(why::add);
    return why;
  }

  private static List<HttpSources.DeviceHealth> health(Site site, Watcher watcher) {
    List<DeviceId> devices = new ArrayList<>(List.of(site.host().id()));
    devices.addAll(site.switches().ids());
    return devices.stream().map(device -> health(device, site, watcher)).toList();
  }

  private static List<HttpSources.KnownSwitch> switches(Site site, Watcher watcher) {
    return site.switches().ids().stream()
        .map(device -> {
          Config.Switch config = site.switches().config(device);
          return new HttpSources.KnownSwitch(
              health(device, site, watcher),
              config.os(),
              config.address(),
              config.manage(),
              site.switches().ports(device));
        })
        .toList();
  }

  private static HttpSources.DeviceHealth health(DeviceId device, Site site, Watcher watcher) {
    List<Health> ports =
        watcher.health().stream().filter(h -> h.port().device().equals(device)).toList();
    boolean up = ports.stream().anyMatch(Health::up);
    Optional<Instant> last =
        ports.stream().map(Health::lastSuccess).flatMap(Optional::stream).max(Instant::compareTo);
    String reason =
        up
            ? site.switches().slowness(device).map(how -> "slow: " + how).orElse("")
            : site.switches()
                .trouble(device)
                .or(() -> ports.stream().map(Health::reason).findFirst())
                .orElse("none of its ports is polled");
    return new HttpSources.DeviceHealth(device, up, last.orElse(null), reason);
  }
}
