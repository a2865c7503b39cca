package dev.losslessd.app;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ListenAddress;
import dev.losslessd.config.SecretRef;
import dev.losslessd.http.AccessTokens;
import dev.losslessd.http.HttpCounts;
import dev.losslessd.http.HttpOptions;
import dev.losslessd.http.HttpServer;
import dev.losslessd.http.HttpSources;
import dev.losslessd.http.HttpTime;
import dev.losslessd.http.ListenException;
import dev.losslessd.http.RotatedToken;
import dev.losslessd.http.Tokens;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.store.StateFolder;
import dev.losslessd.store.TokenFile;
import dev.losslessd.watch.Conditions;
import dev.losslessd.watch.Monitoring;
import dev.losslessd.watch.Readiness;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the REST server into its surroundings. */
final class RestWiring {
  private static final Logger LOG = LoggerFactory.getLogger(RestWiring.class);

  /** How often conditions are looked at, so that a change has its time. */
  private static final Duration CONDITIONS = Duration.ofSeconds(5);

  private RestWiring() {}

  static HttpServer start(
      DaemonContext context,
      CommitEngine commitEngine,
      HostCheckWiring checks,
      ConfigReload reload,
      BiConsumer<PageRequest, OutputStream> page,
      HttpCounts counts) {
    Inventory inventory = context.inventory();
    Monitoring monitoring = context.monitoring();
    makeFolder(context.config().http().socket());
    HttpOptions options = options(context.config(), context.state());
    Readiness readiness = new Readiness.OfDaemon(inventory, monitoring, context.scheduler());
    Conditions conditions =
        new Conditions(
            commitEngine,
            monitoring.judgement(),
            readiness,
            reload::status,
            context.time().clock());
    context.scheduler().every("conditions", CONDITIONS, conditions::now);
    return HttpServer.start(
        options,
        new HttpSources(
            commitEngine,
            monitoring.devices(),
            inventory.host(),
            SwitchTrust.of(inventory.switchRegistry(), context.actions(), context.time().clock()),
            monitoring,
            monitoring.judgement(),
            readiness,
            conditions,
            reload,
            context.events(),
            page,
            checks.jobHosts(),
            checks.board(),
            () -> context.config().waves(),
            new AccessTokens(
                new TokenFile(context.state().file("tokens")),
                new SecureRandom(),
                context.time().clock(),
                context.actions()),
            new HttpSources.About(
                inventory.host().id().name(),
                Version.text(),
                context.time().clock(),
                context.config().host().root(),
                () -> context.config().nics().exclude())),
        new HttpTime(context.time().nanos(), context.time().sleeper()),
        counts);
  }

  /**
   * Where the server listens and whom it lets in, by a config.
   *
   * @throws ListenException a secret cannot be read, or an address is none
   */
  static HttpOptions options(Config config, StateFolder state) {
    return new HttpOptions(
        addresses(config.http().listen()),
        config.http().socket(),
        Set.copyOf(config.http().hosts()),
        token(config, state),
        config.http().tls(),
        new HttpOptions.Metrics(addresses(config.metrics().listen()), config.metrics().webConfig()),
        config.http().limits());
  }

  private static List<InetSocketAddress> addresses(List<ListenAddress> all) {
    return all.stream().map(one -> new InetSocketAddress(one.host(), one.port())).toList();
  }

  /** Where the server answers, for its first line in the log. */
  static String urls(Config config, HttpServer http) {
    String scheme = config.http().tls().isPresent() ? "https://" : "http://";
    List<String> urls = new ArrayList<>(urls(scheme, config.http().listen(), http.ports()));
    String plain = http.encryptsMetrics() ? "https://" : "http://";
    urls(plain, config.metrics().listen(), http.metricsPorts())
        .forEach(url -> urls.add(url + "/metrics"));
    return urls.isEmpty() ? "no TCP address" : String.join(", ", urls);
  }

  private static List<String> urls(String scheme, List<ListenAddress> at, List<Integer> ports) {
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      String text = at.get(i).text();
      urls.add(scheme + text.substring(0, text.lastIndexOf(':') + 1) + ports.get(i));
    }
    return urls;
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

  private static Supplier<String> token(Config config, StateFolder state) {
    return config
        .http()
        .token()
        .map(RestWiring::token)
        .orElseGet(() ->
            new RotatedToken(() -> Tokens.readOrMake(state.file("token"), new SecureRandom())));
  }

  private static Supplier<String> token(SecretRef reference) {
    try {
      reference.openness(System::getenv).ifPresent(open -> LOG.warn("http.token: {}", open));
      return new RotatedToken(() -> reference.read(System::getenv));
    } catch (IllegalStateException e) {
      throw new ListenException("http.token: " + e.getMessage(), e);
    }
  }
}
