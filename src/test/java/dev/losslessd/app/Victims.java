package dev.losslessd.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes of {@link CrashingStore} and sees them die. The first one is run to its end and
 * lists the points.
 */
final class Victims {
  private static final List<String> APPLY =
      List.of("apply", "--yes", "--while-busy", "--accept-scope", "--confirm");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Path folder;

  Victims(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** The points of one whole run, in order: from the first start to the durable confirm. */
  List<Points.Point> list(CrashStage stage) throws Exception {
    Path list = folder.resolve("points");
    Process daemon = start(stage, "run", Points.NONE, Points.Phase.BEFORE);
    if (!confirm(stage, daemon)) {
      throw new AssertionError("the daemon died that nobody had killed");
    }
    daemon.destroy();
    requireDeath(daemon);
    return read(list);
  }

  /**
   * Lists the points of an undo.
   *
   * @param verb {@code recover} or {@code cancel}
   */
  List<Points.Point> listUndo(CrashStage stage, String verb) throws Exception {
    Files.deleteIfExists(folder.resolve("points"));
    Process recover = start(stage, verb, Points.NONE, Points.Phase.BEFORE);
    String said = new String(recover.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (requireDeath(recover) != 0) {
      throw new AssertionError(verb + " failed: " + said);
    }
    return read(folder.resolve("points"));
  }

  private static List<Points.Point> read(Path list) throws IOException {
    return Files.readAllLines(list).stream().map(Points.Point::parse).toList();
  }

  /** Applies and confirms, until the daemon is killed at that point. */
  void applyUntil(CrashStage stage, Points.Point point, Points.Phase phase) throws Exception {
    Process daemon = start(stage, "run", point, phase);
    boolean survived = confirm(stage, daemon);
    requireKilled(daemon, survived);
  }

  /** Undoes, until that is killed at that point. */
  void undoUntil(CrashStage stage, String verb, Points.Point point, Points.Phase phase)
      throws Exception {
    Process recover = start(stage, verb, point, phase);
    recover.getInputStream().readAllBytes();
    requireKilled(recover, false);
  }

  private static void requireKilled(Process process, boolean survived) throws Exception {
    if (survived) {
      process.destroyForcibly();
      throw new AssertionError("the point was not reached");
    }
    int code = requireDeath(process);
    if (code != CrashingStore.KILLED) {
      throw new AssertionError("ended with " + code + ", expected to be killed");
    }
  }

  private static int requireDeath(Process process) throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the process does not end");
    }
    return process.exitValue();
  }

  /**
   * @return false if the daemon died on the way
   */
  private static boolean confirm(CrashStage stage, Process daemon) throws IOException {
    BufferedReader out = daemon.inputReader(StandardCharsets.UTF_8);
    @Nullable String line = out.readLine();
    while (line != null && !line.startsWith(CrashingStore.READY)) {
      line = out.readLine();
    }
    if (line == null) {
      return false;
    }
    URI ready =
        URI.create("http://127.0.0.1:" + line.substring(CrashingStore.READY.length()) + "/readyz");
    Thread.ofPlatform().daemon().start(() -> out.lines().forEach(_ -> {}));
    DaemonFixture.await(() -> !daemon.isAlive() || isReady(ready), "the switches are not read");
    DaemonFixture.Typed applied = stage.type(APPLY.toArray(String[]::new));
    if (applied.code() == 0) {
      return true;
    }
    DaemonFixture.await(() -> !daemon.isAlive(), "refused: " + applied.text());
    return false;
  }

  /** Cheap for a daemon that has just begun: asking for its plan would take longer than it all. */
  private static boolean isReady(URI ready) {
    try {
      HttpRequest ask = HttpRequest.newBuilder(ready).timeout(Duration.ofSeconds(10)).build();
      return CLIENT.send(ask, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Process start(CrashStage stage, String verb, Points.Point point, Points.Phase phase)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"), "-Dlosslessd.log=error"));
    command.addAll(ClassCache.options());
    command.addAll(
        List.of(
            CrashingStore.class.getName(),
            verb,
            stage.file.toString(),
            point.text(),
            phase.name(),
            folder.resolve("points").toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
