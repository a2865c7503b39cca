package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One story of commits and faults, made by its seed; and what must hold at its end. */
final class Episode {
  private static final List<PortId> PORTS = FaultyHost.PORTS;
  private static final List<Duration> ABSENCES =
      Stream.of(1, 60, 3600, 86_400).map(Duration::ofSeconds).toList();

  private static final Duration LONGER = Duration.ofSeconds(900);
  private static final Rollout WAVES =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30));

  private final Random random;
  private final Diary diary = new Diary();
  private final Overrides overrides = new Overrides(diary::wrong);
  private final FaultyHost host;
  private final LastWord lastWord;

  /** Versions as somebody saw them some time ago. */
  private final TreeMap<Key, Long> seen = new TreeMap<>();

  Episode(Path folder, long seed) {
    random = new Random(seed);
    host = new FaultyHost(folder, random, diary, this::begins);
    lastWord = new LastWord(host::box, List.of(host.leaf1, host.leaf2), host.foreign, diary::wrong);
    host.leaf1.saving = () -> saving(host.leaf1);
    host.leaf2.saving = () -> saving(host.leaf2);
  }

  Diary diary() {
    return diary;
  }

  private CommitEngine engine() {
    return host.engine();
  }

  /** Checks that commits durable when the last process died are known to the next one. */
  private void begins(Rig next) {
    next.listener = commit -> onCommit(next, commit);
    if (next.boot.equals("boot-1") && next.commitEngine.commits().isEmpty()) {
      return; // the first, before there is a checker
    }
    lastWord
        .found(next.commitEngine)
        .forEach(done -> {
          overrides.confirmed(done);
          lastWord.confirmed(done);
        });
    lastWord.started(next.boot);
    overrides.check(next.commitEngine, "after a restart");
  }

  private void saving(FakeLeaf leaf) {
    lastWord.saving(engine(), leaf);
    host.saving(leaf);
  }

  void run() {
    try {
      if (random.nextBoolean()) {
        calm();
      }
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        if (random.nextInt(10) == 0) {
          crowd();
        }
        if (random.nextInt(3) == 0) {
          host.soon(random.nextInt(6));
        }
        act(this::wish);
        if (random.nextInt(4) == 0 && isSoaking()) {
          host.trouble(Fault.AGENT);
        }
        int troubles = random.nextInt(4);
        for (int t = 0; t < troubles; t++) {
          host.trouble().ifPresent(this::overwritten);
          host.pass(ABSENCES.get(random.nextInt(2)));
        }
        act(this::decide);
        repair();
        save(random.nextBoolean() ? host.leaf1 : host.leaf2, false);
        host.pass(Duration.ofSeconds(random.nextInt(700)));
      }
      end();
      check();
    } finally {
      host.close();
    }
  }

  private boolean isSoaking() {
    return engine().commits().stream().anyMatch(Commit.Applying.class::isInstance);
  }

  private void overwritten(PortId port) {
    lastWord.overwritten(engine(), port, host.box(port).value(port, SettingKind.PFC));
  }

  private void act(Runnable what) {
    try {
      what.run();
    } catch (CommitException | StoreException e) {
      host.tell("  refused: " + e.getMessage());
    }
    host.quiet();
  }

  private void did(String what, String of, Runnable work) {
    host.tell(what + " " + of);
    act(() -> {
      work.run();
      diary.count(what);
    });
  }

  /** Makes some revisions while nothing goes wrong. */
  private void calm() {
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      if (random.nextBoolean()) {
        PORTS.forEach(port -> seen.put(pfc(port), engine().version(pfc(port))));
      }
      act(() -> {
        Commit begun = set(Optional.empty());
        host.quiet();
        engine().confirm(begun.id(), "uid:0");
      });
    }
  }

  private void wish() {
    Set<Key> overridden = engine().intent().rest().keySet();
    if (!overridden.isEmpty() && random.nextInt(3) == 0) {
      unset(overridden.stream().skip(random.nextInt(overridden.size())).findFirst().orElseThrow());
    } else if (engine().latest() > 0 && random.nextInt(3) == 0) {
      back();
    } else {
      boolean waves = random.nextInt(4) == 0;
      did(waves ? "wave" : "set", "", () -> set(Optional.of(WAVES).filter(_ -> waves)));
    }
  }

  private Commit set(Optional<Rollout> waves) {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (PortId port : PORTS) {
      if (random.nextInt(3) > 0) {
        delta.put(pfc(port), new Pfc(PrioritySet.of(3 + random.nextInt(2))));
      }
    }
    Key one = pfc(PORTS.get(random.nextInt(4)));
    delta.putIfAbsent(one, new Pfc(PrioritySet.of(3)));
    host.tell("submit " + delta);
    Request request = overrides.ask(Requests.of(delta, overrides.reason()).inWaves(waves));
    if (random.nextInt(3) == 0 && seen.containsKey(one)) {
      request = overrides.ask(request.expecting(one, seen.get(one)));
    }
    return engine().submit(request);
  }

  private void unset(Key key) {
    did(
        "unset",
        key.toString(),
        () -> engine().submit(overrides.ask(Request.unset(key, "uid:0", overrides.reason()))));
  }

  private void back() {
    long latest = engine().latest();
    long to = random.nextLong(latest);
    Request style = Request.everything("uid:0", overrides.reason());
    did("rollback", "to " + to, () -> engine().rollback(to, overrides.askBack(style, to, latest)));
  }

  /** Repairs drift from the intent, as the watcher would find it. */
  private void repair() {
    Set<Key> adrift = new TreeSet<>();
    engine()
        .intent()
        .rest()
        .forEach((key, value) -> {
          if (key.target() instanceof Target.Port port
              && !host.box(port.id()).value(port.id(), key.kind()).equals(value)) {
            adrift.add(key);
          }
        });
    if (!adrift.isEmpty()) {
      did("repair", adrift.toString(), () -> engine().submit(Request.repair(adrift, "drift")));
    }
  }

  private void save(FakeLeaf leaf, boolean withForeign) {
    did(
        "save",
        leaf.id.name(),
        () -> {
          boolean saves = leaf.saves;
          var before = engine().saves().save(leaf.id, "uid:0", withForeign);
          if (!before.ours().isEmpty() && !saves) {
            diary.wrong(leaf.id + " is said to be saved, and is not");
          }
        });
  }

  private void crowd() {
    host.tell("a crowd");
    diary.count("crowd");
    new Crowd(engine(), overrides, PORTS).act(host.rig().threads, random);
    host.quiet();
  }

  private void decide() {
    for (String id : open()) {
      switch (random.nextInt(7)) {
        case 0 -> did("cancel", id, () -> engine().cancel(id, "enough", "uid:0"));
        case 1, 2, 3 -> did("confirm", id, () -> engine().confirm(id, "uid:0"));
        case 4 -> did("extend", id, extend(id));
        case 5 -> did("retry", id, () -> engine().retry(id, false, false, "uid:0"));
        default -> host.tell("nobody decides about " + id);
      }
    }
  }

  private Runnable extend(String id) {
    return () ->
        lastWord.extended(engine().extend(id, LONGER, "uid:0"), host.rig().now.plus(LONGER));
  }

  private List<String> open() {
    List<String> open = new ArrayList<>();
    engine().commits().stream().filter(Commit::open).forEach(one -> open.add(one.id()));
    return open;
  }

  /** All faults end, at some time after the last decision. */
  private void end() {
    Duration absence = ABSENCES.get(random.nextInt(ABSENCES.size()));
    diary.count("absent " + absence);
    host.pass(absence);
    host.heal();
    host.pass(Duration.ofSeconds(1));
    host.workIsDone();
    host.thaw();
    host.pass(Duration.ofMinutes(30));
    host.agent.check("when all faults are over");
    host.agent.leave();
    lastWord.mayGo();
    for (Commit commit : engine().commits()) {
      if (commit instanceof Commit.Stuck stuck) {
        if (diary.metNoneOf(Fault.MAY_STICK)) {
          diary.wrong(commit.id() + " is stuck though nothing refused or lied: " + stuck.why());
        }
        did("retry", commit.id(), () -> engine().retry(commit.id(), false, true, "uid:0"));
      }
    }
    host.pass(Duration.ofMinutes(5));
    lastWord.owed(engine());
    save(host.leaf1, true);
    save(host.leaf2, true);
  }

  private void check() {
    lastWord.check(engine(), PORTS);
    overrides.check(engine(), "when all faults are over");
    Supplier<Rig> next = () -> host.another(host.rig().nic);
    host.close();
    try (Rig reopened = next.get()) {
      lastWord.same(engine(), reopened.commitEngine, host.rig().witness);
    }
  }

  private void onCommit(Rig from, Commit commit) {
    if (host.isDead() || (host.rig() != from && host.rig() != null)) {
      return;
    }
    diary.tell(from.now + " " + commit.id() + " is " + commit.state());
    diary.count(commit.state());
    lastWord.onCommit(commit);
    switch (commit) {
      case Commit.Confirmed done -> {
        overrides.confirmed(done);
        lastWord.confirmed(done);
      }
      case Commit.Applying begun -> lastWord.begun(from.commitEngine, begun);
      case Commit.Undoing undoing -> lastWord.undoing(undoing, from.now);
      case Commit.RolledBack back -> lastWord.rolledBack(back, host.wasRebooted());
      default -> {}
    }
  }

  static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }
}
