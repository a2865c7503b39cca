package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Ansible role against a real daemon, run by Debian's own ansible-playbook. */
@SystemGroup
class AnsibleRoleTest {
  private static final Path PLAYBOOK = Path.of("/usr/bin/ansible-playbook");
  private static final Path ANSIBLE = Path.of("src/deploy/ansible").toAbsolutePath();
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private static Path folder;
  private static DaemonFixture fixture;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(Files.isExecutable(PLAYBOOK), "no ansible-playbook: package ansible-core");
    fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s, returnWithin: 30s }\n");
    fixture.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  /**
   * Exit code and output of a playbook.
   *
   * @param changed tasks that changed something, of its recap
   */
  private record Ran(int code, String text, int changed) {}

  @Test
  void theFirstRunChangesTheSecondDoesNotAndCheckModeWritesNothing() throws Exception {
    String wish = "{\"pfc\": {\"lossless\": [3]}}";
    int before = commits();

    Ran check = play(wish, Map.of(), "--check", "--diff");
    assertThat(check.code()).as(check.text()).isZero();
    assertThat(check.changed()).isEqualTo(1);
    assertThat(check.text()).contains(PORT + " pfc: none -> 3");
    assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    assertThat(commits()).isEqualTo(before);

    Ran first = play(wish, Map.of());
    assertThat(first.code()).as(first.text()).isZero();
    assertThat(first.changed()).isEqualTo(1);
    assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
    assertThat(fixture.get("/api/v1/commits").body()).contains("\"state\":\"confirmed\"");
    int begun = commits();

    for (String mode : List.of("--check", "--diff")) {
      Ran second = play(wish, Map.of(), mode);
      assertThat(second.code()).as(second.text()).isZero();
      assertThat(second.changed()).as(second.text()).isZero();
    }
    assertThat(commits()).isEqualTo(begun);

    Ran back = play("{\"pfc\": null}", Map.of());
    assertThat(back.changed()).as(back.text()).isEqualTo(1);
    Ran again = play("{\"pfc\": null}", Map.of());
    assertThat(again.changed()).as(again.text()).isZero();
  }

  @Test
  void aBadValueFailsWithTheWordsOfTheApi() throws Exception {
    int before = commits();

    Ran ran = play("{\"pfc\": {\"lossless\": [9]}, \"pcf\": {}}", Map.of());

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.text())
        .contains(PORT + ".pfc.lossless[0] is 9, expected a whole number of 0..7")
        .contains(PORT + ".pcf is no setting, did you mean 'pfc'?");
    assertThat(commits()).isEqualTo(before);
  }

  @Test
  void aRefusedPlanFailsWithItsReason() throws Exception {
    Ran ran = play("{\"trust\": {\"field\": \"dscp\"}}", Map.of());

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.text()).contains(PORT + " trust: follows from the DSCP map");
  }

  @Test
  void whatIsNotHealthyInTimeIsUndoneAndSaysWhy() throws Exception {
    Ran ran =
        play(
            "{\"dcqcn\": {\"minTimeBetweenCnpsMicros\": 50}}",
            Map.of("losslessd_accept_idle", "false", "losslessd_confirm_within", "20s"));

    assertThat(ran.code()).as(ran.text()).isEqualTo(2);
    assertThat(ran.text()).contains("was not healthy within 20s").contains("it is rolled-back");
    assertThat(fixture.tell("state " + PORT).toString()).doesNotContain("=50");
  }

  @Test
  void theTokenGoesOverTcpAndIsInNoOutput() throws Exception {
    Map<String, String> tcp =
        Map.of(
            "losslessd_socket",
            "",
            "losslessd_url",
            "http://127.0.0.1:" + fixture.port(),
            "losslessd_token",
            fixture.token(),
            "losslessd_confirm",
            "now");
    String wish = "{\"dcqcn\": {\"minTimeBetweenCnpsMicros\": 8}}";

    Ran right = play(wish, tcp, "-vvv");
    assertThat(right.code()).as(right.text()).isZero();
    assertThat(right.changed()).isEqualTo(1);
    assertThat(right.text()).doesNotContain(fixture.token());

    Map<String, String> wrong = new HashMap<>(tcp);
    wrong.put("losslessd_token", "not-the-right-one");
    Ran refused = play("{\"dcqcn\": {\"minTimeBetweenCnpsMicros\": 9}}", wrong, "-vvv");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.text()).contains("token").doesNotContain("not-the-right-one");
  }

  @Test
  void wavesAreJudgedOneByOneAndThenConfirmed() throws Exception {
    Ran before = // what was wanted before is not what the commit drifts from
        play("{\"dcqcn\": {\"minTimeBetweenCnpsMicros\": 8}}", Map.of("losslessd_confirm", "now"));
    assertThat(before.code()).as(before.text()).isZero();

    Ran ran =
        play(
            "{\"dcqcn\": {\"minTimeBetweenCnpsMicros\": 12}}",
            Map.of("losslessd_waves", "{{ ['1', '100%'] }}", "losslessd_soak", "1s"));

    assertThat(ran.code()).as(ran.text()).isZero();
    assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("awaiting-confirm");
    assertThat(AuditText.of(folder.resolve("state"))).contains("\"event\":\"wave\"", "1 of 1");
  }

  /** A daemon that sends callers elsewhere, with the token that they have for it. */
  @Test
  void noAnswerSendsTheTokenElsewhere() throws Exception {
    List<String> strayed = new CopyOnWriteArrayList<>();
    HttpServer elsewhere =
        served(call -> {
          strayed.add(call.getRequestHeaders().getFirst("Authorization"));
          call.sendResponseHeaders(200, -1);
        });
    String url = "http://localhost:" + elsewhere.getAddress().getPort();
    HttpServer evil =
        served(call -> {
          call.getResponseHeaders().set("Location", url);
          call.sendResponseHeaders(302, -1);
        });
    try {
      Ran ran =
          play(
              "{\"pfc\": null}",
              Map.of(
                  "losslessd_socket",
                  "",
                  "losslessd_url",
                  "http://127.0.0.1:" + evil.getAddress().getPort(),
                  "losslessd_token",
                  "swordfish"));

      assertThat(ran.code()).as(ran.text()).isEqualTo(2);
      assertThat(strayed).isEmpty();
      assertThat(ran.text()).contains("302").doesNotContain("swordfish");
    } finally {
      evil.stop(0);
      elsewhere.stop(0);
    }
  }

  /** A daemon whose commit is named so that the next request goes to another place. */
  @Test
  void theNameOfACommitLeadsNowhereElse() throws Exception {
    List<String> paths = new CopyOnWriteArrayList<>();
    HttpServer evil =
        served(call -> {
          String path = call.getRequestURI().toString();
          paths.add(call.getRequestMethod() + " " + path);
          boolean asked = path.contains("dryRun") || call.getRequestMethod().equals("GET");
          byte[] body =
              (asked
                      ? "{\"refusals\":[],\"changes\":[],\"unset\":[],\"holds\":false}"
                      : "{\"id\":\"../../../gpu02/{{1+1}}\",\"state\":\"applying\"}")
                  .getBytes(StandardCharsets.UTF_8);
          call.getResponseHeaders().set("Content-Type", "application/json");
          call.getResponseHeaders().set("ETag", "\"1\"");
          call.sendResponseHeaders(asked ? 200 : 202, body.length);
          call.getResponseBody().write(body);
        });
    try {
      Ran ran =
          play(
              "{\"pfc\": null}",
              Map.of(
                  "losslessd_socket",
                  "",
                  "losslessd_url",
                  "http://127.0.0.1:" + evil.getAddress().getPort()));

      assertThat(ran.code()).as(ran.text()).isEqualTo(2);
      assertThat(ran.text()).contains("names its commit '../../../gpu02/{{1+1}}'");
      assertThat(paths).hasSize(3).noneMatch(path -> path.contains("gpu02"));
    } finally {
      evil.stop(0);
    }
  }

  private static HttpServer served(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          try (call) {
            handler.handle(call);
          }
        });
    server.start();
    return server;
  }

  @Test
  void theExamplesAreGoodPlaybooks() throws Exception {
    try (var files = Files.list(ANSIBLE.resolve("examples"))) {
      for (Path example : files.toList()) {
        Ran ran = run(List.of("--syntax-check", example.toString()));
        assertThat(ran.code()).as(ran.text()).isZero();
      }
    }
  }

  private static int commits() {
    return fixture.get("/api/v1/commits").body().split("\"id\"", -1).length - 1;
  }

  private static Ran play(String settings, Map<String, String> vars, String... options)
      throws IOException, InterruptedException {
    StringBuilder all = new StringBuilder();
    vars.forEach((name, value) -> all.append("        %s: \"%s\"\n".formatted(name, value)));
    if (!vars.containsKey("losslessd_socket")) {
      all.append("        losslessd_socket: %s\n".formatted(fixture.socket()));
    }
    if (!vars.containsKey("losslessd_accept_idle")) {
      all.append("        losslessd_accept_idle: true\n");
    }
    Path play = folder.resolve("play.yml");
    Files.writeString(
        play,
        """
        - hosts: localhost
          gather_facts: false
          roles:
            - role: losslessd_intent
              vars:
        %s        losslessd_settings: {"%s": %s}
        """
            .formatted(all, PORT, settings));
    List<String> words = new ArrayList<>(List.of(options));
    words.add(play.toString());
    return run(words);
  }

  private static Ran run(List<String> words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(PLAYBOOK.toString(), "-i", "localhost,", "-c", "local"));
    command.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("ANSIBLE_ROLES_PATH", ANSIBLE.resolve("roles").toString());
    builder.environment().put("ANSIBLE_LOCAL_TEMP", folder.resolve("ansible").toString());
    builder.environment().put("ANSIBLE_REMOTE_TEMP", folder.resolve("remote").toString());
    builder.environment().put("ANSIBLE_NOCOLOR", "1");
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    int at = text.lastIndexOf("changed=");
    int changed = at < 0 ? 0 : Integer.parseInt(text.substring(at + 8).split("\\D", 2)[0]);
    return new Ran(code, text, changed);
  }
}
