package dev.losslessd.poll;

import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads of one switch, each at its own place in its period, as soon as LLDP has found a port. It
 * has a thread of its own: one that hangs holds up no other.
 */
public final class DeviceSchedule extends PollSchedule {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final DevicePoll poll;
  private final PollSlot slot;
  private final TimeSource time;
  private Duration period;
  private boolean asked;

  private DeviceSchedule(DevicePoll poll, PollSlot slot, TimeSource time) {
    super(slot.dueNanos());
    this.poll = poll;
    this.slot = slot;
    this.time = time;
    this.period = poll.period();
  }

  /**
   * Scheduler of devices by their keys, spread over their periods.
   *
   * @param polls as of now; each has its place in the list
   */
  public static PollScheduler<String, DeviceSchedule> scheduler(
      Supplier<List<DevicePoll>> polls, TimeSource time, Threads threads) {
    return new PollScheduler<>(
        new PollScheduler.Loop("switches", LOOK_AGAIN),
        key -> of(key, polls.get(), time),
        () -> PollScheduler.Round.each(DeviceSchedule::read),
        time,
        threads.virtual());
  }

  private static DeviceSchedule of(String key, List<DevicePoll> polls, TimeSource time) {
    int place = 0;
    while (!polls.get(place).key().equals(key)) {
      place++;
    }
    DevicePoll poll = polls.get(place);
    PollSlot slot = new PollSlot(poll.period(), place, polls.size(), time.ticks());
    return new DeviceSchedule(poll, slot, time);
  }

  /** Keys of all that stand in the list. */
  public static List<String> keys(List<DevicePoll> polls) {
    return polls.stream().map(DevicePoll::key).toList();
  }

  /** Reads it, if there is anything to ask about yet. */
  public void read() {
    asked = poll.hasPorts();
    if (asked) {
      slot.began();
      poll.run();
    }
  }

  /** The config may have another period by now. */
  @Override
  boolean isDue(long now) {
    if (!period.equals(poll.period())) {
      period = poll.period();
      slot.period(period, now);
      dueWithin(now, period.toNanos());
    }
    return super.isDue(now);
  }

  @Override
  String name() {
    return poll.device().name();
  }

  @Override
  boolean wantsThread() {
    return true;
  }

  @Override
  void ended(long began, boolean alone) {
    if (asked) {
      poll.missed(slot.ended(time.ticks()));
      dueAt(slot.dueNanos());
    } else {
      dueAt(time.ticks() + LOOK_AGAIN.toNanos());
    }
  }

  @Override
  public void close() {}
}
