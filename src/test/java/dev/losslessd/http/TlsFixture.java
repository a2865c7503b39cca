package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.http.TestCa.Ran;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A server under TLS with a certificate authority of its own, and clients that know it. */
final class TlsFixture implements AutoCloseable {
  static final int CONNECTIONS = 16;
  static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          Duration.ofSeconds(30),
          64 * 1024,
          1024 * 1024,
          4,
          8 * 1024 * 1024);

  final TestCa ca;
  final Rig rig;
  final AtomicLong nanos = new AtomicLong();
  final HttpCounts counts = new HttpCounts();
  private @Nullable HttpServer server;

  TlsFixture(Path folder) {
    ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1,DNS:*.lab.example");
    rig = new Rig(folder);
    rig.now = Instant.now();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    rig.close();
  }

  void listen(boolean requireClient) {
    listen(requireClient, Rig.anyPort());
  }

  void listen(boolean requireClient, InetSocketAddress address) {
    TlsConfig tls =
        new TlsConfig(
            secret("server.crt"),
            secret("server.key"),
            Optional.of(secret("ca.crt")),
            requireClient,
            List.of(
                new TlsConfig.Client("ci.example", Role.OPERATOR, DeviceScope.ALL),
                new TlsConfig.Client("*.ops.example", Role.ADMIN, DeviceScope.ALL)));
    server =
        HttpServer.start(
            new HttpOptions(
                List.of(address),
                null,
                Set.of("gpu01.example"),
                () -> Rig.TOKEN,
                Optional.of(tls),
                HttpOptions.Metrics.NONE,
                LIMITS),
            rig.sources,
            new HttpTime(nanos::incrementAndGet, _ -> {}),
            counts);
  }

  int port() {
    return started().port();
  }

  static String bearer() {
    return "Authorization: Bearer " + Rig.TOKEN;
  }

  static List<String> ecKey() {
    return List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256");
  }

  static String[] with(String name, String... more) {
    List<String> all = new ArrayList<>(List.of("--cert", name + ".crt", "--key", name + ".key"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  Ran curl(String path, String... options) {
    return curlTo("https://localhost:" + port() + path, options);
  }

  Ran curlTo(String url, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/curl",
                "-sS",
                "--noproxy",
                "*",
                "--cacert",
                "ca.crt",
                "--max-time",
                "60",
                "-w",
                "\nHTTP %{http_code}\n"));
    command.addAll(List.of(options));
    command.add(url);
    return ca.run("", command.toArray(String[]::new));
  }

  Ran openssl(String... options) {
    return ca.run("", command(options));
  }

  String[] command(String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/openssl",
                "s_client",
                "-connect",
                "localhost:" + port(),
                "-CAfile",
                "ca.crt"));
    command.addAll(List.of(options));
    return command.toArray(String[]::new);
  }

  void awaitConnections(int number) {
    while (started().listeners().getFirst().connections() < number) {
      Thread.onSpinWait();
    }
  }

  void look() {
    started().listeners().forEach(Listener::check);
  }

  HttpServer started() {
    HttpServer now = server;
    if (now == null) {
      throw new AssertionError("not started");
    }
    return now;
  }

  SecretRef secret(String name) {
    return new SecretRef("file:" + ca.file(name));
  }
}
