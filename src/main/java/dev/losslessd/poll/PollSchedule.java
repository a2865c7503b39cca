package dev.losslessd.poll;

/** One target of a {@link PollScheduler}, and when it is due; for the thread that reads it. */
public abstract class PollSchedule implements AutoCloseable {
  private long due;
  private volatile boolean left;

  /**
   * @param due monotonic nanoseconds
   */
  PollSchedule(long due) {
    this.due = due;
  }

  /** Name of the target in messages and of its thread. */
  abstract String name();

  /**
   * A read has ended.
   *
   * @param began the round, monotonic nanoseconds
   * @param alone whether nothing else was read with it
   */
  abstract void ended(long began, boolean alone);

  /** Ends what it holds, on the thread that reads it. */
  @Override
  public abstract void close();

  /** Whether it is not to be read with others. */
  boolean isAlone() {
    return true;
  }

  /** Whether it is to be read by a thread of its own. */
  boolean wantsThread() {
    return false;
  }

  /**
   * The read under way hangs; under the lock of the scheduler.
   *
   * @param alone whether nothing else is read with it
   */
  void hangs(boolean alone) {}

  /** A read that hung has ended; under the lock of the scheduler. */
  void hangsNoMore(boolean alone) {}

  final void leave() {
    left = true;
  }

  /** Whether it is not followed any more. */
  final boolean hasLeft() {
    return left;
  }

  boolean isDue(long now) {
    return now - due >= 0;
  }

  /** When it is due, if that is earlier. */
  final long earlier(long other) {
    return due - other < 0 ? due : other;
  }

  final void dueAt(long next) {
    due = next;
  }

  /** Due no later than that from now: a period has become shorter. */
  final void dueWithin(long now, long nanos) {
    due = earlier(now + nanos);
  }

  /** All are due on one grid, and so together; times that passed are not made up for. */
  final void dueAfter(long began, long interval) {
    due = began - Math.floorMod(began, interval) + interval;
  }
}
