package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.driver.Session;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import dev.losslessd.poll.SystemScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Settings of this host, read with their period; and those of switches, read at the start and in
 * each round in which it is this agent's turn: what is of a whole switch is read seldom where many
 * agents read it.
 */
final class SwitchTurns {
  /**
   * The task of one switch.
   *
   * @param session by which it was reached when it began
   */
  private record Turn(Session session, Duration period, Runnable end) {}

  private final SwitchRegistry switches;
  private final Supplier<Config> config;
  private final BooleanSupplier unwired;
  private final Consumer<DeviceId> reader;
  private final Runnable host;
  private Duration period = Duration.ZERO;
  private Runnable end = () -> {};
  private final Map<DeviceId, Turn> turns = new HashMap<>();

  /**
   * @param config as it is now
   * @param unwired whether no port is known to be wired to this host, which neighbours would tell
   * @param reader of one switch with its neighbours
   * @param host reads this host
   */
  SwitchTurns(
      SwitchRegistry switches,
      Supplier<Config> config,
      BooleanSupplier unwired,
      Consumer<DeviceId> reader,
      Runnable host) {
    this.switches = switches;
    this.config = config;
    this.unwired = unwired;
    this.reader = reader;
    this.host = host;
  }

  /** Begins the turns of the switches that are new, and of those with another way or period. */
  synchronized void follow(SystemScheduler scheduler) {
    turns
        .entrySet()
        .removeIf(one -> {
          boolean ends = !switches.ids().contains(one.getKey());
          if (ends) {
            one.getValue().end().run();
          }
          return ends;
        });
    switches.ids().forEach(leaf -> follow(scheduler, leaf));
    Duration now = config.get().poll().settings();
    if (!now.equals(period)) {
      end.run();
      end = scheduler.until("settings", now, host);
      period = now;
    }
  }

  private void follow(SystemScheduler scheduler, DeviceId leaf) {
    Turn before = turns.get(leaf);
    Duration period = switches.config(leaf).sshPeriod();
    boolean asBefore = before != null && switches.isReached(leaf, before.session());
    if (before != null && asBefore && before.period().equals(period)) {
      return;
    }
    if (before != null) {
      before.end().run();
    }
    if (!asBefore) {
      scheduler.soon(() -> reader.accept(leaf));
    }
    AtomicInteger round = new AtomicInteger();
    Runnable end =
        scheduler.until("settings of " + leaf, period, () -> turn(leaf, round.incrementAndGet()));
    turns.put(leaf, new Turn(switches.session(leaf), period, end));
  }

  private void turn(DeviceId leaf, int round) {
    boolean own = round % config.get().poll().settingRounds(switches.config(leaf)) == 0;
    if (own || cannotWait(leaf)) {
      reader.accept(leaf);
    }
  }

  /** Whether something is still to be learned that cannot wait for this agent's turn. */
  private boolean cannotWait(DeviceId leaf) {
    return unwired.getAsBoolean() || !switches.contacts(leaf).stream().allMatch(Contact::answers);
  }
}
