package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the load that a daemon puts on a switch, by the switch's own logs. */
@SystemGroup
class CapsTest {
  private static final long SECOND = 1_000_000;

  /**
   * A line or request may be late on its way, and the next one not: by as much as a machine full of
   * other tests takes to come round to it. Without the cap there would be hundreds in this time.
   */
  private static final long LATE = SECOND;

  /** Threads of either end that a line passes on its way; each may be as late as a beat was. */
  private static final int HOPS = 4;

  /** Cap on SNMP requests: one may go at once, the others follow a quarter of a second apart. */
  private static final int PDUS_PER_SECOND = 4;

  /** Cap on commands: half may go at once, the others follow a third of a second apart. */
  private static final int LINES_PER_MINUTE = 360;

  private static final int LINES_AT_ONCE = LINES_PER_MINUTE / 2;
  private static final long EACH_LINE = 60 * SECOND / (LINES_AT_ONCE + 1);

  /** So many lines that had to wait show that they come one by one. */
  private static final int HELD_BACK = 12;

  /** Changes of which no more are needed to use up what may go at once. */
  private static final int MOST_CHANGES = 40;

  private static final Map<String, String> LEAVES =
      Map.of("leaf1", "Ethernet1/1", "leaf2", "Ethernet1", "leaf3", "swp1");

  @TempDir private Path folder;

  @Test
  void noSwitchIsAskedMoreThanItsCapsOrLoggedInToTwiceWhileAllIsPolledAndChanged()
      throws Exception {
    List<SwitchSystem> systems = List.of(SwitchSystem.NXOS, SwitchSystem.EOS, SwitchSystem.NVUE);
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "", systems);
        Heart heart = new Heart()) {
      configure(fixture);
      fixture.start();
      LEAVES.forEach((leaf, port) ->
          DaemonFixture.await(
              () -> fixture.get("/api/v1/ports/" + leaf + "/" + port).statusCode() == 200,
              leaf + " is not read"));

      List<String> heldBack = List.of("leaf1", "leaf2");
      atOnce(
          LEAVES.entrySet(),
          leaf ->
              change(fixture, leaf.getKey(), leaf.getValue(), heldBack.contains(leaf.getKey())));

      for (String leaf : LEAVES.keySet()) {
        DaemonFixture.await(
            () -> times(fixture, leaf, "pdus").size() > 6 * PDUS_PER_SECOND,
            leaf + " is not polled");
        long late = LATE + HOPS * heart.longestMicros();
        within(leaf + " pdus", times(fixture, leaf, "pdus"), 1, SECOND / PDUS_PER_SECOND, late);
        List<Long> lines = times(fixture, leaf, "lines");
        within(leaf + " lines", lines, LINES_AT_ONCE, EACH_LINE, late);
        assertThat(fixture.tell("log " + leaf + " logins"))
            .as(leaf)
            .hasSize(2)
            .first()
            .isEqualTo("ok 1");
      }
    }
  }

  /**
   * One change after the other, as fast as they go.
   *
   * @param untilHeldBack until some of their lines have had to wait; else two. A change of the
   *     third leaf has ten times the lines of the others, which would take minutes
   */
  private static void change(
      DaemonFixture fixture, String leaf, String port, boolean untilHeldBack) {
    int changes = 0;
    while (untilHeldBack ? heldBack(times(fixture, leaf, "lines")) < HELD_BACK : changes < 2) {
      assertThat(changes).as(leaf + ": changes that used up nothing").isLessThan(MOST_CHANGES);
      change(fixture, leaf, port, changes++);
    }
  }

  private static void change(DaemonFixture fixture, String leaf, String port, int number) {
    DaemonFixture.Typed set =
        fixture.type(
            "set",
            leaf + ":" + port,
            "mtu",
            "" + (9000 + number),
            "--confirm",
            "--accept-scope",
            "--yes");
    assertThat(set.code()).as(set.text()).isZero();
  }

  /** Lines that came when all but two of those that may go at once had gone. */
  private static long heldBack(List<Long> times) {
    long full = 0;
    int waited = 0;
    for (long time : times) {
      full = Math.max(full, time) + EACH_LINE;
      waited += full - time > (LINES_AT_ONCE - 2) * EACH_LINE ? 1 : 0;
    }
    return waited;
  }

  private static void configure(DaemonFixture fixture) throws Exception {
    Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
    fixture.add("leaf1", "nxos", "[Ethernet1/1, Ethernet1/2, Ethernet1/3, Ethernet1/4]");
    fixture.add("leaf2", "eos", "[Ethernet1, Ethernet2, Ethernet3]");
    fixture.add("leaf3", "nvue", "[swp1, swp2, swp3]");
    String text =
        Files.readString(fixture.config)
            .replace(
                "snmp: { version: 2c,",
                "snmp: { version: 2c, pdusPerSecond: %d,".formatted(PDUS_PER_SECOND))
            .replace(
                "ssh: { user: admin,",
                "ssh: { user: admin, commandsPerMinute: %d,".formatted(LINES_PER_MINUTE));
    Files.writeString(fixture.config, text);
  }

  private static <T> void atOnce(Collection<T> all, Consumer<T> work) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      all.forEach(one -> running.add(each.submit(() -> work.accept(one))));
    }
    for (Future<?> one : running) {
      one.get();
    }
  }

  private static List<Long> times(DaemonFixture fixture, String leaf, String what) {
    List<String> lines = fixture.tell("log " + leaf + " " + what);
    return lines.subList(1, lines.size()).stream()
        .map(line -> Long.parseLong(line.split(" ", 2)[0]))
        .sorted()
        .toList();
  }

  /**
   * In any time at all no more than may go at once, and one for each step of it: so in a second, or
   * in a minute, never more than the cap.
   */
  private static void within(String what, List<Long> times, int atOnce, long each, long late) {
    for (int first = 0; first < times.size(); first++) {
      for (int last = first; last < times.size(); last++) {
        long time = times.get(last) - times.get(first);
        assertThat(last - first + 1L)
            .as(what + " in " + time + " us, at most " + late + " us late, of " + times)
            .isLessThanOrEqualTo(atOnce + (time + late) / each);
      }
    }
  }

  /** Measures the longest time for which this process, with its switches, stood still. */
  private static final class Heart implements AutoCloseable {
    private static final long BEAT = 10_000_000;

    private final AtomicLong longestNanos = new AtomicLong();
    private final List<Thread> threads =
        List.of(
            Thread.ofPlatform().daemon().start(this::beat), Thread.ofVirtual().start(this::beat));
    private volatile boolean stopped;

    private void beat() {
      while (!stopped) {
        long before = System.nanoTime();
        LockSupport.parkNanos(BEAT);
        longestNanos.accumulateAndGet(System.nanoTime() - before - BEAT, Math::max);
      }
    }

    long longestMicros() {
      return longestNanos.get() / 1000;
    }

    @Override
    public void close() {
      stopped = true;
      threads.forEach(LockSupport::unpark);
    }
  }
}
