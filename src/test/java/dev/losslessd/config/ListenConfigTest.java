package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenConfigTest {
  private static final String PAIR = "certificate: \"file:/a.pem\", key: \"credential:tls.key\"";

  @TempDir private Path folder;

  @Test
  void tlsWithItsClientsIsRead() throws IOException {
    Config config =
        good(
            """
            http:
              listen: [ "127.0.0.1:9464", "[::]:9465", "gpu01.example:9466" ]
              tls:
                certificate: file:/etc/losslessd/server.pem
                key: credential:server.key
                clientCa: file:/etc/losslessd/ca.pem
                requireClient: on
                clients:
                  - { name: ci.example, role: operator, devices: [ "leaf*", gpu01 ] }
                  - { name: "*.ops.example", role: admin }
            metrics: { listen: "0.0.0.0:9185", webConfig: /etc/losslessd/web.yaml }
            """);

    assertThat(config.http().listen())
        .extracting(ListenAddress::host)
        .containsExactly("127.0.0.1", "::", "gpu01.example");
    assertThat(config.http().listen())
        .extracting(ListenAddress::port)
        .containsExactly(9464, 9465, 9466);
    assertThat(config.http().listen())
        .extracting(ListenAddress::isLoopback)
        .containsExactly(true, false, false);
    TlsConfig tls = config.http().tls().orElseThrow();
    assertThat(tls.certificate()).isEqualTo(new SecretRef("file:/etc/losslessd/server.pem"));
    assertThat(tls.key()).isEqualTo(new SecretRef("credential:server.key"));
    assertThat(tls.clientCa()).contains(new SecretRef("file:/etc/losslessd/ca.pem"));
    assertThat(tls.requireClient()).isTrue();
    assertThat(tls.clients())
        .containsExactly(
            new TlsConfig.Client(
                "ci.example", Role.OPERATOR, new DeviceScope(List.of("leaf*", "gpu01"))),
            new TlsConfig.Client("*.ops.example", Role.ADMIN, DeviceScope.ALL));
    assertThat(config.metrics().listen()).containsExactly(new ListenAddress("0.0.0.0:9185"));
    assertThat(config.metrics().webConfig()).contains(Path.of("/etc/losslessd/web.yaml"));
  }

  @Test
  void withoutAnyOfItThereIsOnePlainAddressOnLoopback() throws IOException {
    Config config = good("");

    assertThat(config.http().listen()).containsExactly(new ListenAddress("127.0.0.1:9464"));
    assertThat(config.http().tls()).isEmpty();
    assertThat(config.metrics().listen()).isEmpty();
    assertThat(good("http: { listen: [] }").http().listen()).isEmpty();
  }

  @Test
  void beyondThisHostNeedsTlsAndSaysHow() throws IOException {
    for (String address : List.of("0.0.0.0:1", "[::]:1", "10.0.0.5:1", "gpu01:1")) {
      assertThat(messages("http: { listen: [ \"127.0.0.1:1\", \"" + address + "\" ] }"))
          .as(address)
          .singleElement()
          .asString()
          .contains("http.listen", "is beyond this host", "tls: { certificate:", "127.0.0.1");
    }
    assertThat(messages("http: { listen: \"0.0.0.0:1\", tls: { " + PAIR + " } }")).isEmpty();
    assertThat(messages("metrics: { listen: \"0.0.0.0:1\" }")).isEmpty();
  }

  @Test
  void keysThatDoNothingAloneAreMistakes() throws IOException {
    assertThat(messages("http: { tls: { " + PAIR + ", requireClient: on } }"))
        .singleElement()
        .asString()
        .contains("http.tls.requireClient: nothing to verify them with, expected clientCa");
    assertThat(messages("http: { tls: { " + PAIR + ", clients: [ { name: a, role: viewer } ] } }"))
        .singleElement()
        .asString()
        .contains("http.tls.clients", "expected clientCa");
    assertThat(messages("metrics: { webConfig: /a }"))
        .singleElement()
        .asString()
        .contains("metrics.webConfig", "expected metrics.listen");
    assertThat(messages("http: { tls: {} }"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("missing, expected a reference"));
  }

  @Test
  void clientsWithoutAKnownRoleOrWithOddNamesAreMistakes() throws IOException {
    String ca = "clientCa: \"file:/ca.pem\", clients: ";
    assertThat(
            messages(
                "http: { tls: { "
                    + PAIR
                    + ", "
                    + ca
                    + "[ { name: a, role: root }, { role: admin },"
                    + " { name: b, role: viewer, devices: [ \"a b\" ] } ] } }"))
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).contains("'root'", "viewer, operator, admin"))
        .anySatisfy(line -> assertThat(line).contains("clients[1].name: missing"))
        .anySatisfy(line -> assertThat(line).contains("clients[2].devices[0]", "leaf*"));
  }

  @Test
  void devicesLimitOperatorsAlone() throws IOException {
    String clients =
        "[ { name: a, role: operator, devices: [ leaf1 ] }, { name: b, role: admin, devices: ["
            + " leaf1 ] } ]";

    assertThat(
            messages(
                "http: { tls: { "
                    + PAIR
                    + ", clientCa: \"file:/ca.pem\", clients: "
                    + clients
                    + " } }"))
        .singleElement()
        .asString()
        .contains("http.tls.clients[1].devices: come with the role admin, expected none");
  }

  @Test
  void anAddressStandsOnceAndItsPortIsOne() throws IOException {
    assertThat(
            messages("http: { listen: \"127.0.0.1:1\" }\nmetrics: { listen: [ \"127.0.0.1:1\" ] }"))
        .singleElement()
        .asString()
        .contains("metrics.listen", "stands twice");
    assertThat(messages("metrics: { listen: \"127.0.0.1:65536\" }"))
        .singleElement()
        .asString()
        .contains("port 65536, expected 0 to 65535");
    assertThat(messages("http: { listen: { a: b } }"))
        .singleElement()
        .asString()
        .contains("expected address:port");
  }

  private Config good(String text) throws IOException {
    ConfigLoader.Result result = load(text);
    assertThat(result).isInstanceOf(ConfigLoader.Loaded.class);
    ConfigLoader.Loaded loaded = (ConfigLoader.Loaded) result;
    Config again = ((ConfigLoader.Loaded) load(loaded.effective())).config();
    assertThat(again.http()).isEqualTo(loaded.config().http());
    assertThat(again.metrics()).isEqualTo(loaded.config().metrics());
    return loaded.config();
  }

  private List<String> messages(String text) throws IOException {
    return load(text) instanceof ConfigLoader.Broken broken
        ? broken.problems().stream().map(Problem::text).toList()
        : List.of();
  }

  private ConfigLoader.Result load(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("losslessd.yaml"), text + "\n");
    return ConfigLoader.load(file, "gpu01", List.of());
  }
}
