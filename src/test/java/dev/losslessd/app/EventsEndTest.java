package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.watch.EventData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line follows the real daemon as a process of its own, over a kill and a restart. */
@SystemGroup
class EventsEndTest {
  private static final String NIC = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void whatHappensIsToldInItsOrderAlsoAfterTheDaemonWasKilled() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.start();
      Process follower = follow(fixture);
      try {
        assertThat(fixture.type("freeze").code()).isZero();
        awaitEvent("freeze frozen all");
        assertThat(fixture.type("thaw").code()).isZero();
        assertThat(fixture.type("set", NIC, "dscp", "26=3", "--confirm", "--yes").code()).isZero();
        awaitEvent("commit confirmed c-000001");
        fixture.tell("foreign " + NIC + " app 26:5");
        awaitEvent("drift began " + NIC + " dscp");
        fixture.tell("foreign " + NIC + " app 26:3");
        awaitEvent("drift ended " + NIC + " dscp");
        fixture.tell("dark " + NIC + " on");
        awaitEvent("link down " + NIC);
        fixture.tell("dark " + NIC + " off");
        awaitEvent("link up " + NIC);
        assertThat(fixture.type("maintenance", "leaf1", "--for", "1h", "--reason", "optics").code())
            .isZero();
        awaitEvent("maintenance begun leaf1");

        assertThat(told())
            .containsSubsequence(
                "freeze frozen all",
                "freeze thawed all",
                "commit applying c-000001",
                "commit awaiting-confirm c-000001",
                "commit confirmed c-000001",
                "drift began " + NIC + " dscp",
                "finding raised " + NIC + " dscp",
                "drift ended " + NIC + " dscp",
                "link down " + NIC,
                "finding raised " + NIC,
                "link up " + NIC,
                "maintenance begun leaf1");
        assertThat(told()).contains("contract ok " + NIC + " <-> leaf1:Ethernet1/1");
        assertNoGap();

        fixture.end(true);
        fixture.start();
        awaitEvent("lost restart");
        assertThat(fixture.type("maintenance", "leaf1", "--end").code()).isZero();
        awaitEvent("maintenance ended leaf1");

        interrupt(follower);
        assertThat(follower.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(follower.exitValue()).as("Ctrl-C is how it ends").isZero();
        assertThat(fixture.type("events", "--kind", "maintenance").text())
            .contains("maintenance  ended", "leaf1 is not in maintenance any more");
        CleanPage.require(fixture);
      } finally {
        follower.destroyForcibly();
      }
    }
  }

  @Test
  void theCommandLineKnowsEveryKindThatThereIs() {
    String page = DaemonFixture.type(folder.resolve("none"), "man", "events").text();

    String kinds =
        Arrays.stream(EventData.Kind.values())
            .map(EventData.Kind::word)
            .collect(Collectors.joining(", "));
    assertThat(page).contains("Only of this kind: " + kinds + ";");
  }

  /** Ids of one run of the daemon have each number, from the first that was seen. */
  private void assertNoGap() {
    List<Integer> numbers = new ArrayList<>();
    for (JsonNode one : lines()) {
      numbers.add(Integer.parseInt(one.path("id").asString().split("-")[1]));
    }
    for (int n = 1; n < numbers.size(); n++) {
      assertThat(numbers.get(n)).isEqualTo(numbers.get(n - 1) + 1);
    }
  }

  private Process follow(DaemonFixture fixture) throws IOException {
    // a shell's background jobs ignore the signal of Ctrl-C, and so do those who come of them
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(
        DaemonFixture.command(
            "events", "--follow", "-o", "json", "--socket", fixture.socket().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    process.getOutputStream().close();
    return process;
  }

  private static void interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
  }

  private void awaitEvent(String event) {
    DaemonFixture.await(() -> told().contains(event), "not told: " + event + "; " + told());
  }

  private List<String> told() {
    List<String> told = new ArrayList<>();
    for (JsonNode one : lines()) {
      told.add(
          one.has("lost")
              ? "lost " + one.at("/lost/reason").asString()
              : one.path("kind").asString()
                  + " "
                  + one.path("change").asString()
                  + " "
                  + one.path("subject").asString());
    }
    return told;
  }

  /** Whole lines of what the follower has printed so far. */
  private List<JsonNode> lines() {
    try {
      String text = Files.readString(folder.resolve("out"));
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(JsonMapper.shared()::readTree)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
