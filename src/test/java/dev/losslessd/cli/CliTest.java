package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing, help and the verbs that need no daemon. */
class CliTest {
  @TempDir Path folder;

  @Test
  void helpListsTheVerbsByGroup() {
    Rig.Ran ran = cli().run("--help");

    Golden.check("help", ran.out());
    assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void helpOfAVerbIsTheSameBothWays() {
    Golden.check("help-set", cli().run("help", "set").out());
    Golden.check("help-apply", cli().run("help", "apply").out());
    Golden.check("help-revisions", cli().run("help", "revisions").out());
    assertThat(cli().run("set", "--help").out()).isEqualTo(cli().run("help", "set").out());
  }

  @Test
  void everyVerbHasHelpOfAtMostAPage() {
    for (Verb verb : Verb.ALL) {
      Rig.Ran ran = cli().run(verb.name(), "--help");

      assertThat(ran.exitCode()).as(verb.name()).isZero();
      assertThat(ran.out().lines()).as(verb.name()).hasSizeBetween(3, 45);
      assertThat(ran.out()).startsWith("Usage: losslessd " + verb.name());
    }
  }

  @Test
  void anUnknownVerbIsAnsweredWithTheNearest() {
    Rig.Ran ran = cli().run("stauts");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("unknown verb 'stauts'", "status");
    assertThat(ran.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--bogus",
        "help nonsense",
        "plan --bogus",
        "plan surplus",
        "apply --confirm-within 5",
        "apply --confirm-within -5s",
        "status -o xml",
        "set",
        "set n:p pfc",
        "set n:p pfc 3 --bogus",
        "set n:p voodoo 3",
        "set n!p pfc 3",
        "get n:a/../b pfc",
        "get n:a/./b pfc",
        "get n:a//b pfc",
        "counters nocolon",
        "commits ../status",
        "confirm c/1",
        "config",
        "config check",
        "demo --port 70000",
        "demo --port many",
        "fabric",
        "fabric ctl --dir d",
      })
  void wrongUsageIsTwoWithAMessageAndNothingElse(String line) {
    Rig cli = cli();

    Rig.Ran ran = cli.run(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).startsWith("losslessd").doesNotContain("\tat ", "not running");
    assertThat(ran.err().lines().count()).isLessThanOrEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(cli.local.seen).isEmpty();
  }

  @Test
  void withoutADaemonOneMessageTellsHowToStartIt() {
    Rig.Ran ran = cli().run("status");

    assertThat(ran.exitCode()).isEqualTo(5);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err())
        .contains("not running", folder.resolve("none.sock").toString(), "systemctl start");
  }

  @Test
  void theSocketOfTheOptionWinsOverTheVariable() {
    Rig.Ran ran = cli().run("status", "--socket", folder.resolve("other.sock").toString());

    assertThat(ran.err()).contains("other.sock").doesNotContain("none.sock");
  }

  @Test
  void aSocketPathThatCannotBeIsOneMessage() {
    Rig.Ran tooLong = cli().run("status", "--socket", "/tmp/" + "x".repeat(200));
    Rig.Ran withNul = cli().run("status", "--socket", "a\0b");

    assertThat(tooLong.exitCode()).isEqualTo(5);
    assertThat(tooLong.err().lines()).hasSize(1);
    assertThat(withNul.exitCode()).isEqualTo(2);
    assertThat(withNul.err()).doesNotContain("\0");
  }

  @Test
  void debugShowsTheTrace() {
    assertThat(cli().variable("LOSSLESSD_DEBUG", "1").run("status").err()).contains("\tat ");
    assertThat(cli().variable("LOSSLESSD_DEBUG", "0").run("status").err()).doesNotContain("\tat ");
  }

  @Test
  void versionIsTheApps() {
    assertThat(cli().run("version").out()).isEqualTo("losslessd 9.8.7\n");
    assertThat(cli().run("--version").out()).isEqualTo("losslessd 9.8.7\n");
  }

