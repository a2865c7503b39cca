package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A host and two leaves, and one process after another that writes them: all of them meet faults.
 */
final class FaultyHost implements AutoCloseable {
  static final List<PortId> PORTS =
      List.of(Rig.ENS1, Rig.ENS2, PortId.parse("leaf1:Eth1"), PortId.parse("leaf2:Eth1"));

  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

  private static final List<Duration> STEPS =
      Stream.of(-172_800, -3600, -7, 7, 3600, 259_200).map(Duration::ofSeconds).toList();

  final FakeLeaf leaf1 = new FakeLeaf("leaf1", () -> START, "Eth1");
  final FakeLeaf leaf2 = new FakeLeaf("leaf2", () -> START, "Eth1");
  final OtherAgent agent;

  /** Settings that somebody else has written. */
  final Set<Key> foreign = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Random random;
  private final Diary diary;
  private final Consumer<Rig> begins;
  private final ThreadLocal<Boolean> within = ThreadLocal.withInitial(() -> false);
  final HostConfig config;
  final PeopleAtWork people;
  final Boxes boxes;
  final FakeDeadMan deadMan = new FakeDeadMan();

  /** What has to be asked of the next engine, as the last one died while it was told so. */
  Consumer<CommitEngine> unsure = _ -> {};

  /** Hears of each step of the clock. */
  Runnable stepped = () -> {};

  private boolean set;

  /** Whether the clock was set before the process that runs now. */
  private boolean unseen;

  /** Whether nothing may be written since nothing ran the last time. */
  private volatile boolean closed;

  private volatile boolean frozenForGood;

  /** Steps in which time passes. */
  Duration tick = Duration.ofSeconds(5);

  private int boots = 1;
  private volatile boolean dead;
  private Rig rig;

  /**
   * @param begins called with each process before it does anything
   */
  FaultyHost(Path folder, Random random, Diary diary, Consumer<Rig> begins) {
    this.folder = folder;
    this.random = random;
    this.diary = diary;
    this.begins = begins;
    agent = new OtherAgent(diary::wrong);
    people = new PeopleAtWork(diary);
    boxes = new Boxes(List.of(leaf1, leaf2));
    leaf2.holds = random.nextBoolean();
    config = new HostConfig(PORTS, random.nextBoolean());
    rig = rig(another(null));
  }

  private Rig rig(Rig made) {
    for (FakeLeaf leaf : List.of(leaf1, leaf2)) {
      leaf.box.gate = made.writePolicy;
    }
    boxes.tell(made);
    deadMan.serve(made);
    made.writing = this::writing;
    begins.accept(made);
    return made;
  }

  /** Creates a rig on the same devices and files, as another process would find them. */
  Rig another(@Nullable FakeNic keep) {
    Rig made = new Rig(folder, config.mode(), config.file(), keep, "boot-" + boots);
    made.put(leaf1);
    made.put(leaf2);
    made.links = config.links();
    return made;
  }

  Rig rig() {
    return rig;
  }

  CommitEngine engine() {
    return rig.commitEngine;
  }

  boolean isDead() {
    return dead;
  }

  boolean wasRebooted() {
    return boots > 1;
  }

  void tell(String what) {
    diary.tell(rig.now + " " + what);
  }

  FakeNic box(PortId port) {
    String device = port.device().name();
    return device.equals("leaf1") ? leaf1.box : device.equals("leaf2") ? leaf2.box : rig.nic;
  }

  /** Waits until nothing runs; what people and others have said by then must be heeded. */
  void quiet() {
    rig.quiet();
    agent.readBack();
    if (!dead) {
      closed = !rig.writePolicy.mayWrite();
      people.heed();
      boxes.heed();
    }
  }

  /** Told before a call of a device, and after it by the same thread. */
  private void writing(List<Change> changes) {
    boolean begins = !within.get();
    within.set(begins);
    if (!begins || dead) {
      return;
    }
    if (closed) {
      diary.wrong("written though " + rig.writePolicy.reason() + ": " + changes);
    }
    people
        .against(rig, changes)
        .ifPresent(why -> diary.wrong("written though " + why + ": " + changes));
    boxes
        .against(changes)
        .ifPresent(place -> diary.wrong(place + " is another one, and is written: " + changes));
  }

  /** While people work on it nothing is saved either. */
  void saving(FakeLeaf leaf) {
    people
        .on(rig, new Target.Device(leaf.id))
        .ifPresent(why -> diary.wrong(leaf.id + " is saved though " + why));
  }

  /** A fault that begins in the middle of what comes next. */
  void soon(int touches) {
    AtomicInteger left = new AtomicInteger(touches);
    touched(() -> {
      if (left.getAndDecrement() == 0) {
        var _ = trouble();
      }
    });
    int syncs = random.nextInt(12);
    AtomicInteger untilSync = new AtomicInteger(syncs);
    rig.atSync =
        () -> {
          if (untilSync.getAndDecrement() == 0) {
            trouble(Fault.AT_SYNC.get(syncs % Fault.AT_SYNC.size()));
          }
        };
  }

  void touched(Runnable what) {
    rig.nic.touched = what;
    leaf1.box.touched = what;
    leaf2.box.touched = what;
  }

