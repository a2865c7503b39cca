package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.cli.Cli;
import dev.losslessd.cli.Environment;
import dev.losslessd.house.SystemGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the real daemon answers, on terminals of three widths: no line is wider than the terminal,
 * and no name that a person must type is cut.
 */
@SystemGroup
class TerminalWidthsTest {
  private static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
        dcqcn: { minTimeBetweenCnps: 8us, cnpDscp: 48 }
      """;

  private static final String NIC = "gpu01:ens1f0np0";

  /** Lists whose items have ports that a person types. */
  private static final Map<String, String> PORTS =
      Map.of("ports", "ports", "contract", "links", "counters", "counters", "drift", "drift");

  private static final List<Environment.Terminal.Size> SIZES =
      List.of(
          new Environment.Terminal.Size(80, 24),
          new Environment.Terminal.Size(100, 30),
          new Environment.Terminal.Size(200, 60));

  @TempDir private Path folder;

  @Test
  void everyAnswerFitsAndEveryNameIsWhole() throws IOException {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", POLICY)) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/counters").body().contains("leaf1:"), "leaf1 is not read");
      fits(
          fixture,
          List.of("plan", "drift", "diff", "findings", "get " + NIC, "get " + NIC + " ets"));

      fits(fixture, List.of("apply --yes --accept-scope --reason " + "night-window-".repeat(9)));

      fits(
          fixture,
          List.of(
              "status",
              "commits",
              "commits c-000001",
              "contract",
              "ports",
              "devices",
              "counters",
              "cancel --dry-run"));
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      fits(
          fixture,
          List.of(
              "revisions", "revisions 1", "revisions diff 0", "rollback 0 --dry-run", "--help"));
    }
  }

  private static void fits(DaemonFixture fixture, List<String> lines) throws IOException {
    for (String line : lines) {
      List<String> names = names(fixture, line);
      for (Environment.Terminal.Size size : SIZES) {
        String text = shown(fixture, size, line);
        assertThat(text.lines())
            .as("%s at %s", line, size)
            .isNotEmpty()
            .allSatisfy(one -> assertThat(one.length()).isLessThanOrEqualTo(size.columns()));
        assertThat(names)
            .as("%s at %s: %s", line, size, text)
            .allSatisfy(name -> assertThat(text).contains(name));
      }
    }
  }

  /** Names of the document, which is never cut. */
  private static List<String> names(DaemonFixture fixture, String line) {
    String list = PORTS.get(line);
    List<String> names = new ArrayList<>();
    if (line.startsWith("commits") || line.startsWith("revisions")) {
      names.add("c-000001");
    }
    if (list != null) {
      JsonNode items =
          new JsonMapper().readTree(fixture.get("/api/v1/" + list).body()).path("items");
      for (JsonNode item : items) {
        for (String field : List.of("port", "a", "b")) {
          if (item.has(field)) {
            names.add(item.path(field).asString());
          }
        }
      }
      assertThat(names).as(line).isNotEmpty();
    }
    return names;
  }

  private static String shown(DaemonFixture fixture, Environment.Terminal.Size size, String line) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Environment environment =
        new Environment(
            Map.of("LOSSLESSD_SOCKET", fixture.socket().toString()),
            Optional.of(new Terminal(size)),
            InputStream.nullInputStream(),
            Clock.systemUTC(),
            time -> Thread.sleep(time.toMillis()),
            new HostPrograms.Accounts());
    LocalCommands local = new LocalCommands(out, out, Clock.systemUTC(), Optional.empty());
    int exitCode = Cli.execute(line.split(" "), local, out, out, environment);
    assertThat(exitCode).as("%s: %s", line, bytes).isIn(0, 1);
    return bytes
        .toString(StandardCharsets.UTF_8)
        .replaceAll("\u001b\\[[0-9;]*[a-zA-Z]", "")
        .replaceAll("[^\n]*\r", "");
  }

  /** A terminal of a size that stays. */
  private record Terminal(Size size) implements Environment.Terminal {
    @Override
    public boolean showsErrors() {
      return false;
    }
  }
}
