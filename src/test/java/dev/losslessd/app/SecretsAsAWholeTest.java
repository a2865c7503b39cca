package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.transport.ssh.FakeDevice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A daemon with a secret of every kind, each used rightly and wrongly, logs at every level; then
 * all that it says, keeps and shows of itself is searched for them.
 */
@SystemGroup
class SecretsAsAWholeTest {
  /** Hash of "correct horse", made by crypt(3) of libxcrypt. */
  private static final String HASH = "$2y$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu";

  private static final String VARIABLE = "LOSSLESSD_TEST_JUMP";

  private static final String JUMP = "skipping-badgers";

  @TempDir private Path folder;

  /** Logins that the jump host took or refused. */
  private final List<Boolean> jumps = new CopyOnWriteArrayList<>();

  private volatile boolean shut;
  private ToldSecrets all = new ToldSecrets(Path.of(""));

  @Test
  void secretsOfEveryKindAreNowhereTold() throws Exception {
    all = new ToldSecrets(folder);
    List<SwitchSystem> leaves = List.of(SwitchSystem.NXOS, SwitchSystem.NXOS);
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1");
    try (FakeDevice jump = jump();
        DaemonFixture fixture = new DaemonFixture(folder, "enforce", "", leaves)) {
      configure(fixture, jump);
      fixture.from(ToldSecrets.talkative());
      fixture.start();
      DaemonFixture.await(() -> up(fixture, 2), "the switches are not read with the right secrets");

      useTokens(fixture);
      scrape(ca);
      String leaf = "leaf1:Ethernet1/1";
      var set = fixture.type("set", leaf, "mtu", "9000", "--accept-scope", "--confirm", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      all.told.put("processes with the right secrets", ToldSecrets.processes(fixture));
      makeWrong(fixture);

      listen(fixture);
    }
    assertThat(jumps).as("logins on the jump host").contains(true, false);
    all.assertThatNothingIsTold();
  }

  /** A jump host with a password, which it may refuse. */
  private FakeDevice jump() throws Exception {
    return FakeDevice.start(
        _ -> {},
        server -> {
          server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
          server.setPasswordAuthenticator((_, password, _) -> {
            jumps.add(password.equals(JUMP) && !shut);
            return password.equals(JUMP) && !shut;
          });
        });
  }

  private void configure(DaemonFixture fixture, FakeDevice jump) throws Exception {
    Path leaf1 = fixture.fabric.dir().resolve("leaf1");
    Path leaf2 = fixture.fabric.dir().resolve("leaf2");
    secret("password", "losslessd-demo", "right password and community");
    secret("auth", "losslessd-demo-auth", "right passphrase of SNMP's hash");
    secret("priv", "losslessd-demo-priv", "right passphrase of SNMP's cipher");
    secret("passphrase", "tumbling-otters", "right passphrase of the SSH key");
    Path key = folder.resolve("id");
    Process keygen =
        new ProcessBuilder(
                "ssh-keygen", "-q", "-t", "ecdsa", "-N", "tumbling-otters", "-f", "" + key)
            .inheritIO()
            .start();
    assertThat(keygen.waitFor()).isZero();
    Files.copy(folder.resolve("id.pub"), leaf2.resolve("authorized_keys"));
    // a variable of the daemon and a credential of systemd
    all.secrets.put("password of the jump host", JUMP);
    fixture.variables.put(VARIABLE, JUMP);
    Files.createDirectory(folder.resolve("credentials"));
    all.privately("credentials/community", "losslessd-demo\n");
    fixture.variables.put("CREDENTIALS_DIRECTORY", "" + folder.resolve("credentials"));
    all.secrets.put("SSH key", Files.readAllLines(key).get(2));
    all.secrets.put("TLS key", Files.readAllLines(folder.resolve("server.key")).get(2));
    all.secrets.put("hash of the web config", HASH);
    all.privately(
        "web.yaml",
        """
        tls_server_config: { cert_file: server.crt, key_file: server.key }
        basic_auth_users: { prometheus: "%s" }
        """
            .formatted(HASH));
    Files.writeString(
        fixture.config,
        Files.readString(fixture.config)
            + """
            metrics: { listen: "127.0.0.1:0", webConfig: %1$s/web.yaml }
            jumps:
              - name: bastion1
                address: 127.0.0.1
                ssh: { user: hop, port: %8$s, password: "env:%9$s", hostKey: "%10$s" }
            switches:
              - name: leaf1
                address: 127.0.0.1
                os: nxos
                manage: true
                ssh: { user: admin, port: %2$s, password: "file:%1$s/password", knownHosts: %3$s/known_hosts }
                snmp: { version: 3, user: monitor256, authKey: "file:%1$s/auth", privKey: "file:%1$s/priv", port: %4$s }
                poll: { snmp: 1s, ssh: 10s }
                ports: [Ethernet1/1]
              - name: leaf2
                address: 127.0.0.1
                os: nxos
                manage: true
                via: { jump: bastion1 }
                ssh: { user: admin, port: %5$s, key: "file:%1$s/id", passphrase: "file:%1$s/passphrase", knownHosts: %6$s/known_hosts }
                snmp: { version: 2c, community: "credential:community", port: %7$s }
                poll: { snmp: 1s, ssh: 10s }
                ports: [Ethernet1/1]
            """
                .formatted(
                    folder,
                    port(leaf1, "ssh"),
                    leaf1,
                    port(leaf1, "snmp"),
                    port(leaf2, "ssh"),
                    leaf2,
                    port(leaf2, "snmp"),
                    jump.port(),
                    VARIABLE,
                    jump.fingerprint()));
  }

  private static String port(Path leaf, String way) throws IOException {
    return Files.readString(leaf.resolve(way + ".port")).strip();
  }

  private void secret(String file, String value, String what) throws IOException {
    all.secrets.put(what, value);
    all.privately(file, value + "\n");
  }

  /** Whether that many switches answer by SSH and by SNMP. */
  private static boolean up(DaemonFixture fixture, int wanted) {
    String page = fixture.get("/metrics").body();
    return Stream.of("leaf1", "leaf2")
            .filter(leaf ->
                page.contains(
                    "roce_target_up{device=\""
                        + leaf
                        + "\",port=\"Ethernet1/1\",poller=\"gpu01\"} 1"))
            .filter(leaf ->
                fixture
                    .ask("/api/v1/ports/" + leaf + "/Ethernet1/1/mtu")
                    .body()
                    .contains("\"state\":\"value\""))
            .count()
        == wanted;
  }

  private void useTokens(DaemonFixture fixture) throws Exception {
    String made =
        fixture
            .type("token", "create", "ci", "--role", "operator")
            .text()
            .lines()
            .findFirst()
            .orElseThrow();
    String wrong = made.substring(0, 40) + "wrong";
    all.secrets.put("token", made);
    all.secrets.put("wrong token", wrong);
    all.secrets.put("token of the state folder", fixture.token());
    for (String token : List.of(made, wrong)) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder().header("Authorization", "Bearer " + token);
      URI uri = URI.create("http://127.0.0.1:" + fixture.port() + "/api/v1/status");
      all.told.put(
          "answer to a token " + all.told.size(),
          ToldSecrets.send(HttpClient.newHttpClient(), request.uri(uri)).body());
    }
  }