  /** The port that somebody else has written, if that is what happens. */
  Optional<PortId> trouble() {
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    PortId port = PORTS.get(random.nextInt(PORTS.size()));
    if (fault == Fault.FOREIGN) {
      tell("  somebody writes " + port);
      diary.meet(fault);
      foreign.add(Episode.pfc(port));
      agent.lose(port);
      box(port).set(port, SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      return Optional.of(port);
    }
    trouble(fault);
    return Optional.empty();
  }

  void trouble(Fault fault) {
    tell("  " + fault);
    diary.meet(fault);
    switch (fault) {
      case SILENT -> silence(random.nextInt(3));
      case REFUSES -> nic(random.nextInt(3)).refuses.add(SettingKind.PFC);
      case LIES -> nic(random.nextInt(3)).lies.add(SettingKind.PFC);
      case CRASH, REBOOT -> crash(fault == Fault.REBOOT);
      case DISK_FULL -> rig.diskFull = true;
      case FREEZE -> freeze();
      case FOREIGN -> {} // by its port
      case BUSY -> rig.busy.addAll(List.of(Rig.ENS1, Rig.ENS2));
      case BREACH -> rig.guard.breach = "drops";
      case SAVES_NOTHING -> leaf1.saves = false;
      case AGENT -> {
        int leaf = random.nextInt(2);
        foreign.add(Episode.pfc(PORTS.get(2 + leaf)));
        agent.act(leaf == 0 ? leaf1 : leaf2, PORTS.get(2 + leaf), random.nextBoolean());
      }
      case MAINTENANCE -> people.begin(rig, random);
      case CLOCK -> set(STEPS.get(random.nextInt(STEPS.size())));
      case OWN -> rig.faults.any(random);
      case OBSERVE -> config.mode(rig, Mode.OBSERVE);
    }
  }

  private void freeze() {
    try {
      rig.commitEngine.freeze("uid:0");
      frozenForGood = true;
    } catch (StoreException e) {
      // a full disk: it is frozen all the same, until the next start
    }
  }

  void workIsDone() {
    people.end(rig);
    quiet();
  }

  /** Writing is allowed again, by a person and by the config. */
  void thaw() {
    if (config.mode() != Mode.ENFORCE) {
      closed = rig.writePolicy.frozen();
      config.mode(rig, Mode.ENFORCE);
      quiet();
      diary.count("enforce");
    }
    if (rig.writePolicy.frozen()) {
      closed = false;
      try {
        rig.commitEngine.thaw("uid:0");
        frozenForGood = false;
        diary.count("thaw");
      } catch (StoreException e) {
        tell("  not thawed: " + e.getMessage());
      }
      quiet();
    }
  }

  /** The clock of the wall is set; what runs by the time since boot goes on. */
  void set(Duration by) {
    tell("  the clock is set by " + by);
    set = true;
    stepped.run();
    rig.now = rig.now.plus(by);
  }

  /** Whether the engine that runs can tell each time that the clock was set. */
  boolean sawEachStep() {
    return !unseen;
  }

  private void silence(int device) {
    switch (device) {
      case 0 -> rig.nic.silence();
      case 1 -> leaf1.silent = true;
      default -> leaf2.silent = true;
    }
  }

  private FakeNic nic(int device) {
    return device == 0 ? rig.nic : device == 1 ? leaf1.box : leaf2.box;
  }

  /** Kills the process: it reaches neither a device nor the disk any more. */
  private void crash(boolean reboot) {
    dead = true;
    deadMan.dead = true;
    rig.diskFull = true;
    touched(() -> {
      throw new DeviceException(DeviceException.Kind.GONE, "the process is dead");
    });
    if (reboot) {
      boots++;
    }
  }

  /** The next process, where the last one is dead. */
  private void live() {
    if (!dead) {
      return;
    }
    rig.quiet();
    Rig old = rig;
    old.listener = commit -> {};
    old.close();
    FakeNic keep = old.nic;
    boolean rebooted = !old.boot.equals("boot-" + boots);
    touched(() -> {});
    dead = false;
    deadMan.dead = false;
    unseen = set;
    Rig next = another(rebooted ? null : keep);
    next.follow(old);
    next.up = rebooted ? Duration.ofSeconds(20) : old.up;
    unsure.accept(next.commitEngine);
    unsure = _ -> {};
    rig = rig(next);
    rig.nic.refuses.addAll(rebooted ? Set.of() : keep.refuses);
    rig.nic.lies.addAll(rebooted ? Set.of() : keep.lies);
    tell("the next process starts" + (rebooted ? " after a reboot" : ""));
    if (frozenForGood && !rig.writePolicy.frozen()) {
      diary.wrong("a freeze is forgotten by the next process");
    }
    quiet();
    boxes.ask(rig);
    people.started(rig, rebooted);
    rig.start();
    quiet();
    diary.count("recover");
  }

  /** The process ends as a service does, and the next one starts. */
  void restart() {
    quiet();
    dead = true;
    live();
    diary.count("restart");
  }

  void pass(Duration time) {
    live();
    Duration left = time;
    while (left.isPositive()) {
      Duration step = left.compareTo(tick) < 0 ? left : step(left);
      rig.pass(step);
      if (people.isAnywhere() && !dead) {
        rig.commitEngine.maintenance().round();
      }
      quiet();
      live();
      left = left.minus(step);
    }
  }

  private Duration step(Duration left) {
    return left.compareTo(Duration.ofHours(1)) > 0 ? Duration.ofMinutes(10) : tick;
  }

  /** The end of a crash is the next process. */
  void heal() {
    live();
    tell("all faults end");
    touched(() -> {});
    rig.atSync = () -> {};
    for (FakeLeaf leaf : List.of(leaf1, leaf2)) {
      leaf.silent = false;
      leaf.saves = true;
    }
    for (int device = 0; device < 3; device++) {
      nic(device).refuses.clear();
      nic(device).lies.clear();
    }
    rig.diskFull = false;
    rig.busy.clear();
    rig.guard.breach = null;
    rig.faults.end();
  }

  @Override
  public void close() {
    rig.close();
  }
}
