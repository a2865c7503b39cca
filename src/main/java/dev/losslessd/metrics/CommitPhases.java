package dev.losslessd.metrics;

import dev.losslessd.model.CallTimes;
import dev.losslessd.model.CallTimes.Call;
import dev.losslessd.model.Commit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Times how long commits stay in each state that they leave: {@code applying}, {@code
 * awaiting-confirm}, {@code undoing}. A phase that began before this process did is not counted.
 */
public final class CommitPhases {
  private final CallTimes times;
  private final LongSupplier nanos;
  private final Map<String, Phase> open = new ConcurrentHashMap<>();

  private record Phase(String state, long begin) {}

  /**
   * @param nanos a clock that never jumps
   */
  public CommitPhases(CallTimes times, LongSupplier nanos) {
    this.times = times;
    this.nanos = nanos;
  }

  /** Takes note of a commit's state; one that is told again goes on. */
  public void onCommit(Commit commit) {
    Phase before = open.get(commit.id());
    if (before != null && before.state().equals(commit.state())) {
      return;
    }
    long now = nanos.getAsLong();
    if (before != null) {
      times.of(Call.COMMIT_PHASE, before.state()).accept(now - before.begin());
    }
    if (commit.open() || commit instanceof Commit.Staged) {
      open.put(commit.id(), new Phase(commit.state(), now));
    } else {
      open.remove(commit.id());
    }
  }
}