  /** With the right password and a wrong one. */
  private void scrape(TestCa ca) throws Exception {
    String log = Files.readString(folder.resolve("daemon.log"));
    URI uri = URI.create(log.replaceAll("(?s).*(https://127\\.0\\.0\\.1:\\d+/metrics).*", "$1"));
    try (HttpClient client = HttpClient.newBuilder().sslContext(ca.context("ca", null)).build()) {
      for (String password : List.of("correct horse", "wrong staple")) {
        String basic =
            Base64.getEncoder()
                .encodeToString(("prometheus:" + password).getBytes(StandardCharsets.UTF_8));
        all.secrets.put("password " + password, password);
        all.secrets.put("header of " + password, basic);
        HttpRequest.Builder request =
            HttpRequest.newBuilder().uri(uri).header("Authorization", "Basic " + basic);
        HttpResponse<String> reply = ToldSecrets.send(client, request);
        assertThat(reply.statusCode()).isEqualTo(password.startsWith("wrong") ? 401 : 200);
        all.told.put("metrics to " + password, reply.body());
      }
    }
  }

  /** Other secrets in the same files, and sessions that end, so that each is tried. */
  private void makeWrong(DaemonFixture fixture) throws Exception {
    shut = true;
    fixture.tell("vanish leaf2");
    fixture.tell("return leaf2");
    DaemonFixture.await(() -> jumps.contains(false), "the jump host refused nobody");
    secret("password", "yesterdays-word", "wrong password");
    secret("credentials/community", "yesterdays-community", "wrong community");
    secret("auth", "yesterdays-auth", "wrong passphrase of SNMP's hash");
    secret("priv", "yesterdays-priv", "wrong passphrase of SNMP's cipher");
    secret("passphrase", "walking-otters", "wrong passphrase of the SSH key");
    for (String leaf : List.of("leaf1", "leaf2")) {
      fixture.tell("vanish " + leaf);
      fixture.tell("return " + leaf);
    }
    DaemonFixture.await(
        () ->
            fixture.get("/api/v1/findings").body().split("login-refused", -1).length > 2
                || fixture.get("/api/v1/findings").body().contains("passphrase"),
        "wrong secrets are not told");
  }

