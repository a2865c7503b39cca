package dev.losslessd.app;

import dev.losslessd.store.Sync;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/**
 * The real daemon as a process in which something hangs when it is told to stop.
 *
 * <p>Words: the config, and {@code closer} for a resource that never closes, {@code log} for one
 * that never closes while nobody reads the log, or {@code write} for writes that take seconds.
 */
final class DyingDaemon {
  static final String READY = "ready at ";
  static final String WRITING = "writing";

  private static final Duration WRITE_TAKES = Duration.ofSeconds(2);

  private DyingDaemon() {}

  public static void main(String[] words) throws Exception {
    AutoCloseable closer = words[1].equals("log") ? DyingDaemon::fillTheLog : DyingDaemon::hang;
    UnaryOperator<WriteGate> gate =
        words[1].equals("write") ? DyingDaemon::slow : UnaryOperator.identity();
    TestHooks testHooks =
        new TestHooks(gate, Sync.DISK, words[1].equals("write") ? () -> {} : closer);
    Daemon daemon = new Daemon(CrashingStore.config(Path.of(words[0])), testHooks);
    Termination.closesAtExit(
        daemon, new ServiceNotifier(_ -> true, System::nanoTime, Optional.empty()));
    System.out.println(READY + daemon.port());
    System.out.flush();
    new CountDownLatch(1).await();
  }

  /** A Java program of the test's classes, with the memory of the product. */
  static List<String> command(Class<?> main, String... words) {
    List<String> command = new ArrayList<>(DaemonFixture.command(words));
    command.set(command.indexOf("dev.losslessd.app.Main"), main.getName());
    return command;
  }

  /** As a native call does: no interrupt ends it. */
  private static void hang() {
    while (true) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // and again
      }
    }
  }

  private static WriteGate slow(WriteGate gate) {
    return what -> {
      gate.pass(what);
      System.out.println(WRITING);
      SystemTime.pause(WRITE_TAKES);
    };
  }

  private static void fillTheLog() {
    System.err.println("x".repeat(1 << 20));
  }
}
