package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every thread that may serve a request computes without end, and every read of a counter blocks
 * for ever: the commit engine keeps its deadline all the same.
 */
@SystemGroup
class IsolationEndTest {
  private static final String NIC = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void anUnconfirmedChangeIsTakenBackThoughRequestsAndPollersHang() throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "commit: { settle: 0s, confirmWithin: 10s }\n")) {
      fixture.manage("leaf1");
      String before = fixture.pfc(NIC);
      Process daemon =
          new ProcessBuilder(DyingDaemon.command(BusyDaemon.class, fixture.config.toString()))
              .redirectError(folder.resolve("errors").toFile())
              .start();
      try (BufferedReader said = daemon.inputReader(StandardCharsets.UTF_8);
          OutputStream orders = daemon.getOutputStream()) {
        String ready = said.readLine();
        assertThat(ready).startsWith(DyingDaemon.READY);
        URI live = URI.create("http://127.0.0.1:" + port(ready) + "/healthz");
        DaemonFixture.await(() -> isAlive(live), "no answer");
        DaemonFixture.Typed set =
            DaemonFixture.type(
                fixture.socket(), "set", NIC, "pfc", "5", "--waive", "one-end=a test", "--yes");
        assertThat(set.code()).as(set.text()).isZero();
        DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc 5"), "it is not written");

        blockCounters(fixture);
        orders.write('\n');
        orders.flush();
        assertThat(said.readLine()).isEqualTo(BusyDaemon.BUSY);
        assertThatThrownBy(() -> ask(live)).isInstanceOf(IOException.class);

        DaemonFixture.await(() -> fixture.pfc(NIC).equals(before), "it is not taken back");
        assertThatThrownBy(() -> ask(live)).isInstanceOf(IOException.class);
      } finally {
        daemon.destroyForcibly().onExit().join();
      }
    }
  }

  private static String port(String ready) {
    return ready.substring(DyingDaemon.READY.length());
  }

  private static boolean isAlive(URI live) {
    try {
      return ask(live) == 200;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private static int ask(URI live) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(live).timeout(Duration.ofSeconds(2)).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  /** Puts a pipe that nobody writes to in the place of each counter's file. */
  private void blockCounters(DaemonFixture fixture) throws IOException, InterruptedException {
    Path root = fixture.fabric.hostDir(new DeviceId("gpu01")).resolve("root/sys");
    List<Path> counters;
    try (Stream<Path> all = Files.walk(root)) {
      counters =
          all.filter(Files::isRegularFile)
              .filter(file -> String.valueOf(file.getParent()).endsWith("counters"))
              .toList();
    }
    assertThat(counters).isNotEmpty();
    for (Path counter : counters) {
      Path pipe = folder.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      Files.move(pipe, counter, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
