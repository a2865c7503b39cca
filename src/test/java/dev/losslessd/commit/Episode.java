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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One story of commits and faults, made by its seed; and what must hold at its end. */
final class Episode {
  private static final List<PortId> PORTS = FaultyHost.PORTS;
  private static final List<Duration> ABSENCES =
      Stream.of(1, 60, 3600, 86_400).map(Duration::ofSeconds).toList();

  private static final Duration LONGER = Duration.ofSeconds(900);
  private static final Rollout WAVES =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30));

  private final Play play;
  private final Random random;
  private final Diary diary;
  private final Overrides overrides;
  private final FaultyHost host;
  private final Care care;

  /** Versions as somebody saw them some time ago. */
  private final TreeMap<Key, Long> seen = new TreeMap<>();

  Episode(Path folder, long seed) {
    play = new Play(folder, seed);
    random = play.random;
    diary = play.diary;
    overrides = play.overrides;
    host = play.host;
    care = new Care(play, PORTS);
  }

  Diary diary() {
    return diary;
  }

  private CommitEngine engine() {
    return host.engine();
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
        if (random.nextInt(2) == 0) {
          care.act();
        }
        wish();
        if (random.nextInt(4) == 0 && isSoaking()) {
          host.trouble(Fault.AGENT);
        }
        int troubles = random.nextInt(4);
        for (int t = 0; t < troubles; t++) {
          host.trouble().ifPresent(play::overwritten);
          host.pass(ABSENCES.get(random.nextInt(2)));
          play.windows.look(host.rig());
        }
        if (random.nextInt(2) == 0) {
          care.act();
        }
        decide();
        repair();
        play.save(random.nextBoolean() ? host.leaf1 : host.leaf2, false);
        host.pass(Duration.ofSeconds(random.nextInt(700)));
        play.windows.look(host.rig());
      }
      Duration absence = ABSENCES.get(random.nextInt(ABSENCES.size()));
      diary.count("absent " + absence);
      new Ending(play, care).run(absence);
    } finally {
      host.close();
    }
  }

  private boolean isSoaking() {
    return engine().commits().stream().anyMatch(Commit.Applying.class::isInstance);
  }

  /** Makes some revisions while nothing goes wrong. */
  private void calm() {
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      if (random.nextBoolean()) {
        PORTS.forEach(port -> seen.put(pfc(port), engine().version(pfc(port))));
      }
      boolean _ =
          play.act(() -> {
            Commit begun = set(Optional.empty(), false);
            host.quiet();
            boolean _ =
                play.decide("confirm", begun.id(), actor -> engine().confirm(begun.id(), actor));
          });
    }
  }

  private void wish() {
    Set<Key> overridden = engine().intent().rest().keySet();
    int kind = random.nextInt(9);
    if (!overridden.isEmpty() && kind < 3) {
      unset(overridden.stream().skip(random.nextInt(overridden.size())).findFirst().orElseThrow());
    } else if (engine().latest() > 0 && kind < 5) {
      back();
    } else if (kind == 5) {
      stage();
    } else {
      boolean waves = random.nextInt(4) == 0;
      boolean _ =
          play.did(
              waves ? "wave" : "set",
              "",
              () -> {
                var _ = set(Optional.of(WAVES).filter(_ -> waves), false);
              });
    }
  }

  /** A change that waits until its ports are idle. */
  private void stage() {
    host.rig().busy.addAll(List.of(Rig.ENS1, Rig.ENS2));
    boolean _ =
        play.did(
            "stage",
            "",
            () -> {
              var _ = set(Optional.empty(), true);
            });
    host.pass(Duration.ofSeconds(random.nextInt(20)));
    if (random.nextInt(3) > 0) {
      host.rig().busy.clear();
      host.pass(Duration.ofSeconds(random.nextInt(30)));
    }
  }

  private Commit set(Optional<Rollout> waves, boolean whenIdle) {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (PortId port : PORTS) {
      if (random.nextInt(3) > 0) {
        delta.put(pfc(port), new Pfc(PrioritySet.of(3 + random.nextInt(2))));
      }
    }
    Key one = pfc(PORTS.get(random.nextInt(4)));
    delta.putIfAbsent(one, new Pfc(PrioritySet.of(3)));
    host.tell("submit " + delta);
    Request request =
        overrides.ask(
            Request.of(delta, play.actors.next(), overrides.reason())
                .inWaves(waves)
                .whenIdle(whenIdle));
    if (random.nextInt(3) == 0 && seen.containsKey(one)) {
      request = overrides.ask(request.expecting(one, seen.get(one)));
    }
    return engine().submit(request);
  }

  private void unset(Key key) {
    Request request = Request.unset(key, play.actors.next(), overrides.reason());
    boolean _ =
        play.did(
            "unset",
            key.toString(),
            () -> {
              var _ = engine().submit(overrides.ask(request));
            });
  }

  private void back() {
    long latest = engine().latest();
    long to = random.nextLong(latest);
    Request style = Request.everything(play.actors.next(), overrides.reason());
    boolean _ =
        play.did(
            "rollback",
            "to " + to,
            () -> {
              var _ = engine().submit(engine().backTo(to, overrides.askBack(style, to, latest)));
            });
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
      boolean _ =
          play.did(
              "repair",
              adrift.toString(),
              () -> {
                var _ = engine().submit(Request.repair(adrift, "drift", Set.of()));
              });
    }
  }

  private void crowd() {
    host.tell("a crowd");
    diary.count("crowd");
    Rig now = host.rig();
    new Crowd(engine(), overrides, play.actors, PORTS, () -> !host.isDead() && host.rig() == now)
        .act(now.threads, random);
    host.quiet();
  }

  private void decide() {
    for (String id : play.unfinished()) {
      boolean outstanding = engine().outstanding().stream().anyMatch(one -> one.id().equals(id));
      switch (random.nextInt(outstanding ? 9 : 8)) {
        case 0 -> {
          boolean _ = play.decide("cancel", id, actor -> engine().cancel(id, "enough", actor));
        }
        case 1, 2, 3 -> {
          boolean _ = play.decide("confirm", id, actor -> engine().confirm(id, actor));
        }
        case 4 -> {
          boolean _ = play.decide("extend", id, actor -> extend(id, actor));
        }
        case 5 -> {
          boolean _ = play.decide("retry", id, actor -> engine().retry(id, false, false, actor));
        }
        case 6, 8 -> {
          boolean _ = play.decide("abandon", id, actor -> engine().abandon(id, actor, "lost"));
        }
        default -> host.tell("nobody decides about " + id);
      }
    }
  }

  private Commit extend(String id, String actor) {
    Commit open = engine().extend(id, LONGER, actor);
    if (!host.isDead()) {
      play.windows.extended(host.rig(), id, LONGER);
    }
    return open;
  }

  static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }
}
