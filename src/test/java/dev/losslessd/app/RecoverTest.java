package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code losslessd recover}: what a timer of the system runs when the daemon may be dead. */
@SystemGroup
class RecoverTest {
  @TempDir private Path folder;

  /** Both ends of a cable, in the words of the devices. */
  private record Ends(String port, List<String> nic, List<String> leaf) {
    static Ends of(DaemonFixture fixture, String port) {
      return new Ends(port, fixture.tell("state " + port), fixture.tell("state leaf1"));
    }

    Ends now(DaemonFixture fixture) {
      return of(fixture, port);
    }

    /** State of both ends now, which must differ from before at either end. */
    Ends changed(DaemonFixture fixture) {
      Ends now = now(fixture);
      assertThat(now.nic).isNotEqualTo(nic);
      assertThat(now.leaf).isNotEqualTo(leaf);
      return now;
    }
  }

  @Test
  void whatADeadDaemonLeftUnconfirmedIsUndoneAndALivingOneIsLeftAlone() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(
              fixture
                  .type("set", "gpu01:ens1f0np0", "pfc", "3", "--yes", "--confirm-within", "60s")
                  .code())
          .isZero();
      assertThat(recover(fixture))
          .contains("The daemon is running and rolls back due commits itself.");
      fixture.end(true);
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");

      assertThat(recover(fixture))
          .as("its window is open")
          .containsPattern("c-000001: due at 20[-0-9]+T[0-9:]+Z, unless it is confirmed");
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");

