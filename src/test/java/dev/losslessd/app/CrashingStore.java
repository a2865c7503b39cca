package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The real daemon, or the real {@code recover}, as a process that dies at one of its {@link Points}
 * without another instruction: no finally block, no shutdown hook, no flush.
 *
 * <p>Words: {@code run}, {@code recover} or one of {@link DoomedVerbs}, the config, the point
 * ({@code 0 0 none} to list them), {@code before} or {@code after}, and a file to list the points
 * in.
 */
final class CrashingStore {
  static final int KILLED = 137;
  static final String READY = "ready at ";

  private final Points.Point point;
  private final Points.Phase phase;
  private final Path list;

  private CrashingStore(Points.Point point, Points.Phase phase, Path list) {
    this.point = point;
    this.phase = phase;
    this.list = list;
  }

  public static void main(String[] words) throws Exception {
    Config config = config(Path.of(words[1]));
    Points.Phase phase = Points.Phase.valueOf(words[3]);
    CrashingStore crashingStore =
        new CrashingStore(Points.Point.parse(words[2]), phase, Path.of(words[4]));
    TestHooks testHooks = new Points(crashingStore::hear).testHooks();
    if (words[0].equals("recover")) {
      Recover.run(config, false, Clock.systemUTC(), System.out, testHooks);
      Runtime.getRuntime().halt(0);
    }
    if (!words[0].equals("run")) {
      DoomedVerbs.run(words[0], config, testHooks);
      Runtime.getRuntime().halt(0);
    }
    Daemon daemon = new Daemon(config, testHooks);
    System.out.println(READY + daemon.port());
    System.out.flush();
    new CountDownLatch(1).await();
  }

  static Config config(Path file) {
    return switch (ConfigLoader.load(file, "gpu01", List.of())) {
      case ConfigLoader.Loaded loaded -> loaded.config();
      case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems().toString());
    };
  }

  private void hear(Points.Point now, Points.Phase when) {
    if (when == Points.Phase.BEFORE && point.number() == 0) {
      note(now.text());
    }
    if (now.isThat(point) && when == phase) {
      Runtime.getRuntime().halt(KILLED);
    }
  }

  private synchronized void note(String line) {
    try {
      Files.writeString(list, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
