package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Listeners that clients from beyond this host come to: REST under TLS, and the metrics. */
final class RemoteListeners implements AutoCloseable {
  /** Common names of certificates, by the callers that the page about access names. */
  static final Map<String, String> CERTIFICATES = new LinkedHashMap<>();

  static {
    CERTIFICATES.put("viewer certificate", "v");
    CERTIFICATES.put("operator certificate", "o");
    CERTIFICATES.put("operator certificate for other devices", "e");
    CERTIFICATES.put("admin certificate", "a");
    CERTIFICATES.put("certificate that no line names", "n");
  }

  private final TestCa ca;
  private final HttpServer server;
  private final Map<String, Wire> wires = new HashMap<>();

  private RemoteListeners(TestCa ca, HttpServer server) {
    this.ca = ca;
    this.server = server;
  }

  /** Serves what a rig serves, on listeners of its own. */
  static RemoteListeners start(Path folder, Rig rig) {
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost");
    CERTIFICATES.values().forEach(name -> ca.sign(name, "/CN=" + name, ""));
    TlsConfig tls =
        new TlsConfig(
            secret(ca, "server.crt"),
            secret(ca, "server.key"),
            Optional.of(secret(ca, "ca.crt")),
            false,
            List.of(
                new TlsConfig.Client("v", Role.VIEWER, DeviceScope.ALL),
                new TlsConfig.Client("o", Role.OPERATOR, scope("gpu*", "leaf?")),
                new TlsConfig.Client("e", Role.OPERATOR, scope("spine*")),
                new TlsConfig.Client("a", Role.ADMIN, DeviceScope.ALL)));
    HttpOptions options =
        new HttpOptions(
            List.of(new InetSocketAddress("0.0.0.0", 0)),
            null,
            Set.of(),
            () -> Rig.TOKEN,
            Optional.of(tls),
            new HttpOptions.Metrics(List.of(Rig.anyPort()), Optional.empty()),
            HttpLimits.usual());
    return new RemoteListeners(ca, HttpServer.start(options, rig.sources, Rig.TIME, rig.counts));
  }

  private static DeviceScope scope(String... globs) {
    return new DeviceScope(List.of(globs));
  }

  private static SecretRef secret(TestCa ca, String name) {
    return new SecretRef("file:" + ca.file(name));
  }

  /**
   * The way to REST by an address of this host that is not loopback.
   *
   * @param name whose certificate is shown; null for none
   * @return empty where the host has no such address
   */
  Optional<Wire> tls(@Nullable String name) {
    return beyondLoopback()
        .map(own ->
            wires.computeIfAbsent(
                String.valueOf(name),
                _ -> Wire.tls(new InetSocketAddress(own, server.port()), ca.context("ca", name))));
  }

  Wire metrics() {
    return Wire.tcp(server.metricsPorts().getFirst());
  }

  /** The same way with the certificate of a caller, where it has one. */
  Wire showing(String caller, Wire wire) {
    @Nullable String name = CERTIFICATES.get(caller);
    return name == null || wire.tls() == null ? wire : tls(name).orElseThrow();
  }

  static Optional<InetAddress> beyondLoopback() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress())
          .findFirst();
    } catch (SocketException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
