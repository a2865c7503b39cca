package dev.losslessd.http;

import dev.losslessd.text.PrintableText;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the audit who wanted to change what their role or scope does not allow. What the engine
 * refuses, it tells itself.
 */
final class DeniedWrites {
  /** Most lines of one caller in an hour. */
  private static final int LINES = 60;

  private static final int CALLERS = 256;

  private final LongSupplier ticks;
  private final BiConsumer<String, String> audit;
  private final Map<String, HourlyQuota> callers = new Recent<>(CALLERS);

  /**
   * @param ticks monotonic nanoseconds
   * @param audit is told the actor, and what was denied for which reason
   */
  DeniedWrites(LongSupplier ticks, BiConsumer<String, String> audit) {
    this.ticks = ticks;
    this.audit = audit;
  }

  /**
   * @param caller null where a request was refused before it had one
   */
  void tell(@Nullable Caller caller, String method, String path, Exception e) {
    boolean denied = e instanceof ProblemException known && known.problem().isDenial();
    if (denied && caller != null && !AccessControl.READS.contains(method)) {
      if (quota(caller.name()).take()) {
        String what = method + " " + PrintableText.brief(path, 200);
        audit.accept(caller.actor(), what + ": " + e.getMessage());
      }
    }
  }

  private synchronized HourlyQuota quota(String name) {
    return callers.computeIfAbsent(name, _ -> new HourlyQuota(ticks, LINES));
  }
}
