package dev.losslessd.app;

import dev.losslessd.store.Sync;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Tells of every durable or outward step of a process just before and just after. Devices are
 * written side by side, so the order of all steps is another in each run; the order of those of one
 * device is not, and so a step is known by what it does and how often that was done before. The
 * number of a revision, which a switch counts on from run to run, is no part of what is done; nor
 * is the folder that the fabric is in.
 */
final class Points {
  /** Hears of a step; what it throws is the disk's no. */
  interface Ear {
    void hear(Point point, Phase phase) throws IOException;
  }

  /**
   * @param number in this run, from 1
   * @param nth of those that do the same, from 1
   */
  record Point(int number, int nth, String what) {
    /** Returns true for the same step in another run. */
    boolean isThat(Point other) {
      return nth == other.nth && what.equals(other.what);
    }

    String text() {
      return number + " " + nth + " " + what;
    }

    static Point parse(String text) {
      String[] parts = text.split(" ", 3);
      return new Point(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]);
    }

    /** Name of the point in reports, such as {@code 007 write, time 2}. */
    String name() {
      String again = nth > 1 ? ", time " + nth : "";
      return "%03d %s".formatted(number, what) + again;
    }
  }

  enum Phase {
    BEFORE,
    AFTER
  }

  /** The point before the first step. */
  static final Point NONE = new Point(0, 0, "none");

  private static final Pattern NUMBERED = Pattern.compile("(nv config (?:apply|delete)) \\d+");

  private final Ear ear;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
  private final ThreadLocal<Point> current = ThreadLocal.withInitial(() -> NONE);

  Points(Ear ear) {
    this.ear = ear;
  }

  int count() {
    return last.get();
  }

  TestHooks testHooks() {
    UnaryOperator<WriteGate> gate = Around::new;
    Sync sync =
        (file, channel, metadata) -> {
          String what = "fsync " + file.getFileName();
          before(what);
          channel.force(metadata);
          after(what);
        };
    return new TestHooks(gate, sync);
  }

  private final class Around implements WriteGate {
    private final WriteGate gate;

    Around(WriteGate gate) {
      this.gate = gate;
    }

    @Override
    public void pass(String what) {
      gate.pass(what);
      quietly(() -> before(what));
    }

    @Override
    public void passed(String what) {
      quietly(() -> after(what));
      gate.passed(what);
    }
  }

  private interface Step {
    void take() throws IOException;
  }

  private static void quietly(Step step) {
    try {
      step.take();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String known(String what) {
    return NUMBERED.matcher(what).replaceFirst("$1 N").replaceFirst("/.*/fabric/", "");
  }

  private void before(String step) throws IOException {
    String what = known(step);
    int nth = seen.computeIfAbsent(what, _ -> new AtomicInteger()).incrementAndGet();
    Point point = new Point(last.incrementAndGet(), nth, what);
    current.set(point);
    ear.hear(point, Phase.BEFORE);
  }

  private void after(String step) throws IOException {
    String what = known(step);
    Point point = current.get();
    if (!point.what().equals(what)) {
      throw new IllegalStateException("after, but not before: " + what);
    }
    ear.hear(point, Phase.AFTER);
  }
}
