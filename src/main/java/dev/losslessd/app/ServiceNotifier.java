package dev.losslessd.app;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.UnixDatagrams;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the service manager what the daemon does (sd_notify(3)). Without one it does nothing. What
 * is lost on the way is sent again with the next {@link #watchdog} or {@link #repeat}. Safe for
 * threads.
 */
final class ServiceNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceNotifier.class);
  private static final int MICROS = 1_000;
  private static final String READY = "READY=1";
  private static final String STOPPING = "STOPPING=1";

  private final Predicate<String> send;
  private final LongSupplier nanos;
  private final Optional<Duration> watchdog;
  private String state = "";
  private String status = "";
  private boolean lost;

  /**
   * @param send takes one datagram, and returns false where it was lost
   * @param nanos of CLOCK_MONOTONIC, as {@link System#nanoTime} is on Linux
   * @param watchdog time within which the manager wants a sign of life
   */
  ServiceNotifier(Predicate<String> send, LongSupplier nanos, Optional<Duration> watchdog) {
    this.send = send;
    this.nanos = nanos;
    this.watchdog = watchdog;
  }

  /**
   * Returns the notifier of this process.
   *
   * @param environment of which NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID count
   */
  static ServiceNotifier of(Map<String, String> environment, LongSupplier nanos, long pid) {
    String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
    if (socket.isEmpty()) {
      return new ServiceNotifier(_ -> true, nanos, Optional.empty());
    }
    try {
      return new ServiceNotifier(UnixDatagrams.to(socket)::send, nanos, watchdog(environment, pid));
    } catch (IllegalArgumentException e) {
      LOG.warn("NOTIFY_SOCKET: {}; the service manager is told nothing", e.getMessage());
      return new ServiceNotifier(_ -> true, nanos, Optional.empty());
    }
  }

  /** The variables may be those of another process, which ours inherited. */
  private static Optional<Duration> watchdog(Map<String, String> environment, long pid) {
    String micros = environment.getOrDefault("WATCHDOG_USEC", "");
    String whose = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
    boolean usable = Pattern.matches("[1-9]\\d{0,15}", micros) && whose.equals(Long.toString(pid));
    return usable
        ? Optional.of(Duration.ofNanos(Long.parseLong(micros) * MICROS))
        : Optional.empty();
  }

  /** Time within which {@link #watchdog} must be called; empty where nobody waits for it. */
  Optional<Duration> watchdogTimeout() {
    return watchdog;
  }

  /** The start or a reload has come to its end. */
  synchronized void ready() {
    enter(READY);
  }

  /** A reload has begun; {@link #ready} ends it. */
  synchronized void reloading() {
    enter("RELOADING=1\nMONOTONIC_USEC=" + nanos.getAsLong() / MICROS);
  }

  /** The stop has begun. No other state comes after it. */
  synchronized void stopping() {
    enter(STOPPING);
  }

  /**
   * Sets the line that {@code systemctl status} shows.
   *
   * @param text what the daemon does; characters that would break the line are escaped
   */
  synchronized void status(String text) {
    String shown = "STATUS=" + PrintableText.of(text);
    if (!shown.equals(status)) {
      status = shown;
      put(shown);
    }
  }

  /** Says that every loop of the daemon turns. */
  synchronized void watchdog() {
    if (watchdog.isPresent()) {
      put("WATCHDOG=1");
    }
    repeat();
  }

  /** Sends state and status once more if one of them was lost. */
  synchronized void repeat() {
    if (lost) {
      lost = false;
      put((state + "\n" + status).strip());
    }
  }

  private void enter(String next) {
    if (!state.equals(STOPPING)) {
      state = next;
      put(next);
    }
  }

  private void put(String text) {
    if (!send.test(text)) {
      lost = true;
    }
  }
}
