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

/** Eight clients at once, each with a mind of its own. */
final class Crowd {
  private static final int CLIENTS = 8;

  private final CommitEngine engine;
  private final Overrides overrides;
  private final List<PortId> ports;

  Crowd(CommitEngine engine, Overrides overrides, List<PortId> ports) {
    this.engine = engine;
    this.overrides = overrides;
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
    try {
      if (open.isEmpty() || own.nextInt(3) == 0) {
        Pfc wanted = new Pfc(PrioritySet.of(3 + own.nextInt(2)));
        Request one = Request.one(key, wanted, "uid:" + own.nextInt(8), overrides.reason());
        engine.submit(overrides.ask(own.nextBoolean() ? one.expecting(key, seen) : one));
      } else if (own.nextBoolean()) {
        engine.confirm(open.get().id(), "uid:0");
      } else {
        engine.cancel(open.get().id(), "crowd", "uid:0");
      }
    } catch (CommitException | StoreException | DeviceException e) {
      // refused: the others go on
    }
  }
}
