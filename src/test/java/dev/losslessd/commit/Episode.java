package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One story of commits and faults, made by its seed; and what must hold at its end. */
final class Episode {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final List<PortId> PORTS =
      List.of(Rig.ENS1, Rig.ENS2, PortId.parse("leaf1:Eth1"), PortId.parse("leaf2:Eth1"));
  private static final List<Duration> ABSENCES =
      Stream.of(1, 60, 3600, 86_400).map(Duration::ofSeconds).toList();

  private static final Duration LONGER = Duration.ofSeconds(900);
  private static final Rollout WAVES =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30));

  private final Path folder;
  private final Random random;
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> met = new ConcurrentSkipListMap<>();
  private final NavigableSet<Fault> faults = new ConcurrentSkipListSet<>();
  private final Set<Key> foreign = ConcurrentHashMap.newKeySet();
  private final FakeLeaf leaf1 = new FakeLeaf("leaf1", () -> START, "Eth1");
  private final FakeLeaf leaf2 = new FakeLeaf("leaf2", () -> START, "Eth1");
  private final LastWord lastWord =
      new LastWord(this::box, List.of(leaf1, leaf2), foreign, this::wrong);
  private Rig rig;
  private int boots = 1;
  private volatile boolean dead;

  Episode(Path folder, long seed) {
    this.folder = folder;
    this.random = new Random(seed);
    leaf2.holds = random.nextBoolean();
    leaf1.saving = () -> lastWord.saving(rig.transactions, leaf1);
    leaf2.saving = () -> lastWord.saving(rig.transactions, leaf2);
    rig = rig(null, START);
  }

  List<String> story() {
    return story;
  }

  List<String> wrong() {
    return wrong;
  }

  Map<String, Integer> met() {
    return met;
  }

  Set<String> pairs() {
    Set<String> pairs = new TreeSet<>();
    faults.forEach(one -> faults.tailSet(one).forEach(other -> pairs.add(one + "+" + other)));
    return pairs;
  }

  void wrong(String what) {
    wrong.add(what);
  }

  private void tell(String what) {
    story.add(rig.now + " " + what);
  }

  private void count(String what) {
    met.merge(what, 1, Integer::sum);
  }

  private Rig rig(@Nullable FakeNic keep, Instant now) {
    Rig made = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), keep, "boot-" + boots);
    made.now = now;
    for (FakeLeaf leaf : List.of(leaf1, leaf2)) {
      leaf.clock = () -> made.now;
      made.leaves.put(leaf.id, leaf);
    }
    made.listener = commit -> heard(made, commit);
    return made;
  }

  void run() {
    try {
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        if (random.nextInt(10) == 0) {
          crowd();
        }
        act(this::submit);
        int troubles = random.nextInt(4);
        for (int t = 0; t < troubles; t++) {
          trouble();
          pass(ABSENCES.get(random.nextInt(2)));
        }
        act(this::decide);
        save(random.nextBoolean() ? leaf1 : leaf2, false);
        pass(Duration.ofSeconds(random.nextInt(700)));
      }
      end();
      lastWord.check(rig.transactions, PORTS);
    } finally {
      rig.close();
    }
  }

  private void act(Runnable what) {
    try {
      what.run();
    } catch (CommitException | StoreException e) {
      tell("  refused: " + e.getMessage());
    }
    rig.quiet();
  }

  private void submit() {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (PortId port : PORTS) {
      if (random.nextInt(3) > 0) {
        delta.put(pfc(port), new Pfc(PrioritySet.of(3 + random.nextInt(2))));
      }
    }
    delta.putIfAbsent(pfc(PORTS.get(random.nextInt(4))), new Pfc(PrioritySet.of(3)));
    if (random.nextInt(3) == 0) {
      soon(random.nextInt(6));
    }
    tell("submit " + delta);
    count("commit");
    boolean waves = random.nextInt(4) == 0;
    if (waves) {
      count("wave");
    }
    rig.transactions.submit(Requests.of(delta).inWaves(Optional.of(WAVES).filter(_ -> waves)));
  }

  private void save(FakeLeaf leaf, boolean withForeign) {
    did(
        "save",
        leaf.id.name(),
        () -> {
          boolean saves = leaf.saves;
          var before = rig.transactions.saves().save(leaf.id, "uid:0", withForeign);
          if (!before.ours().isEmpty() && !saves) {
            wrong(leaf.id + " is said to be saved, and is not");
          }
        });
  }

  private void crowd() {
    tell("a crowd");
    count("crowd");
    new Crowd(rig.transactions, PORTS).act(rig.threads, random);
    rig.quiet();
  }

  /** A fault that begins in the middle of what comes next. */
  private void soon(int touches) {
    AtomicInteger left = new AtomicInteger(touches);
    Runnable trip =
        () -> {
          if (left.getAndDecrement() == 0) {
            trouble();
          }
        };
    rig.nic.touched = trip;
    leaf1.box.touched = trip;
    leaf2.box.touched = trip;
    int syncs = random.nextInt(12);
    AtomicInteger untilSync = new AtomicInteger(syncs);
    rig.atSync =
        () -> {
          if (untilSync.getAndDecrement() == 0) {
            trouble(Fault.AT_SYNC.get(syncs % Fault.AT_SYNC.size()));
          }
        };
  }

  private void decide() {
    List<String> open = new ArrayList<>();
    rig.transactions.commits().stream().filter(Commit::open).forEach(one -> open.add(one.id()));
    for (String id : open) {
      switch (random.nextInt(6)) {
        case 0 -> did("cancel", id, () -> rig.transactions.cancel(id, "enough"));
        case 1, 2 -> did("confirm", id, () -> rig.transactions.confirm(id));
        case 3 ->
            did(
                "extend",
                id,
                () -> lastWord.extended(rig.transactions.extend(id, LONGER), rig.now.plus(LONGER)));
        case 4 -> did("retry", id, () -> rig.transactions.retry(id, false, false));
        default -> tell("nobody decides about " + id);
      }
    }
  }

  private void did(String what, String id, Runnable work) {
    tell(what + " " + id);
    act(() -> {
      work.run();
      count(what);
    });
  }

  private void trouble() {
    trouble(Fault.values()[random.nextInt(Fault.values().length)]);
  }

  private void trouble(Fault fault) {
    tell("  " + fault);
    count(fault.name());
    faults.add(fault);
    switch (fault) {
      case SILENT -> silence(random.nextInt(3));
      case REFUSES -> nic(random.nextInt(3)).refuses.add(SettingKind.PFC);
      case LIES -> nic(random.nextInt(3)).lies.add(SettingKind.PFC);
      case CRASH, REBOOT -> crash(fault == Fault.REBOOT);
      case DISK_FULL -> rig.diskFull = true;
      case FREEZE -> {
        try {
          rig.transactions.freeze("uid:0");
        } catch (StoreException e) {
          // a full disk: it is frozen all the same
        }
      }
      case FOREIGN -> {
        PortId port = PORTS.get(random.nextInt(PORTS.size()));
        foreign.add(pfc(port));
        box(port).set(port, SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      }
      case BUSY -> rig.busy.addAll(List.of(Rig.ENS1, Rig.ENS2));
      case BREACH -> rig.guard.breach = "drops";
      case SAVES_NOTHING -> leaf1.saves = false;
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

  private FakeNic box(PortId port) {
    String device = port.device().name();
    return device.equals("leaf1") ? leaf1.box : device.equals("leaf2") ? leaf2.box : rig.nic;
  }

  /** Nothing of the old process reaches a device or the disk any more. */
  private void crash(boolean reboot) {
    dead = true;
    rig.diskFull = true;
    Runnable gone =
        () -> {
          throw new DeviceException(DeviceException.Kind.GONE, "the process is dead");
        };
    rig.nic.touched = gone;
    leaf1.box.touched = gone;
    leaf2.box.touched = gone;
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
    rig = rig(rebooted ? null : keep, old.now);
    rig.nic.refuses.addAll(rebooted ? Set.of() : keep.refuses);
    rig.nic.lies.addAll(rebooted ? Set.of() : keep.lies);
    lastWord.found(rig.transactions);
    if (rebooted) {
      lastWord.rebooted();
    }
    leaf1.box.touched = () -> {};
    leaf2.box.touched = () -> {};
    dead = false;
    tell("the next process starts" + (rebooted ? " after a reboot" : ""));
    rig.transactions.recover();
    rig.quiet();
    count("recover");
  }

  private void pass(Duration time) {
    live();
    Duration left = time;
    while (left.isPositive()) {
      Duration step = left.compareTo(Duration.ofSeconds(5)) < 0 ? left : step(left);
      rig.pass(step);
      rig.quiet();
      live();
      left = left.minus(step);
    }
  }

  private static Duration step(Duration left) {
    return left.compareTo(Duration.ofHours(1)) > 0 ? Duration.ofMinutes(10) : Duration.ofSeconds(5);
  }

  /** All faults end, at some time after the last decision. */
  private void end() {
    pass(ABSENCES.get(random.nextInt(ABSENCES.size())));
    tell("all faults end");
    rig.nic.touched = () -> {};
    rig.atSync = () -> {};
    for (FakeLeaf leaf : List.of(leaf1, leaf2)) {
      leaf.silent = false;
      leaf.saves = true;
      leaf.box.touched = () -> {};
    }
    for (int device = 0; device < 3; device++) {
      nic(device).refuses.clear();
      nic(device).lies.clear();
    }
    rig.diskFull = false;
    rig.busy.clear();
    rig.guard.breach = null;
    pass(Duration.ofSeconds(1));
    if (rig.posture.frozen()) {
      rig.transactions.thaw("uid:0");
      rig.quiet();
      count("thaw");
    }
    pass(Duration.ofMinutes(30));
    for (Commit commit : rig.transactions.commits()) {
      if (commit instanceof Commit.Stuck stuck) {
        if (Collections.disjoint(faults, Fault.MAY_STICK)) {
          wrong(commit.id() + " is stuck though nothing refused or lied: " + stuck.why());
        }
        did("retry", commit.id(), () -> rig.transactions.retry(commit.id(), false, true));
      }
    }
    pass(Duration.ofMinutes(5));
    save(leaf1, true);
    save(leaf2, true);
  }

  private void heard(Rig from, Commit commit) {
    if (dead || from != rig) {
      return;
    }
    tell(commit.id() + " is " + commit.state());
    count(commit.state());
    switch (commit) {
      case Commit.Confirmed done -> lastWord.confirmed(done);
      case Commit.Undoing undoing -> lastWord.undoing(undoing, rig.now);
      case Commit.RolledBack back -> lastWord.rolledBack(back, boots > 1);
      default -> {}
    }
  }

  static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }
}
