package dev.losslessd.watch;

import dev.losslessd.formulas.PauseLevel;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.FindingRule;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * What one counter tells of loss, pause or RDMA outside of its class, now. It begins when a limit
 * is passed for longer than one read of a second, as one alone is a burst; a lost packet begins it
 * at once. It ends after half a minute at or below half of the limit. All of that is measured time:
 * of a slow reader one read is enough.
 */
final class RunningFault {
  private static final long BURST_NANOS = 1_500_000_000L;
  static final long HOLD_NANOS = 30_000_000_000L;

  /** Packets lost in a second from which on jobs feel it, as in the alert RoceLosslessDrops. */
  private static final double MANY_LOST = 10;

  /**
   * A value that is passed for longer than a time: packets a second, or a share 0..1 of time or
   * bytes.
   */
  private record Limit(double value, long forNanos) {
    private static final Limit NEVER = new Limit(Double.MAX_VALUE, 0);

    static Limit longerThanBurst(double value) {
      return new Limit(value, BURST_NANOS);
    }
  }

  /** What is judged, with its limits of a warning and of a critical finding. */
  @SuppressWarnings("ImmutableEnumChecker") // a limit is two numbers
  enum Kind {
    LOSS(FindingRule.LOSSLESS_DROPS, new Limit(0, 0), Limit.longerThanBurst(MANY_LOST)),
    PAUSE(
        FindingRule.PAUSE,
        Limit.longerThanBurst(PauseLevel.WARNING.limit()),
        Limit.longerThanBurst(PauseLevel.CRITICAL.limit())),
    /** Paused all the time, and nothing of the priority gets through. */
    STORM(
        FindingRule.STORM,
        Limit.NEVER,
        Limit.longerThanBurst(Math.nextDown(PauseLevel.HELD.limit()))),
    /** The NIC itself says that it paused for too long. */
    STALL(FindingRule.STORM, Limit.NEVER, new Limit(0, 0)),
    /** The share of the RDMA bytes that is outside of their class. */
    CLASS(FindingRule.WRONG_CLASS, Limit.longerThanBurst(0.1), Limit.NEVER);

    private final FindingRule rule;
    private final Limit warning;
    private final Limit critical;

    Kind(FindingRule rule, Limit warning, Limit critical) {
      this.rule = rule;
      this.warning = warning;
      this.critical = critical;
    }

    FindingRule rule() {
      return rule;
    }
  }

  /** How long a value has been over a limit, or well below. */
  private static final class Passed {
    private final Limit limit;
    private long over;
    private long calm;
    private boolean on;

    Passed(Limit limit) {
      this.limit = limit;
    }

    void take(double value, long nanos) {
      if (value > limit.value()) {
        over += nanos;
        calm = 0;
        on |= over > limit.forNanos();
      } else {
        over = 0;
        calm = value <= limit.value() / 2 ? calm + nanos : 0;
        on &= calm < HOLD_NANOS;
      }
    }
  }

  private final Kind kind;
  private final Counter counter;
  private final Passed warning;
  private final Passed critical;
  private double value;
  private double worst;
  private Stride last = new Stride(0, 1);
  private Instant begun = Instant.EPOCH;
  private Instant seen = Instant.EPOCH;

  RunningFault(Kind kind, Counter counter) {
    this.kind = kind;
    this.counter = counter;
    this.warning = new Passed(kind.warning);
    this.critical = new Passed(kind.critical);
  }

  /**
   * Takes one stride of the counter.
   *
   * @param judged packets a second or duty; 0 where nothing is wrong
   * @return whether it began, ended, or is of another severity now
   */
  boolean take(double judged, Stride stride, Instant at) {
    boolean wasOn = isOn();
    boolean wasCritical = critical.on;
    boolean calm = !wasOn && warning.over == 0 && critical.over == 0;
    value = judged;
    last = stride;
    warning.take(judged, stride.nanos());
    critical.take(judged, stride.nanos());
    boolean over = warning.over > 0 || critical.over > 0;
    if (over) {
      begun = calm ? at : begun;
      seen = at;
      worst = calm ? judged : Math.max(worst, judged);
    }
    return isOn() != wasOn || critical.on != wasCritical;
  }

  boolean isOn() {
    return warning.on || critical.on;
  }

  /** Whether nothing of it is left that a later stride would add to. */
  boolean isOver() {
    return !isOn() && warning.over == 0 && critical.over == 0;
  }

  Counter counter() {
    return counter;
  }

  Kind kind() {
    return kind;
  }

  boolean isCritical() {
    return critical.on;
  }

  /** Time of the read that showed it first. */
  Instant begun() {
    return begun;
  }

  /** Until when it is believed if no read follows: three reads, half a minute at least. */
  Instant believedUntil(Instant lastRead) {
    return lastRead.plusNanos(Math.max(HOLD_NANOS, 3 * last.nanos()));
  }

  String message() {
    boolean now = warning.over > 0 || critical.over > 0;
    return what()
        + String.format(Locale.ROOT, " in %.1f s", last.nanos() / 1e9)
        + (now ? "" : "; at worst " + amount(worst))
        + " ("
        + counter.rawName()
        + ", "
        + (now ? "read " : "last seen ")
        + seen.truncatedTo(ChronoUnit.SECONDS)
        + ")";
  }

  private String what() {
    boolean paused = counter.direction() == Direction.RX;
    String of = counter.priority() == null ? "" : " on priority " + counter.priority();
    return switch (kind) {
      case LOSS ->
          "drops "
              + (counter.priority() == null
                  ? "packets while only lossless priorities move"
                  : "packets of lossless priority " + counter.priority())
              + ": "
              + amount(value);
      case PAUSE -> (paused ? "is paused" : "pauses its peer") + of + ": " + amount(value);
      case STORM ->
          (paused ? "is held" : "holds its peer")
              + of
              + ", and nothing gets through: "
              + amount(value);
      case STALL -> "paused its peer for so long that the NIC gave up";
      case CLASS ->
          (counter.direction() == Direction.RX ? "receives " : "sends ")
              + amount(value)
              + " outside of it";
    };
  }

  private String amount(double of) {
    return switch (kind) {
      case LOSS -> String.format(Locale.ROOT, "%.1f a second", of);
      case PAUSE, STORM -> String.format(Locale.ROOT, "%.1f %% of the time", of * 100);
      case STALL -> String.format(Locale.ROOT, "%.1f times a second", of);
      case CLASS -> String.format(Locale.ROOT, "%.0f %% of its RDMA bytes", of * 100);
    };
  }

  String advice() {
    if (kind == Kind.CLASS) {
      return counter.direction() == Direction.RX
          ? "the hosts that send to this port mark otherwise: look at their findings"
          : "'mark: on' for the class in the policy, then 'losslessd plan'; or mark in the job,"
              + " see 'losslessd env'; connections that are open may have to be made anew";
    }
    if (kind == Kind.LOSS) {
      return "see whether both ends pause alike ('losslessd contract') and have the headroom; a"
          + " runbook: RoceLosslessDrops";
    }
    return counter.direction() == Direction.RX
        ? "the network or the peer stops this port: look for the port that pauses its peer and is"
            + " not paused itself"
        : "this port does not drain: look at the host's PCIe and memory, or at what the switch"
            + " port sends on; a runbook: RocePauseWarning";
  }
}
