package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Threads of the commit engine. They are its own, so nothing that serves requests, runs filters or
 * reads files can keep a rollback from its time. Each kind waits only for kinds after it, so
 * bounded pools cannot block each other.
 *
 * @param requests plan what callers ask for; callers wait for them
 * @param decisions run what callers decide about commits: it waits for no plan of others
 * @param steps run due steps of commits; one that finds no thread free is taken a second later
 * @param lanes run the part of a step that belongs to one device
 * @param calls run single calls to devices, which may hang
 */
public record EngineThreads(
    ExecutorService requests,
    ExecutorService decisions,
    ExecutorService steps,
    ExecutorService lanes,
    ExecutorService calls) {
  /**
   * Runs what a caller asks for on a thread of the engine's: those that serve requests may be
   * stuck.
   *
   * @throws CommitException BUSY, and whatever the work throws
   */
  <T> T ask(Supplier<T> work) {
    return on(requests, work);
  }

  /**
   * Runs a decision of a caller likewise.
   *
   * @throws CommitException BUSY, and whatever the work throws
   */
  <T> T decide(Supplier<T> work) {
    return on(decisions, work);
  }

  private static <T> T on(ExecutorService threads, Supplier<T> work) {
    try {
      return threads.submit(work::get).get();
    } catch (RejectedExecutionException e) {
      throw new CommitException(Kind.BUSY, "too many requests wait for the commit engine", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommitException(Kind.BUSY, "interrupted; the request goes on", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failed -> throw failed;
        case Error failed -> throw failed;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Begins a step, and does the rest after it whatever it throws. Where no thread is free the step
   * is left out: the next look finds it again.
   */
  void step(Runnable work, Runnable rest) {
    try {
      steps.execute(() -> {
        try {
          work.run();
        } finally {
          rest.run();
        }
      });
    } catch (RejectedExecutionException e) {
      rest.run();
    }
  }

  /** Interrupts what runs, and begins nothing more. */
  public void stop() {
    Stream.of(requests, decisions, steps, lanes, calls).forEach(ExecutorService::shutdownNow);
  }

  /** One kind of thread for everything. */
  public static EngineThreads of(ExecutorService threads) {
    return new EngineThreads(threads, threads, threads, threads, threads);
  }
}