  /** Everything that the daemon says and keeps, and that others see of it. */
  private void listen(DaemonFixture fixture) throws Exception {
    JsonNode document = JsonMapper.shared().readTree(fixture.get("/openapi.json").body());
    int good = 0;
    for (String path : document.path("paths").propertyNames()) {
      for (String device : List.of("gpu01", "leaf1")) {
        String real =
            path.replace("{device}", device)
                .replace("{name}", "leaf1")
                .replace("{port}", device.equals("gpu01") ? "ens1f0np0" : "Ethernet1/1")
                .replace("{id}", "c-000001")
                .replace("{number}", "1");
        if (document.path("paths").path(path).has("get")) {
          HttpResponse<String> reply = fixture.ask(real);
          good += reply.statusCode() == 200 ? 1 : 0;
          all.told.put("GET " + real, reply.body());
        }
      }
    }
    assertThat(good).isGreaterThan(40);
    for (String verb :
        List.of("status", "findings", "devices", "token list", "trust leaf1 --dry-run")) {
      all.told.put(verb, fixture.type(verb.split(" ")).text());
    }
    all.told.put("config show", fixture.type("config", "show", fixture.config.toString()).text());
    bundle(fixture);
    all.told.put("processes with the wrong secrets", ToldSecrets.processes(fixture));
    Path state = folder.resolve("state");
    all.told.put(
        "journal export", fixture.type("journal", "export", "" + state.resolve("journal")).text());
    assertThat(all.told.get("journal export")).contains("confirmed");
    all.keptIn(state);
    assertThat(all.told.get(state.resolve("events.jsonl").toString())).contains("token-made");
    all.told.put("log", Files.readString(folder.resolve("daemon.log")));
  }

  private void bundle(DaemonFixture fixture) throws Exception {
    Path file = folder.resolve("all.zip");
    var made = fixture.type("bundle", file.toString());
    assertThat(made.code()).as(made.text()).isZero();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry part : Collections.list(zip.entries())) {
        all.told.put(
            "bundle: " + part.getName(),
            new String(zip.getInputStream(part).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }
}
