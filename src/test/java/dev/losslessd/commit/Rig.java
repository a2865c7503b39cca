package dev.losslessd.commit;

import dev.losslessd.commit.OwnFaults.Place;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Limits;
import dev.losslessd.model.Mode;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.Journal;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An engine on a fake host, with a clock and a timer that are wound by hand. */
final class Rig implements AutoCloseable {
  static final PortId ENS1 = PortId.parse("gpu01:ens1f0np0");
  static final PortId ENS2 = PortId.parse("gpu01:ens2f0np0");

  private static final Duration DEADLINE = Duration.ofMillis(300);

  final String boot;
  final WritePolicy writePolicy;
  final FakeNic nic;
  final Journal journal;
  final CommitEngine commitEngine;
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  final ExecutorService threads = Executors.newThreadPerTaskExecutor(this::thread);
  final BlockingQueue<Commit> told = new LinkedBlockingQueue<>();

  /** Changes as they were said to be written, before and after. */
  final List<Change> writes = Collections.synchronizedList(new ArrayList<>());

  /** Hears of each batch of changes at the time that it is announced. */
  Consumer<List<Change>> writing = changes -> {};

  /** Exceptions of our own code, where a test wants some. */
  final OwnFaults faults = new OwnFaults();

  final FakeGuard guard = new FakeGuard(faults);
  final Notes witness = new Notes(faults);
  final Set<PortId> busy = ConcurrentHashMap.newKeySet();
  final Map<DeviceId, FakeLeaf> leaves = new TreeMap<>();

  /** Cables between NICs and switches. */
  List<Link> links = List.of();

  volatile boolean diskFull;

  /** Hears of commits before the test does. */
  Consumer<Commit> listener = commit -> {};

  /** Ports with traffic, as the engine asks for them. */
  Supplier<Set<PortId>> traffic = () -> Set.copyOf(busy);

  /** Runs before each fsync of the journal. */
  volatile Runnable atSync = () -> {};

  /** Time for which the agent's own caps have held commands back. */
  Supplier<Duration> heldBack = () -> Duration.ZERO;

  /** The wall clock, which may be set; {@link #up} goes on as time does. */
  Instant now = Instant.parse("2027-01-01T00:00:00Z");

  /** Time since the host's boot. */
  Duration up = Duration.ofHours(1);

  /** True time, by which devices live: nobody sets it, and no boot begins it anew. */
  Instant real = now;

  Rig(Path folder) {
    this(folder, Mode.ENFORCE, new TreeMap<>(), null, "boot-1");
  }

  Rig(Path folder, Limits limits) {
    this(folder, Mode.ENFORCE, new TreeMap<>(), null, "boot-1", limits, DEADLINE);
  }

  /** An engine whose devices may take this long to answer. */
  Rig(Path folder, Duration deadline) {
    this(folder, Mode.ENFORCE, new TreeMap<>(), null, "boot-1", Limits.NONE, deadline);
  }

  Rig(
      Path folder,
      Mode mode,
      TreeMap<Key, Setting> fileLayer,
      @Nullable FakeNic keep,
      String boot) {
    this(folder, mode, fileLayer, keep, boot, Limits.NONE, DEADLINE);
  }

  /** An engine with switches, which outlive it. */
  Rig(Path folder, @Nullable FakeNic keep, Instant now, List<Link> links, FakeLeaf... leaves) {
    this(folder, Mode.ENFORCE, new TreeMap<>(), keep, "boot-1", Limits.NONE, DEADLINE);
    at(now);
    this.links = links;
    for (FakeLeaf leaf : leaves) {
      put(leaf);
    }
  }

  /** Connects a switch, which outlives this engine. */
  void put(FakeLeaf leaf) {
    leaf.clock = () -> real;
    leaf.box.faults = faults;
    leaves.put(leaf.id, leaf);
  }

  /** Continues the clocks of an engine that ran before this one, on the same boot of the host. */
  void follow(Rig before) {
    now = before.now;
    up = before.up;
    real = before.real;
  }

