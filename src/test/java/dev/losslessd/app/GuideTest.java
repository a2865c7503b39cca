package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Does what the operator's guide says, line by line, from the first day to the bad night. */
@SystemGroup
class GuideTest {
  private static final Path GUIDE = Path.of("src/docs/how-to/guide.md");
  private static final Pattern EXIT = Pattern.compile("# exit (\\d+)$");

  /** They only look, so that a reader looks again until what he waits for is there. */
  private static final Pattern LOOKS =
      Pattern.compile("losslessd (findings|drift|diff|contract|devices|counters|plan|status).*");

  private static final Pattern DROP_IN =
      Pattern.compile(
          "ln -s /usr/share/losslessd/systemd/drop-ins/(\\S+) /etc/systemd/system/\\S+");

  private static final String SIMULATOR = "losslessd fabric ctl --dir $DEMO/fabric ";
  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");

  @TempDir private Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void everyCommandOfTheGuideEndsAsItSays() throws Exception {
    List<String> commands = DocumentShell.commands(Files.readString(GUIDE));
    assertThat(commands).hasSizeGreaterThan(80);
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe", sections())) {
      for (String leaf : List.of("leaf1", "leaf2")) {
        fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
        fixture.add(leaf, "lldp");
      }
      fixture.start();
      DocumentShell shell =
          new DocumentShell(
              folder,
              Map.of("LOSSLESSD_SOCKET", fixture.socket().toString(), "DEMO", folder.toString()));
      for (String command : commands) {
        type(fixture, shell, command);
      }
      assertThat(fixture.get("/metrics").body())
          .contains("losslessd_unexpected_errors_total 0.0\n");
    }
  }

  @Test
  void everyConfigOfTheGuideIsGood() throws IOException {
    List<String> configs = DocumentShell.blocks(Files.readString(GUIDE), "yaml");
    assertThat(configs).hasSize(3);
    for (String config : configs) {
      Path file = folder.resolve("guide.yaml");
      Files.writeString(file, config);
      DaemonFixture.Typed checked = DaemonFixture.type(folder, "config", "check", file.toString());
      assertThat(checked.code()).as(config + checked.text()).isZero();
    }
  }

  /** As in the demo, with a guard that judges soon. */
  private static String sections() {
    return "commit: { settle: 1s, returnWithin: 30s }\n" + DemoConfig.POLICY + "switches:\n";
  }

  private static void type(DaemonFixture fixture, DocumentShell shell, String command)
      throws Exception {
    if (command.startsWith("systemctl ")) {
      service(fixture, command);
      return;
    }
    if (command.startsWith("mkdir -p /etc/systemd/")) {
      return;
    }
    Matcher link = DROP_IN.matcher(command);
    if (link.matches()) {
      assertThat(Path.of("systemd/drop-ins", link.group(1))).exists();
      return;
    }
    Matcher exit = EXIT.matcher(command);
    int code = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
    String typed =
        command
            .replace("/etc/losslessd/losslessd.yaml", fixture.config.toString())
            .replace(" settings.yaml", " " + fixture.folder.resolve("settings.yaml"))
            .replace(" night.zip", " " + fixture.folder.resolve("night.zip"))
            .replace("--soak 10m", "--soak 1s");
    DocumentShell.Ran ran = run(fixture, shell, typed);
    long end = System.nanoTime() + DaemonFixture.PATIENCE.toNanos();
    while (ran.code() != code && LOOKS.matcher(command).matches() && System.nanoTime() < end) {
      ran = run(fixture, shell, typed);
    }
    assertThat(ran.code()).as(command + "\n" + ran.text()).isEqualTo(code);
  }

  /** In this process where no shell has anything to do: to start a JVM for each takes minutes. */
  private static DocumentShell.Ran run(DaemonFixture fixture, DocumentShell shell, String command)
      throws IOException, InterruptedException {
    if (command.startsWith(SIMULATOR)) {
      return new DocumentShell.Ran(
          0, fixture.tell(command.substring(SIMULATOR.length())).toString());
    }
    if (!command.matches("losslessd [^|<>&;$]+")) {
      return shell.run(command);
    }
    String[] words =
        WORD.matcher(command.replaceFirst(" +# .*", ""))
            .results()
            .skip(1)
            .map(one -> one.group().replace("\"", ""))
            .toArray(String[]::new);
    DaemonFixture.Typed typed = fixture.type(words);
    return new DocumentShell.Ran(typed.code(), typed.text());
  }

  /** What systemd would do: its start of a daemon that runs does nothing. */
  private static void service(DaemonFixture fixture, String command)
      throws IOException, InterruptedException {
    switch (command) {
      case "systemctl daemon-reload" -> {}
      case "systemctl restart losslessd" -> {
        fixture.end(false);
        fixture.start();
      }
      case "systemctl reload losslessd" -> {
        Process hangUp =
            new ProcessBuilder("kill", "-HUP", String.valueOf(fixture.daemon().pid())).start();
        assertThat(hangUp.waitFor()).isZero();
      }
      case "systemctl start losslessd", "systemctl status losslessd" ->
          assertThat(fixture.daemon().isAlive()).isTrue();
      default -> throw new AssertionError("GuideTest does not know how to do: " + command);
    }
  }
}
