package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A host and two leaves, and one process after another that writes them: all of them meet faults.
 */
final class FaultyHost implements AutoCloseable {
  static final List<PortId> PORTS =
      List.of(Rig.ENS1, Rig.ENS2, PortId.parse("leaf1:Eth1"), PortId.parse("leaf2:Eth1"));

  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

  /** Intent of the file, which leaves the other ports alone. */
  private static final Map<Key, Setting> FILE =
      Map.of(
          Episode.pfc(Rig.ENS1),
          new Pfc(PrioritySet.of(6)),
          Episode.pfc(PORTS.get(2)),
          new Pfc(PrioritySet.of(6)));

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
  private final Map<Target, Maintenance> maintenance = new ConcurrentHashMap<>();

  /** Maintenance that has lasted since nothing ran the last time: no write may begin there. */
  private volatile List<Maintenance> lasting = List.of();

  private volatile boolean frozen;
  private volatile boolean frozenForGood;
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
    leaf2.holds = random.nextBoolean();
    rig = rig(null, START);
  }

  private Rig rig(@Nullable FakeNic keep, Instant now) {
    Rig made = another(keep);
    made.at(now);
    for (FakeLeaf leaf : List.of(leaf1, leaf2)) {
      leaf.clock = () -> made.now;
      leaf.box.gate = made.writePolicy;
    }
    made.writing = this::writing;
    begins.accept(made);
    return made;
  }

  /** Creates a rig on the same devices and files, as another process would find them. */
  Rig another(@Nullable FakeNic keep) {
    Rig made = new Rig(folder, Mode.ENFORCE, new TreeMap<>(FILE), keep, "boot-" + boots);
    made.leaves.put(leaf1.id, leaf1);
    made.leaves.put(leaf2.id, leaf2);
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
      frozen = rig.writePolicy.frozen();
      lasting = List.copyOf(maintenance.values());
    }
  }

  /** Told before a call of a device, and after it by the same thread. */
  private void writing(List<Change> changes) {
    boolean begins = !within.get();
    within.set(begins);
    if (!begins || dead) {
      return;
    }
    if (frozen) {
      diary.wrong("written while frozen: " + changes);
    }
    lasting.stream()
        .filter(one -> one.lasts(rig.now) && changes.stream().anyMatch(one::covers))
        .forEach(one -> diary.wrong("written though " + one.text() + ": " + changes));
  }

  /** While people work on it nothing is saved either. */
  void saving(FakeLeaf leaf) {
    Target whole = new Target.Device(leaf.id);
    lasting.stream()
        .filter(one -> one.lasts(rig.now) && one.covers(whole))
        .forEach(one -> diary.wrong("saved though " + one.text()));
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

  private void touched(Runnable what) {
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
      case MAINTENANCE -> work();
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

  /** People begin to work somewhere, unless a commit is written there. */
  private void work() {
    List<Target> some =
        List.of(
            new Target.Device(Rig.ENS1.device()),
            new Target.Device(leaf1.id),
            Target.port(PORTS.get(random.nextInt(PORTS.size()))));
    Target target = some.get(random.nextInt(some.size()));
    try {
      Duration length = Duration.ofSeconds(300 + random.nextInt(7200));
      maintenance.put(
          target, rig.commitEngine.maintenance().begin(target, length, "uid:0", "cables"));
      diary.count("maintenance");
    } catch (CommitException e) {
      tell("  no maintenance: " + e.getMessage());
    }
  }

  /** They say that they are done, also where the clock has said so. */
  void workIsDone() {
    for (Target target : Set.copyOf(maintenance.keySet())) {
      Maintenance was = Objects.requireNonNull(maintenance.remove(target));
      lasting = List.copyOf(maintenance.values());
      if (was.lasts(rig.now)) {
        rig.commitEngine.maintenance().end(target, "uid:0");
        quiet();
      }
    }
  }

  void thaw() {
    if (rig.writePolicy.frozen()) {
      frozen = false;
      frozenForGood = false;
      rig.commitEngine.thaw("uid:0");
      quiet();
      diary.count("thaw");
    }
  }

  private void silence(int device) {
    switch (device) {
      case 0 ->
          rig.nic.touched =
              () -> {
                throw new DeviceException(DeviceException.Kind.TIMEOUT, "no answer");
              };
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
    rig = rig(rebooted ? null : keep, old.now);
    rig.nic.refuses.addAll(rebooted ? Set.of() : keep.refuses);
    rig.nic.lies.addAll(rebooted ? Set.of() : keep.lies);
    tell("the next process starts" + (rebooted ? " after a reboot" : ""));
    if (frozenForGood && !rig.writePolicy.frozen()) {
      diary.wrong("a freeze is forgotten by the next process");
    }
    quiet();
    rig.commitEngine.recover();
    quiet();
    diary.count("recover");
  }

  void pass(Duration time) {
    live();
    Duration left = time;
    while (left.isPositive()) {
      Duration step = left.compareTo(Duration.ofSeconds(5)) < 0 ? left : step(left);
      rig.pass(step);
      if (!maintenance.isEmpty() && !dead) {
        rig.commitEngine.maintenance().round();
      }
      quiet();
      live();
      left = left.minus(step);
    }
  }

  private static Duration step(Duration left) {
    return left.compareTo(Duration.ofHours(1)) > 0 ? Duration.ofMinutes(10) : Duration.ofSeconds(5);
  }

  void heal() {
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
  }

  @Override
  public void close() {
    rig.close();
  }
}
