package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What holds for all verbs: documents for scripts, manual pages, completion. */
@SystemGroup
class EveryVerbTest extends OnCannedDaemon {
  /** They run in the foreground, hand on what the simulator prints, or print a script or page. */
  private static final Set<String> WITHOUT_DOCUMENT =
      Set.of("run", "demo", "fabric", "fabric ctl", "completion", "man");

  private static final Map<String, String> ARGUMENTS =
      Map.ofEntries(
          Map.entry("get", "n:p"),
          Map.entry("set", "n:p pfc 3"),
          Map.entry("unset", "n:p pfc"),
          Map.entry("flight", "n:p"),
          Map.entry("nic firmware", "n:p"),
          Map.entry("apply", "--yes"),
          Map.entry("config apply", "--yes"),
          Map.entry("cancel", "c-1 --yes"),
          Map.entry("confirm", "c-1 --yes"),
          Map.entry("retry", "c-1 --yes"),
          Map.entry("rollback", "1 --yes"),
          Map.entry("abandon", "c-1 --yes --reason x"),
          Map.entry("accept", "n --reason x"),
          Map.entry("token create", "ci --role viewer"),
          Map.entry("token revoke", "ci --yes"),
          Map.entry("trust", "n --dry-run"),
          Map.entry("save", "n"));

  @Test
  void everyVerbHasADocumentForScripts() {
    Map<String, CommandLine> leaves = leaves();
    assertThat(leaves).hasSizeGreaterThan(35);
    leaves.forEach((name, verb) ->
        assertThat(verb.getCommandSpec().findOption("-o") != null)
            .as(name)
            .isEqualTo(!WITHOUT_DOCUMENT.contains(name)));
  }

  /** Here the daemon knows nothing: its problem is the document. */
  @Test
  void whatAVerbPrintsForScriptsIsOneDocument() {
    leaves().keySet().stream()
        .filter(name -> !WITHOUT_DOCUMENT.contains(name))
        .filter(name -> isRemote(name) || name.equals("version"))
        .forEach(name -> {
          List<String> words = new ArrayList<>(List.of(name.split(" ")));
          Stream.of(ARGUMENTS.getOrDefault(name, "").split(" "))
              .filter(word -> !word.isEmpty())
              .forEach(words::add);
          words.addAll(List.of("-o", "json"));

          Rig.Ran ran = cli.run(words.toArray(String[]::new));

          assertThat(Json.parse(ran.out()).isObject()).as(name + ": " + ran).isTrue();
          assertThat(ran.exitCode()).as(name).isIn(0, 4);
        });
  }

  private static boolean isRemote(String name) {
    return leaf(name).getCommand() instanceof RemoteVerb;
  }

  @Test
  void manualPagesAreCleanRoff() throws Exception {
    String page = cli.run("man", "apply").out();
    leaf("apply")
        .getCommandSpec()
        .options()
        .forEach(option -> assertThat(page).contains(option.longestName().replace("-", "\\-")));
    assertThat(cli.run("man", "nonsense").exitCode()).isEqualTo(4);

    assumeTrue(isThere("mandoc"), "no mandoc here");
    List<String> line = new ArrayList<>(List.of("mandoc", "-T", "lint", "-W", "warning"));
    Path whole = folder.resolve("losslessd.1");
    Files.writeString(whole, cli.run("man").out());
    line.add(whole.toString());
    for (String name : leaves().keySet()) {
      String[] words = ("man " + name).split(" ");
      Path file = folder.resolve("losslessd-" + name.replace(' ', '-') + ".1");
      Files.writeString(file, cli.run(words).out());
      line.add(file.toString());
    }
    // the version stands where the date would: a date makes each build another page
    assertThat(run(line).lines().filter(one -> !one.contains("cannot parse date"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void completionIsAScriptThatItsShellReads(String shell) throws Exception {
    assumeTrue(isThere(shell), "no " + shell + " here");

    Path script = folder.resolve("completion");
    Files.writeString(script, cli.run("completion", shell).out());

    assertThat(run(List.of(shell, "-n", script.toString()))).isEmpty();
  }

  @Test
  void bashCompletesVerbsOptionsAndSettings() throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, cli.run("completion", "bash").out());

    assertThat(completed(script, "losslessd", "stat")).isEqualTo("status");
    assertThat(completed(script, "losslessd", "config", "ch")).isEqualTo("check");
    assertThat(completed(script, "losslessd", "apply", "--confirm-wh")).isEqualTo("--confirm-when");
    assertThat(completed(script, "losslessd", "get", "n:p", "global")).isEqualTo("global-pause");
  }

  @Test
  void fishCompletesTheSame() throws Exception {
    assumeTrue(isThere("fish"), "no fish here");
    Path script = folder.resolve("completion");
    Files.writeString(script, cli.run("completion", "fish").out());

    assertThat(fish(script, "losslessd stat")).startsWith("status\tThe daemon at a glance.");
    assertThat(fish(script, "losslessd config ch")).startsWith("check\t");
    assertThat(fish(script, "losslessd apply --confirm-wh")).contains("--confirm-when");
  }

  private static String fish(Path script, String line) throws Exception {
    return run(List.of("fish", "-c", "source " + script + "; complete -C '" + line + "'")).strip();
  }

  private static String completed(Path script, String... words) throws Exception {
    String line =
        "source "
            + script
            + "; COMP_WORDS=("
            + String.join(" ", words)
            + "); COMP_CWORD="
            + (words.length - 1)
            + "; _complete_losslessd 2>/dev/null; echo \"${COMPREPLY[@]}\"";
    return run(List.of("bash", "-c", line)).strip();
  }

  private static CommandLine leaf(String name) {
    return Objects.requireNonNull(leaves().get(name));
  }

  private static Map<String, CommandLine> leaves() {
    Map<String, CommandLine> leaves = new TreeMap<>();
    CommandTree.described().getSubcommands().forEach((name, verb) -> leaves(name, verb, leaves));
    return leaves;
  }

  private static void leaves(String name, CommandLine verb, Map<String, CommandLine> leaves) {
    if (verb.getSubcommands().isEmpty() || name.equals("fabric")) {
      leaves.put(name, verb);
    }
    verb.getSubcommands().forEach((word, sub) -> leaves(name + " " + word, sub, leaves));
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(one -> Files.isExecutable(Path.of(one, program)));
  }

  private static String run(List<String> line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
