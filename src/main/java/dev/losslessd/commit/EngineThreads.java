package dev.losslessd.commit;

import java.util.concurrent.ExecutorService;

/**
 * Threads of the commit engine. They are its own, so nothing that serves requests, runs filters or
 * reads files can keep a rollback from its time. Each kind waits only for kinds after it, so
 * bounded pools cannot block each other.
 *
 * @param requests run what callers ask of the engine; callers wait for them
 * @param steps run due steps of commits; one that finds no thread free is taken a second later
 * @param lanes run the part of a step that belongs to one device
 * @param calls run single calls to devices, which may hang
 */
public record EngineThreads(
    ExecutorService requests, ExecutorService steps, ExecutorService lanes, ExecutorService calls) {
  /** Interrupts what runs, and begins nothing more. */
  public void stop() {
    requests.shutdownNow();
    steps.shutdownNow();
    lanes.shutdownNow();
    calls.shutdownNow();
  }

  /** One kind of thread for everything. */
  public static EngineThreads of(ExecutorService threads) {
    return new EngineThreads(threads, threads, threads, threads);
  }
}
