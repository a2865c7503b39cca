package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the README says, line by line, as it stands there. */
@SystemGroup
class ReadmeTest {
  /** DemoTest runs the demo, whoever reads this the tests, and bin/package-test the others. */
  private static final List<String> ELSEWHERE =
      List.of(
          "bin/losslessd demo",
          "bin/test",
          "apt-get ",
          "losslessd ",
          "mkdir ",
          "ln ",
          "systemctl ");

  @TempDir private static Path folder;
  private static DaemonFixture fixture;
  private static DocumentShell shell;

  @BeforeAll
  static void start() throws IOException {
    fixture = new DaemonFixture(folder, "enforce", DemoConfig.POLICY + "switches:\n");
    for (String leaf : List.of("leaf1", "leaf2")) {
      fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
      fixture.add(leaf, "lldp");
    }
    fixture.start();
    shell = new DocumentShell(folder, Map.of("LOSSLESSD_SOCKET", fixture.socket().toString()));
    Files.createSymbolicLink(folder.resolve("config"), Path.of("config").toAbsolutePath());
  }

  @AfterAll
  static void stop() throws IOException {
    fixture.close();
  }

  @Test
  void everyCommandOfTheReadmeRuns() throws Exception {
    List<String> commands = DocumentShell.commands(Files.readString(Path.of("README.md")));
    assertThat(commands).hasSizeGreaterThan(10);
    var found = List.of(fixture.tell("state leaf1"), fixture.tell("state leaf2"));
    for (String command : commands) {
      if (ELSEWHERE.stream().anyMatch(command::startsWith)) {
        continue;
      }
      DocumentShell.Ran ran = shell.run(command.replace(":9464", ":" + fixture.port()));
      assertThat(ran.code()).as(command + "\n" + ran.text()).isZero();
      settle();
    }
    assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc none");
    assertThat(fixture.pfc("gpu01:ens2f0np0")).isEqualTo("pfc none");
    assertThat(List.of(fixture.tell("state leaf1"), fixture.tell("state leaf2"))).isEqualTo(found);
  }

  @Test
  void theConfigOfTheReadmeIsGood() throws Exception {
    String text = Files.readString(Path.of("README.md"));
    int start = text.indexOf("```yaml\n") + 8;
    Path file = folder.resolve("readme.yaml");
    Files.writeString(file, text.substring(start, text.indexOf("```", start)));

    assertThat(fixture.type("config", "check", file.toString()).code()).isZero();
  }

  /** Waits as a reader would: the next line is typed when the last has taken effect. */
  private static void settle() {
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/commits").body().contains("\"state\":\"applying\""),
        "still applying");
  }
}
