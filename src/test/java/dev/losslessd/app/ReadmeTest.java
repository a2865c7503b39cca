package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the README says, line by line, as it stands there. */
class ReadmeTest {
  @TempDir private static Path folder;
  private static DaemonFixture fixture;

  @BeforeAll
  static void start() throws IOException {
    fixture = new DaemonFixture(folder, "enforce", DemoConfig.POLICY + "switches:\n");
    for (String leaf : List.of("leaf1", "leaf2")) {
      fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
      fixture.add(leaf, "lldp");
    }
    fixture.start();
    launcher();
  }

  @AfterAll
  static void stop() throws IOException {
    fixture.close();
  }

  @Test
  void everyCommandOfTheReadmeRuns() throws Exception {
    List<String> commands = commands(Files.readString(Path.of("README.md")));
    assertThat(commands).hasSizeGreaterThan(10);
    var found = List.of(fixture.tell("state leaf1"), fixture.tell("state leaf2"));
    for (String command : commands) {
      if (command.startsWith("bin/losslessd demo") || command.startsWith("bin/test")) {
        continue; // DemoTest runs the one, and whoever reads this the other
      }
      assertThat(shell(command.replace(":9464", ":" + fixture.port()))).as(command).isZero();
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

  private static List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean shell = false;
    for (String one : text.lines().toList()) {
      if (one.startsWith("```")) {
        shell = one.equals("```sh");
      } else if (shell) {
        line.append(one.endsWith("\\") ? one.substring(0, one.length() - 1) : one);
        if (!one.endsWith("\\")) {
          commands.add(line.toString());
          line.setLength(0);
        }
      }
    }
    return commands;
  }

  /** In this build's classes, not in a jar that may be older. */
  private static void launcher() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path script = bin.resolve("losslessd");
    Files.writeString(
        script,
        "#!/bin/sh\nexec "
            + String.join(" ", DaemonFixture.command()).replace("'", "")
            + " \"$@\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(folder.resolve("config"), Path.of("config").toAbsolutePath());
  }

  private static int shell(String command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("LOSSLESSD_SOCKET", fixture.socket().toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      System.out.println("$ " + command + "\n" + output);
    }
    return code;
  }
}