  /** {@code --config=X} goes to the parser, {@code --config X} does not need it. */
  @Test
  void runMeansTheSameWithAndWithoutTheParser() {
    Rig cli = cli();

    cli.run("run", "--socket=/tmp/a.sock", "--config=my.yaml");
    cli.run("run", "--socket", "/tmp/a.sock", "--config", "my.yaml");

    assertThat(cli.local.seen.get(0)).isEqualTo(cli.local.seen.get(1));
    for (List<String> wrong :
        List.of(
            List.of("run", "--config"),
            List.of("run", "--config", "a", "--config", "b"),
            List.of("run", "--config", "--socket"),
            List.of("run", "--conf", "a"),
            List.of("run", "a"))) {
      Rig.Ran ran = cli.run(wrong.toArray(String[]::new));
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).startsWith("losslessd run: ").contains("'losslessd run --help'");
    }
    assertThat(cli.run("run", "--help").out()).contains("The daemon, in the foreground.");
    assertThat(cli.local.seen).hasSize(2);
  }

  @Test
  void runTakesTheConfigFromOptionVariableOrDefault() {
    Rig cli = cli();

    cli.run("run");
    cli.variable("LOSSLESSD_CONFIG", "/srv/l.yaml").run("run", "--socket", "/tmp/a.sock");
    cli.run("run", "--config", "my.yaml");

    assertThat(cli.local.seen)
        .containsExactly(
            new LocalVerbs.RunOptions(Environment.DEFAULT_CONFIG, Optional.empty()),
            new LocalVerbs.RunOptions(Path.of("/srv/l.yaml"), Optional.of(Path.of("/tmp/a.sock"))),
            new LocalVerbs.RunOptions(Path.of("my.yaml"), Optional.empty()));
  }

  @Test
  void localVerbsGetTheirOptions() {
    Rig cli = cli();

    cli.run("demo", "--port", "0", "--seed", "5", "--once", "--os", "nxos,nvue");
    cli.run("fabric", "--dir", "/tmp/f", "--seed", "7");
    cli.run("discover", "-o", "json", "--config", "c.yaml");
    cli.run("config", "check", "c.yaml");
    cli.run("config", "show", "c.yaml");
    cli.run("recover", "--config", "c.yaml");
    cli.run("audit", "verify", "a", "--config", "c.yaml");

    Path file = Path.of("c.yaml");
    assertThat(cli.local.seen)
        .containsExactly(
            new SimulatorVerbs.DemoOptions(
                "127.0.0.1", 0, 5, true, List.of("nxos", "nvue"), "mlx5", false),
            new SimulatorVerbs.FabricArguments(
                Path.of("/tmp/f"), 7, List.of("nxos", "nxos"), "mlx5"),
            "c.yaml json",
            "c.yaml table",
            "c.yaml table",
            new LocalVerbs.RecoverOptions(file, false),
            new LocalVerbs.JournalOptions(Optional.of(Path.of("a")), file));
  }

  @Test
  void withoutTheSimulatorItsVerbsSayWhatIsMissing() {
    Rig cli = cli();
    cli.local.installed = false;

    for (String verb : List.of("demo", "fabric --dir /tmp/f", "fabric ctl --dir /tmp/f help")) {
      Rig.Ran ran = cli.run(verb.split(" "));
      assertThat(ran.exitCode()).as(verb).isEqualTo(2);
      assertThat(ran.err()).as(verb).contains("losslessd-fabric.jar").hasLineCount(1);
    }
    assertThat(cli.local.seen).isEmpty();
  }

  @Test
  void theFabricGetsItsWordsUntouched() {
    Rig cli = cli();

    cli.run("fabric", "ctl", "--dir", "/tmp/f", "storm", "--dir", "x;y", "$(id)", "@f", "\"q\"");

    assertThat(cli.local.seen)
        .containsExactly(
            new SimulatorVerbs.FabricCtlOptions(
                Path.of("/tmp/f"), List.of("storm", "--dir", "x;y", "$(id)", "@f", "\"q\"")));
  }

  @Test
  void theExitCodeOfALocalVerbIsHandedOn() {
    Rig cli = cli();
    cli.local.answer = 3;

    assertThat(cli.run("run").exitCode()).isEqualTo(3);
  }

  private Rig cli() {
    return new Rig(folder.resolve("none.sock"));
  }
}
