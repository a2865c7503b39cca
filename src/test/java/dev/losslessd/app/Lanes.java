package dev.losslessd.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Works off cases on some stages side by side: most of a case is waiting for a process. */
final class Lanes {
  /** Something to do on whichever stage is free. */
  interface Work {
    void on(CrashStage stage) throws Exception;
  }

  /** Starts a stage in an empty folder. */
  interface Stages {
    CrashStage in(Path folder) throws IOException;
  }

  private Lanes() {}

  /**
   * @param deadline of one call of a device
   */
  static void run(Path folder, int lanes, String deadline, List<Work> all) throws Exception {
    run(folder, lanes, own -> new CrashStage(own, deadline), all);
  }

  static void run(Path folder, int lanes, Stages stages, List<Work> all) throws Exception {
    ConcurrentLinkedQueue<Work> left = new ConcurrentLinkedQueue<>(all);
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(lanes)) {
      for (int lane = 0; lane < lanes; lane++) {
        Path own = Files.createDirectories(folder.resolve("lane" + lane));
        running.add(
            threads.submit(() -> {
              drain(own, stages, left);
              return true;
            }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a lane broke down", e.getCause());
    }
  }

  private static void drain(Path folder, Stages stages, ConcurrentLinkedQueue<Work> left)
      throws Exception {
    try (CrashStage stage = stages.in(folder)) {
      @Nullable Work next = left.poll();
      while (next != null) {
        next.on(stage);
        next = left.poll();
      }
    } catch (IOException e) {
      throw new AssertionError("no stage in " + folder, e);
    }
  }
}
