package dev.losslessd.app;

import dev.losslessd.store.Sync;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Numbers every durable or outward step of a process, from 1, and tells of it just before and just
 * after. One commit at a time makes one order.
 */
final class Points {
  /** Hears of a step; what it throws is the disk's no. */
  interface Ear {
    void hear(int number, Phase phase, String what) throws IOException;
  }

  enum Phase {
    BEFORE,
    AFTER
  }

  private final Ear ear;
  private final AtomicInteger last = new AtomicInteger();
  private final ThreadLocal<Integer> current = ThreadLocal.withInitial(() -> 0);

  Points(Ear ear) {
    this.ear = ear;
  }

  int count() {
    return last.get();
  }

  Seams seams() {
    UnaryOperator<WriteGate> gate = Around::new;
    Sync sync =
        (file, channel, metadata) -> {
          String what = "fsync " + file.getFileName();
          before(what);
          channel.force(metadata);
          after(what);
        };
    return new Seams(gate, sync);
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

  private void before(String what) throws IOException {
    int number = last.incrementAndGet();
    current.set(number);
    ear.hear(number, Phase.BEFORE, what);
  }

  private void after(String what) throws IOException {
    ear.hear(current.get(), Phase.AFTER, what);
  }
}
