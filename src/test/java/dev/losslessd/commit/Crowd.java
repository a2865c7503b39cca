package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** Eight clients at once, each with a mind of its own. */
final class Crowd {
  private static final int CLIENTS = 8;

  private final CommitEngine engine;
  private final Overrides overrides;
  private final Actors actors;
  private final List<PortId> ports;
  private final BooleanSupplier lives;

  /**
   * @param lives whether the engine's process is still there, and answers
   */
  Crowd(
      CommitEngine engine,
      Overrides overrides,
      Actors actors,
      List<PortId> ports,
      BooleanSupplier lives) {
    this.engine = engine;
    this.lives = lives;
    this.overrides = overrides;
    this.actors = actors;
    this.ports = ports;
  }

  void act(Executor threads, Random random) {
    for (int n = 0; n < CLIENTS; n++) {
      Random own = new Random(random.nextLong());
      threads.execute(() -> {
        for (int step = 0; step < 3; step++) {
          client(own);
        }
      });
    }
  }

  private void client(Random own) {
    Key key = Episode.pfc(ports.get(own.nextInt(ports.size())));
    long seen = engine.version(key);
    Optional<Commit> open = engine.commits().stream().filter(Commit::open).findAny();
    if (open.isEmpty() || own.nextInt(3) == 0) {
      Pfc wanted = new Pfc(PrioritySet.of(3 + own.nextInt(2)));
      Request one = Request.one(key, wanted, actors.next(), overrides.reason());
      submit(own.nextBoolean() ? one.expecting(key, seen) : one);
    } else {
      decide(own.nextBoolean(), open.get().id());
    }
  }

  private void submit(Request request) {
    try {
      var _ = engine.submit(overrides.ask(request));
    } catch (CommitException | StoreException | DeviceException e) {
      // refused: the others go on
    }
  }

  private void decide(boolean yes, String id) {
    String actor = actors.asks(yes ? "confirm" : "cancel", id);
    try {
      if (yes) {
        Commit end = engine.confirm(id, actor);
        if (lives.getAsBoolean()) {
          actors.did("confirm", id, actor, end);
        }
      } else {
        var _ = engine.cancel(id, "crowd", actor); // another one may have been sooner
      }
    } catch (CommitException e) {
      actors.refused(actor, id, e.kind());
    } catch (StoreException | DeviceException e) {
      // refused: the others go on
    }
  }
}
