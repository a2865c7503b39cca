package dev.losslessd.app;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The real daemon as a process in which, from the first byte of its input on, every thread that may
 * serve a request computes without end.
 */
final class BusyDaemon {
  static final String BUSY = "busy";

  private BusyDaemon() {}

  public static void main(String[] words) throws Exception {
    Daemon daemon = new Daemon(CrashingStore.config(Path.of(words[0])), TestHooks.NONE);
    Termination.closesAtExit(
        daemon, new ServiceNotifier(_ -> true, System::nanoTime, Optional.empty()));
    System.out.println(DyingDaemon.READY + daemon.port());
    System.out.flush();
    int _ = System.in.read();
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch busy = new CountDownLatch(carriers);
    for (int n = 0; n < 4 * carriers; n++) {
      Thread.ofVirtual()
          .start(() -> {
            busy.countDown();
            while (true) {
              Thread.onSpinWait();
            }
          });
    }
    busy.await();
    System.out.println(BUSY);
    System.out.flush();
    new CountDownLatch(1).await();
  }
}
