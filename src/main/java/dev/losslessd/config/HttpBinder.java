package dev.losslessd.config;

import static dev.losslessd.config.Binder.text;
import static dev.losslessd.config.Binder.time;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;
import java.nio.file.Path;
import java.util.List;

/** Checked values of {@code http} and {@code metrics} as records. */
final class HttpBinder {
  private HttpBinder() {}

  static Config.Http http(Fields http) {
    return new Config.Http(
        addresses(http),
        Path.of(text(http, "socket")),
        http.word("token").map(SecretRef::new),
        http.words("hosts"),
        http.sectionIfThere("tls").map(HttpBinder::tls),
        limits(http.section("limits")));
  }

  static Config.Metrics metrics(Fields metrics) {
    return new Config.Metrics(
        addresses(metrics),
        metrics.word("webConfig").map(Path::of),
        Binder.number(metrics, "maxSeries"));
  }

  private static List<ListenAddress> addresses(Fields fields) {
    return fields.words("listen").stream().map(ListenAddress::new).toList();
  }

  private static TlsConfig tls(Fields tls) {
    return new TlsConfig(
        new SecretRef(text(tls, "certificate")),
        new SecretRef(text(tls, "key")),
        tls.word("clientCa").map(SecretRef::new),
        tls.flag("requireClient"),
        tls.list("clients").stream().map(client -> client((Fields) client)).toList());
  }

  private static TlsConfig.Client client(Fields client) {
    return new TlsConfig.Client(
        text(client, "name"),
        Worded.find(Role.class, text(client, "role")).orElseThrow(),
        new DeviceScope(client.words("devices")));
  }

  private static Config.HttpLimits limits(Fields limits) {
    return new Config.HttpLimits(
        Binder.number(limits, "connections"),
        time(limits, "header"),
        time(limits, "body"),
        time(limits, "idle"),
        time(limits, "write"),
        Binder.number(limits, "smallBody"),
        Binder.number(limits, "largeBody"),
        Binder.number(limits, "largeAnswers"),
        Binder.number(limits, "largestAnswer"));
  }
}
