package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of the host that block in open or in read, one or all of them, from the start or later: the
 * switches are polled, requests are answered, a commit on a switch is applied and rolled back, and
 * what is not read is reported. Once the files answer, the host is read again.
 */
@SystemGroup
class FileHangEndTest {
  private static final String WINDOW = "commit: { settle: 0s, confirmWithin: 10s }\n";

  /** Without many requests at a time; TasksMax of the unit is far above. */
  private static final int MOST_THREADS = 128;

  /** A reader is spared for a minute at most. */
  private static final Duration AGAIN = DaemonFixture.PATIENCE.multipliedBy(2);

  private static final String NIC = "roce_target_up{device=\"gpu01\",port=\"ens1f0np0\"";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void allFilesOfTheHostHang(boolean fromTheStart, boolean held) throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", WINDOW)) {
      Path root = staticRoot(fixture);
      fixture.manage("leaf1");
      List<Path> all = Pipes.all(root);
      assertThat(all.size()).isGreaterThan(200);
      if (!fromTheStart) {
        fixture.start();
        DaemonFixture.await(() -> isUp(fixture, NIC), "the NIC is not read");
      }
      try (Pipes pipes = new Pipes(all, folder.resolve("pipes"), held)) {
        assertThat(pipes.count()).isEqualTo(all.size());
        if (fromTheStart) {
          fixture.launch();
        }
        DaemonFixture.await(() -> fixture.get("/readyz").statusCode() == 503, "it is ready");
        DaemonFixture.await(
            () -> fixture.get("/readyz").body().contains("hangs since"), "it does not say why");
        DaemonFixture.await(
            () -> fixture.type("findings").text().contains("[file-hangs]"), "no finding");
        requestsAreAnswered(fixture);
        aCommitOnTheSwitchIsRolledBack(fixture);
        requestsAreAnswered(fixture);
        assertThat(threads(fixture)).isLessThan(MOST_THREADS);
      }
      DaemonFixture.await(
          AGAIN, () -> fixture.get("/readyz").statusCode() == 200, "it is not ready again");
      DaemonFixture.await(AGAIN, () -> isUp(fixture, NIC), "the NIC is not read again");
      assertThat(fixture.type("findings").text()).doesNotContain("[file-hangs]");
      DaemonFixture.Typed set =
          fixture.type(
              "set", "gpu01:ens1f0np0", "pfc", "3", "--waive=one-end=lab", "--confirm", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
    }
  }

  @Test
  void oneFileThatHangsHoldsUpItsPortAlone() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", WINDOW)) {
      Path mtu = staticRoot(fixture).resolve("sys/class/net/ens1f0np0/mtu");
      fixture.start();
      DaemonFixture.await(() -> isUp(fixture, NIC), "the NIC is not read");
      try (Pipes pipes = new Pipes(List.of(mtu.toRealPath()), folder.resolve("pipes"), false)) {
        assertThat(pipes.count()).isOne();
        DaemonFixture.await(
            () ->
                fixture
                    .get("/readyz")
                    .body()
                    .contains("gpu01:ens1f0np0 is not read: access to " + mtu + " hangs since 20"),
            "it is not told");
        DaemonFixture.await(() -> !isUp(fixture, NIC), "the port counts as read");
        assertThat(Files.readString(folder.resolve("daemon.log"))).doesNotContain("not listed");
        String other = "roce_target_up{device=\"gpu01\",port=\"ens2f0np0\"";
        assertThat(isUp(fixture, other)).isTrue();
        assertThat(fixture.type("set", "gpu01:ens2f0np0", "pfc", "3", "--confirm", "--yes").code())
            .isZero();
        assertThat(fixture.type("get", "gpu01:ens1f0np0", "-o", "json").text())
            .contains(mtu + " hangs since");
      }
      DaemonFixture.await(
          AGAIN, () -> fixture.get("/readyz").statusCode() == 200, "it is not ready again");
      DaemonFixture.await(AGAIN, () -> isUp(fixture, NIC), "the NIC is not read again");
    }
  }

  /** A copy of the host's files that the fabric does not know. */
  private Path staticRoot(DaemonFixture fixture) throws IOException, InterruptedException {
    Path of = fixture.fabric.hostDir(new DeviceId("gpu01")).resolve("root");
    Path copy = folder.resolve("root");
    assertThat(new ProcessBuilder("cp", "-a", of.toString(), copy.toString()).start().waitFor())
        .isZero();
    String config = Files.readString(fixture.config);
    Files.writeString(
        fixture.config,
        config
            .replace("\"" + of + "\"", "\"" + copy + "\"")
            .replace("settings: 1s }", "settings: 1s, fast: 100ms }"));
    return copy;
  }

  private static boolean isUp(DaemonFixture fixture, String sample) {
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .anyMatch(line -> line.startsWith(sample) && line.endsWith(" 1"));
  }

  /** The slowest may be late: the machine is shared. */
  private static void requestsAreAnswered(DaemonFixture fixture) {
    long[] nanos =
        LongStream.range(0, 4)
            .flatMap(_ ->
                LongStream.of(
                    took(() -> fixture.get("/healthz").statusCode() == 200),
                    took(() -> fixture.get("/readyz").statusCode() == 503),
                    took(() -> fixture.get("/api/v1/status").statusCode() == 200),
                    took(() -> fixture.type("commits").code() == 0)))
            .sorted()
            .toArray();
    assertThat(nanos[nanos.length * 3 / 4]).isLessThan(1_000_000_000L);
  }

  private static long took(BooleanSupplier request) {
    long begun = System.nanoTime();
    assertThat(request.getAsBoolean()).isTrue();
    return System.nanoTime() - begun;
  }

  private static void aCommitOnTheSwitchIsRolledBack(DaemonFixture fixture) {
    String up = "roce_target_up{device=\"leaf1\",port=\"Ethernet1/1\",poller";
    DaemonFixture.await(() -> isUp(fixture, up), "leaf1 is not polled");
    List<String> found = fixture.tell("state leaf1");
    DaemonFixture.await(
        () -> fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes").code() == 0,
        "the switch cannot be set");
    DaemonFixture.await(() -> !fixture.tell("state leaf1").equals(found), "it is not written");
    DaemonFixture.await(
        Duration.ofSeconds(15), () -> fixture.tell("state leaf1").equals(found), "not rolled back");
    assertThat(isUp(fixture, up)).isTrue();
  }

  private static long threads(DaemonFixture fixture) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + fixture.daemon().pid() + "/status")).stream()
        .filter(line -> line.startsWith("Threads:"))
        .mapToLong(line -> Long.parseLong(line.substring(8).strip()))
        .findFirst()
        .orElseThrow();
  }
}
