package dev.losslessd.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** One zip of all that the daemon knows; what could not be had is told. */
class BundleVerbTest extends OnCannedDaemon {
  private static final List<String> LISTS =
      List.of(
          "devices",
          "nics",
          "switches",
          "ports",
          "links",
          "counters",
          "findings",
          "drift",
          "diff",
          "events",
          "revisions",
          "maintenance",
          "releases");

  @Test
  void everyPartIsInItAndItsTableSaysSo() throws IOException {
    knowsAll();
    daemon
        .on("GET /api/v1/commits", 200, Canned.items(Canned.summary("c-000041", "confirmed", "")))
        .on("GET /api/v1/commits/c-000041", 200, Canned.CONFIRMED);
    Path file = folder.resolve("b.zip");

    Rig.Ran ran = cli.run("bundle", file.toString());

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith(file + ": 23 parts\n").contains("journalctl -u losslessd");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Map<String, String> texts = texts(file);
    assertThat(texts).hasSize(24);
    assertThat(texts.get("commits/c-000041.json")).contains("\"changes\"", "turn lossless on");
    assertThat(texts.get("metrics.txt")).isEqualTo("roce_up 1\n");
    assertThat(texts.get("config.json")).contains("\"of\" : \"config\"");
    JsonValue contents = Json.parse(texts.getOrDefault("contents.json", ""));
    assertThat(contents.at("host").text()).isEqualTo("node7");
    for (JsonValue part : contents.at("parts").items()) {
      assertThat(part.at("bytes").number())
          .hasValue(texts.getOrDefault(part.at("name").text(), "").getBytes(UTF_8).length);
    }
  }

  @Test
  void whatTheDaemonRefusesIsToldAndTheRestIsThere() throws IOException {
    knowsAll();
    daemon.on(
        "GET /api/v1/commits", 403, Canned.problem("forbidden", "Not allowed", "a viewer", ""));
    Path file = folder.resolve("b.zip");

    Rig.Ran ran = cli.run("bundle", file.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(ran.out()).contains("21 parts", "missing: commits.json: Not allowed: a viewer");
    assertThat(texts(file)).doesNotContainKey("commits.json").containsKey("healthz.json");
  }

  @Test
  void aFileThatIsThereStaysAsItIs() throws IOException {
    knowsAll();
    Path file = Files.writeString(folder.resolve("b.zip"), "somebody's");

    Rig.Ran ran = cli.run("bundle", file.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).contains(file + " exists already; name another file");
    assertThat(file).hasContent("somebody's");
  }

  @Test
  void withoutADaemonThereIsNoFile() throws Exception {
    daemon.stop();
    Path file = folder.resolve("b.zip");

    assertThat(cli.run("bundle", file.toString()).exitCode()).isEqualTo(ExitCode.NO_DAEMON);
    assertThat(file).doesNotExist();
  }

  private void knowsAll() {
    daemon.on("GET /api/v1/status", 200, Canned.STATUS.formatted(""));
    for (String name : List.of("config", "intent", "env", "readiness")) {
      daemon.on("GET /api/v1/" + name, 200, "{\"of\":\"" + name + "\"}");
    }
    LISTS.forEach(name -> daemon.on("GET /api/v1/" + name, 200, Canned.items()));
    daemon
        .on("GET /metrics", 200, "roce_up 1\n")
        .on("GET /healthz", 200, "{\"ok\":true}")
        .on("GET /readyz", 503, "{\"ready\":false}");
  }

  private static Map<String, String> texts(Path file) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        texts.put(
            entry.getName().replaceFirst("^losslessd-node7-\\d{8}T\\d{6}Z/", ""),
            new String(zip.getInputStream(entry).readAllBytes(), UTF_8));
      }
    }
    return texts;
  }
}
