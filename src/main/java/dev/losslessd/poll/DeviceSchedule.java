package dev.losslessd.poll;

import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads of one switch, each at its own place in its period, as soon as LLDP has found a port. It
 * has a thread of its own: one that hangs holds up no other.
 */
public final class DeviceSchedule extends PollSchedule {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final DevicePoll poll;
  private final PollSlot slot;
  private final TimeSource time;
  private boolean asked;

  private DeviceSchedule(DevicePoll poll, PollSlot slot, TimeSource time) {
    super(slot.dueNanos());
    this.poll = poll;
    this.slot = slot;
    this.time = time;
  }

  /** Scheduler of devices by their places in the list, spread over their periods. */
  public static PollScheduler<Integer, DeviceSchedule> scheduler(
      List<DevicePoll> polls, TimeSource time, Threads threads) {
    return new PollScheduler<>(
        new PollScheduler.Loop("switches", LOOK_AGAIN),
        place -> at(place, polls, time),
        () -> PollScheduler.Round.each(DeviceSchedule::read),
        time,
        threads.virtual());
  }

  private static DeviceSchedule at(int place, List<DevicePoll> polls, TimeSource time) {
    DevicePoll poll = polls.get(place);
    PollSlot slot = new PollSlot(poll.period(), place, polls.size(), time.ticks());
    return new DeviceSchedule(poll, slot, time);
  }

  /** Places of all that stand in the list. */
  public static List<Integer> places(List<DevicePoll> polls) {
    return IntStream.range(0, polls.size()).boxed().toList();
  }

  /** Reads it, if there is anything to ask about yet. */
  public void read() {
    asked = poll.hasPorts();
    if (asked) {
      slot.began();
      poll.run();
    }
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
