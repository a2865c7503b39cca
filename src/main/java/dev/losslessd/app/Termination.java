package dev.losslessd.app;

import java.time.Duration;

/**
 * Ends the process in time after a signal to stop. The unit's {@code TimeoutStopSec=} is longer
 * than all of this, so that systemd never has to kill.
 */
final class Termination {
  /** Time of the orderly stop: a change that is being applied has most of it. */
  static final Duration ORDERLY = Duration.ofSeconds(18);

  /** After this the process ends, whatever hangs: even writing the log. */
  static final Duration LAST_RESORT = Duration.ofSeconds(20);

  /** Exit code of a Java process that SIGTERM stopped. */
  static final int TERMINATED = 143;

  private Termination() {}

  /** Has the daemon closed before the process ends. */
  static void closesAtExit(Daemon daemon, ServiceNotifier notifier) {
    Thread hook =
        new Thread(
            () -> {
              haltLater();
              notifier.stopping();
              daemon.close();
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Says nothing: the log may be what hangs. */
  private static void haltLater() {
    Thread.ofPlatform()
        .daemon()
        .name("last resort")
        .start(() -> {
          SystemTime.pause(LAST_RESORT);
          Runtime.getRuntime().halt(TERMINATED);
        });
  }
}
