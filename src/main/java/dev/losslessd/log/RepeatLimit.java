package dev.losslessd.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Admits each key a few times per window and counts the rest. Memory is bounded: the key that was
 * not seen for longest is forgotten first. Not thread-safe.
 */
final class RepeatLimit {
  /** Length of the window, in milliseconds; it begins with a key's first record. */
  static final long WINDOW_MILLIS = 60_000;

  /**
   * A key whose window is over.
   *
   * @param times records that were counted and not admitted
   */
  record Repeated(String key, long times) {}

  private static final class Window {
    long beginMillis;
    int admitted;
    long refused;
  }

  private final int perWindow;
  private final int maxKeys;
  private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true);
  private final List<Repeated> forgotten = new ArrayList<>();
  private int withRefused;

  RepeatLimit(int perWindow, int maxKeys) {
    this.perWindow = perWindow;
    this.maxKeys = maxKeys;
  }

  /** Returns true if the record is to be written; false if it was counted. */
  boolean admits(String key, long nowMillis) {
    Window window = windows.get(key);
    if (window == null) {
      window = begin(key, nowMillis);
    }
    if (isOver(window, nowMillis)) {
      restart(key, window, nowMillis);
    }
    if (window.admitted < perWindow) {
      window.admitted++;
      return true;
    }
    if (window.refused++ == 0) {
      withRefused++;
    }
    return false;
  }

  /** Keys with refused records whose window is over; each is returned once. */
  List<Repeated> over(long nowMillis) {
    if (withRefused > 0) {
      windows.forEach((key, window) -> {
        if (window.refused > 0 && isOver(window, nowMillis)) {
          restart(key, window, nowMillis);
        }
      });
    }
    return taken();
  }

  /** All keys with refused records, for the end of the log. */
  List<Repeated> all() {
    windows.forEach(this::forget);
    windows.clear();
    return taken();
  }

  int keys() {
    return windows.size();
  }

  private Window begin(String key, long nowMillis) {
    if (windows.size() >= maxKeys) {
      var eldest = windows.entrySet().iterator();
      var entry = eldest.next();
      forget(entry.getKey(), entry.getValue());
      eldest.remove();
    }
    Window window = new Window();
    window.beginMillis = nowMillis;
    windows.put(key, window);
    return window;
  }

  /** A clock that was set back ends a window, too. */
  private static boolean isOver(Window window, long nowMillis) {
    long age = nowMillis - window.beginMillis;
    return age >= WINDOW_MILLIS || age < 0;
  }

  private void restart(String key, Window window, long nowMillis) {
    forget(key, window);
    window.beginMillis = nowMillis;
    window.admitted = 0;
    window.refused = 0;
  }

  private void forget(String key, Window window) {
    if (window.refused > 0) {
      forgotten.add(new Repeated(key, window.refused));
      withRefused--;
    }
  }

  private List<Repeated> taken() {
    if (forgotten.isEmpty()) {
      return List.of();
    }
    List<Repeated> taken = List.copyOf(forgotten);
    forgotten.clear();
    return taken;
  }
}