      assertThat(verb(fixture, Duration.ofSeconds(61), false)).contains("c-000001: rolled back");
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc none");
      assertThat(verb(fixture, Duration.ofSeconds(61), false))
          .as("it is history by now")
          .contains("Nothing to recover: no commit is open.")
          .doesNotContain("c-000001");
    }
  }

  @Test
  void whereSomebodyWorksWhoeverRecoversWaitsForTheEndOfThat() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      String nic = "gpu01:ens1f0np0";
      assertThat(fixture.type("set", nic, "pfc", "3", "--yes", "--confirm-within", "60s").code())
          .isZero();
      assertThat(
              fixture.type("maintenance", "gpu01", "--for", "1h", "--reason", "new cables").text())
          .contains("still open there: c-000001");
      fixture.end(true);

      assertThat(verb(fixture, Duration.ofSeconds(61), false, 3))
          .contains(
              "c-000001: not rolled back yet, and tried again: gpu01 is in maintenance until ",
              ": new cables");
      assertThat(fixture.pfc(nic)).isEqualTo("pfc 3");

      assertThat(verb(fixture, Duration.ofMinutes(61), false)).contains("c-000001: rolled back");
      assertThat(fixture.pfc(nic)).isEqualTo("pfc none");
    }
  }

  @Test
  void whenTheDaemonIsKilledForGoodTheTimerBringsBothEndsBack() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      Ends before = Ends.of(fixture, "gpu01:ens2f0np0");
      String both =
          """
          {"changes":[
            {"port":"gpu01:ens2f0np0","setting":"dscp","value":{"map":{"26":3}}},
            {"port":"leaf1:Ethernet1/1","setting":"mtu","value":{"bytes":9216}}]}
          """;
      apply(fixture, both);
      Ends set = before.changed(fixture);
      Path file = fixture.folder.resolve("state/deadman/c-000001");
      // REST tells of the window a moment before the file does
      DaemonFixture.await(
          () -> deadline(file).isAfter(Instant.now().plusSeconds(600)),
          "the dead-man file does not follow the window");
      assertThat(deadline(file)).isBefore(Instant.now().plusSeconds(721));

      assertThat(asTheTimer(fixture, Duration.ofHours(1))).contains("The daemon is running");
      assertThat(set.now(fixture)).isEqualTo(set);
      fixture.end(true);
      assertThat(asTheTimer(fixture, Duration.ofMinutes(11)))
          .as("in the grace time")
          .containsPattern("c-000001: due at 20[-0-9]+T[0-9:]+Z. Until then the daemon decides it");
      assertThat(set.now(fixture)).isEqualTo(set);

      assertThat(asTheTimer(fixture, Duration.ofMinutes(13))).contains("c-000001: rolled back");

      assertThat(before.now(fixture)).isEqualTo(before);
      assertThat(file).doesNotExist();
      assertThat(asTheTimer(fixture, Duration.ofMinutes(14))).isEmpty();
    }
  }

  @Test
  void whenTheDaemonIsKilledForGoodCumulusGoesBackWithoutAnybody() throws Exception {
    goesBackByItself(SwitchSystem.NVUE, "swp1");
  }

  @Test
  void whenTheDaemonIsKilledForGoodAristaGoesBackWithoutAnybody() throws Exception {
    goesBackByItself(SwitchSystem.EOS, "Ethernet1");
  }

  private void goesBackByItself(SwitchSystem system, String port) throws Exception {
    List<SwitchSystem> leaves = List.of(system, SwitchSystem.NXOS);
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "", leaves)) {
      begin(fixture, system, port);
      Ends before = Ends.of(fixture, "gpu01:ens1f0np0");
      String both =
          """
          {"acceptScope":true,"changes":[
            {"port":"gpu01:ens1f0np0","setting":"dscp","value":{"map":{"26":3}}},
            {"port":"leaf1:%s","setting":"mtu","value":{"bytes":9000}}]}
          """
              .formatted(port);
      apply(fixture, both);
      Ends set = before.changed(fixture);

      fixture.end(true);
      fixture.tell("ahead leaf1 600");
      assertThat(set.now(fixture)).as("the window may be open").isEqualTo(set);
      fixture.tell("ahead leaf1 121");

      assertThat(before.now(fixture).leaf()).as("nobody has reached it").isEqualTo(before.leaf());
      assertThat(set.now(fixture).nic()).isEqualTo(set.nic());
      assertThat(asTheTimer(fixture, Duration.ofMinutes(13))).contains("c-000001: rolled back");
      assertThat(before.now(fixture)).isEqualTo(before);
    }
  }

  @Test
  void aConfirmedCommitOutlivesTheTimerOfCumulus() throws Exception {
    outlivesTheTimer(SwitchSystem.NVUE, "swp1");
  }

  @Test
  void aConfirmedCommitOutlivesTheTimerOfArista() throws Exception {
    outlivesTheTimer(SwitchSystem.EOS, "Ethernet1");
  }

  private void outlivesTheTimer(SwitchSystem system, String port) throws Exception {
    List<SwitchSystem> leaves = List.of(system, SwitchSystem.NXOS);
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "", leaves)) {
      begin(fixture, system, port);

      DaemonFixture.Typed set = fixture.type("set", "leaf1:" + port, "mtu", "9000", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      DaemonFixture.Typed longer = fixture.type("extend", "--confirm-within", "30m");
      assertThat(longer.code()).as(longer.text()).isNotZero();
      assertThat(longer.text())
          .contains("the window of c-000001 can last until ")
          .contains("leaf1 takes it back by its own timer at ");
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      List<String> leaf = fixture.tell("state leaf1");
      fixture.tell("ahead leaf1 100000");

      assertThat(fixture.tell("state leaf1")).isEqualTo(leaf);
      assertThat(fixture.get("/api/v1/ports/leaf1/" + port + "/mtu").body()).contains("9000");
    }
  }

  @Test
  void theUnitsOfTheTimerAreWellFormed() throws Exception {
    Path verify = Path.of("/usr/bin/systemd-analyze");
    Assumptions.assumeTrue(Files.isExecutable(verify), "systemd-analyze is missing");
    for (String unit : List.of("losslessd-recover.service", "losslessd-recover.timer")) {
      String text = Files.readString(Path.of("systemd", unit));
      Files.writeString(folder.resolve(unit), text.replace("/usr/bin/losslessd", "/bin/true"));
    }
    Process process =
        new ProcessBuilder(
                verify.toString(),
                "verify",
                "--man=no",
                folder.resolve("losslessd-recover.service").toString(),
                folder.resolve("losslessd-recover.timer").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines().filter(line -> line.contains("losslessd"))).isEmpty();
  }

  private static void begin(DaemonFixture fixture, SwitchSystem system, String port)
      throws Exception {
    fixture.manage("leaf1", system.word(), "[" + port + "]");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/" + port).statusCode() == 200,
        "the switch is not read");
  }

  private static void apply(DaemonFixture fixture, String changes) {
    assertThat(fixture.post("/api/v1/commits", changes).body()).contains("\"id\":\"c-000001\"");
    DaemonFixture.await(
        () -> fixture.get("/api/v1/commits/c-000001").body().contains("awaiting-confirm"),
        "not applied");
  }

  /** The verb in this process, by a clock that is so far ahead. */
  private static String asTheTimer(DaemonFixture fixture, Duration ahead) {
    return verb(fixture, ahead, true);
  }

  private static String verb(DaemonFixture fixture, Duration ahead, boolean whenDue) {
    return verb(fixture, ahead, whenDue, 0);
  }

  private static String verb(DaemonFixture fixture, Duration ahead, boolean whenDue, int expected) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>(List.of("recover", "--config", fixture.config.toString()));
    if (whenDue) {
      words.add("--when-due");
    }
    int code =
        Command.run(
            fixture.socket(),
            print,
            Clock.offset(Clock.systemUTC(), ahead),
            words.toArray(String[]::new));
    assertThat(code).as(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String recover(DaemonFixture fixture) throws Exception {
    Process process =
        new ProcessBuilder(DaemonFixture.command("recover", "--config", fixture.config.toString()))
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  private static Instant deadline(Path file) {
    try {
      return Instant.parse(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theTimerAlsoCountsByAClockThatNobodySets() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("systemd/losslessd-recover.timer"));

    assertThat(lines)
        .contains("OnCalendar=minutely")
        .as("longer than a minute, so that there are not two runs in each")
        .contains("OnUnitInactiveSec=90s");
  }
}