  private Rig(
      Path folder,
      Mode mode,
      TreeMap<Key, Setting> fileLayer,
      @Nullable FakeNic keep,
      String boot,
      Limits limits,
      Duration deadline) {
    this.boot = boot;
    writePolicy = new WritePolicy(mode, false);
    nic = new FakeNic(writePolicy, ENS1, ENS2);
    nic.faults = faults;
    if (keep != null) {
      nic.values.putAll(keep.values);
    }
    journal =
        Journal.open(
            folder.resolve("journal"),
            now,
            (file, channel, metadata) -> {
              atSync.run();
              if (diskFull) {
                throw new IOException("No space left on device");
              }
            });
    commitEngine =
        new CommitEngine(
            new EngineDependencies(
                devices(),
                changes -> {
                  writing.accept(changes);
                  writes.addAll(changes);
                },
                journal,
                writePolicy,
                Nearby.of(
                    () -> {
                      faults.at(Place.BUSY);
                      return traffic.get();
                    },
                    () -> {
                      faults.at(Place.AROUND);
                      return Neighbourhood.of(devices().targets(), Links.of(links, List.of()));
                    }),
                () ->
                    new EngineSettings(
                        fileLayer,
                        Duration.ofSeconds(600),
                        deadline,
                        Duration.ofSeconds(25),
                        limits,
                        boot),
                new EngineTime(
                    () -> now,
                    new BootClock(boot, () -> Optional.of(up)),
                    EngineThreads.of(threads),
                    deadMan(),
                    broken -> {
                      throw broken;
                    }),
                commit -> {
                  listener.accept(commit);
                  told.add(commit);
                  faults.at(Place.LISTENER);
                },
                guard,
                witness));
  }

  /** Files of the host's dead-man timer, as the daemon has them. */
  volatile DeadMan deadManFiles = DeadMan.NONE;

  private DeadMan deadMan() {
    return new DeadMan() {
      @Override
      public void arm(String id, Instant begun) {
        faults.at(Place.DEAD_MAN);
        deadManFiles.arm(id, begun);
      }

      @Override
      public void extend(String id, Instant deadline) {
        faults.at(Place.DEAD_MAN);
        deadManFiles.extend(id, deadline);
      }

      @Override
      public void disarm(String id) {
        faults.at(Place.DEAD_MAN);
        deadManFiles.disarm(id);
      }
    };
  }

  /** Devices that a person wanted tried at once. */
  final List<DeviceId> endedPauses = new ArrayList<>();

  private Devices devices() {
    return new Devices() {
      @Override
      public List<Target> targets() {
        List<Target> all = new ArrayList<>(nic.targets());
        leaves.values().forEach(leaf -> all.addAll(leaf.targets()));
        return all;
      }

      @Override
      public Session session(DeviceId device) {
        FakeLeaf leaf = leaves.get(device);
        return leaf == null ? nic : leaf;
      }

      @Override
      public Duration heldBack(DeviceId device) {
        return heldBack.get();
      }

      @Override
      public void endPause(DeviceId device) {
        endedPauses.add(device);
      }
    };
  }

  private Thread thread(Runnable task) {
    Thread thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                logged(task);
              } finally {
                running.remove(Thread.currentThread());
              }
            });
    running.add(thread);
    return thread;
  }

  /** Whether a thread of the engine waits in a method of this class. */
  boolean waitsIn(Class<?> type) {
    return running.stream()
        .filter(one -> one.getState() == Thread.State.WAITING)
        .flatMap(one -> Stream.of(one.getStackTrace()))
        .anyMatch(frame -> frame.getClassName().equals(type.getName()));
  }

  /** Takes up what an earlier engine left, as the daemon does at its start. */
  void start() {
    commitEngine.recover();
    quiet();
  }

  /** Waits until nothing runs that was begun. */
  void quiet() {
    while (!running.isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** Waits until nothing runs, unless a device hangs. */
  private void calm() {
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (!running.isEmpty() && System.nanoTime() < patience) {
      Thread.onSpinWait();
    }
  }

  /** Goes to a time of the wall clock, as time does; runs nothing. */
  void at(Instant time) {
    Duration since = Duration.between(now, time);
    up = up.plus(since);
    real = real.plus(since);
    now = time;
  }

  /** Moves the clock and runs what became due. */
  void pass(Duration time) {
    calm(); // a step that is still at its end would be passed over
    now = now.plus(time);
    up = up.plus(time);
    real = real.plus(time);
    logged(commitEngine::turn);
    calm();
  }

  /** Runs a task as the daemon's timer does, which outlives what its tasks throw. */
  private static void logged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | AssertionError e) {
      if (!OwnFaults.isOwn(e)) {
        throw e;
      }
    }
  }

  /** The first state in which nothing is written, or in which an undo waits. */
  Commit settled() throws InterruptedException {
    while (true) {
      Commit next = told.poll(10, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("the commit did not settle within 10 s");
      }
      boolean writes =
          next instanceof Commit.Applying
              || (next instanceof Commit.Undoing undoing && undoing.waits().isEmpty());
      if (!writes) {
        return next;
      }
    }
  }

  /** Waits until the commit's wave is written and soaks. */
  Commit.Applying soaking(String id) throws InterruptedException {
    while (true) {
      Commit next = told.poll(10, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no wave of " + id + " soaks within 10 s");
      }
      if (next instanceof Commit.Applying wave
          && wave.wave().flatMap(Progress::soakUntil).isPresent()) {
        return wave;
      }
    }
  }

  @Override
  public void close() {
    nic.hang.countDown();
    threads.close();
    journal.close();
  }
}
