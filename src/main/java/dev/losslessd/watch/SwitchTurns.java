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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
  private record Turn(Session session, Config.Switch config, Runnable end) {}

  private final SwitchRegistry switches;
  private final Supplier<Config> config;
  private final BooleanSupplier unwired;
  private final Predicate<DeviceId> unread;
  private final Consumer<DeviceId> reader;
  private final Runnable host;

  /** Logins that there had been when a switch was last read. */
  private final Map<DeviceId, Long> attempts = new ConcurrentHashMap<>();

  private final Set<DeviceId> reading = ConcurrentHashMap.newKeySet();
  private Duration period = Duration.ZERO;
  private Runnable end = () -> {};
  private final Map<DeviceId, Turn> turns = new HashMap<>();

  /**
   * @param config as it is now
   * @param unwired whether no port is known to be wired to this host, which neighbours would tell
   * @param unread whether no setting of a switch is known, though it has a command line
   * @param reader of one switch with its neighbours
   * @param host reads this host
   */
  SwitchTurns(
      SwitchRegistry switches,
      Supplier<Config> config,
      BooleanSupplier unwired,
      Predicate<DeviceId> unread,
      Consumer<DeviceId> reader,
      Runnable host) {
    this.switches = switches;
    this.config = config;
    this.unwired = unwired;
    this.unread = unread;
    this.reader = reader;
    this.host = host;
  }

  /** Begins the turns of the switches that are new or configured otherwise, and reads them. */
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
    Config.Switch config = switches.config(leaf);
    if (before != null) {
      if (switches.isReached(leaf, before.session()) && before.config().equals(config)) {
        return;
      }
      before.end().run();
    }
    scheduler.soon(() -> read(leaf));
    AtomicInteger round = new AtomicInteger();
    Runnable end =
        scheduler.until(
            "settings of " + leaf, config.poll().ssh(), () -> turn(leaf, round.incrementAndGet()));
    turns.put(leaf, new Turn(switches.session(leaf), config, end));
  }

  /**
   * Reads switches of which no setting is known, and that a login has reached since they were last
   * tried: after {@code trust}, with another account, or once they are back. Counters alone look
   * healthy. Memory only, for a call each second.
   */
  void glance(SystemScheduler scheduler) {
    for (DeviceId leaf : switches.ids()) {
      Long tried = attempts.get(leaf);
      long now = switches.login(leaf).attempts();
      if (tried != null && tried != now && !reading.contains(leaf) && unread.test(leaf)) {
        attempts.put(leaf, now);
        scheduler.soon(() -> read(leaf));
      }
    }
  }

  private void read(DeviceId leaf) {
    if (!switches.has(leaf)) {
      return;
    }
    reading.add(leaf);
    try {
      attempts.put(leaf, switches.login(leaf).attempts());
      if (switches.config(leaf).manage()) {
        // first: what differs in the read may have come with a reboot
        switches.starts().look(leaf, switches.session(leaf));
      }
      reader.accept(leaf);
    } finally {
      reading.remove(leaf);
    }
  }

  private void turn(DeviceId leaf, int round) {
    boolean own = round % config.get().poll().settingRounds(switches.config(leaf)) == 0;
    if (own || cannotWait(leaf)) {
      read(leaf);
    }
  }

  /** Whether something is still to be learned that cannot wait for this agent's turn. */
  private boolean cannotWait(DeviceId leaf) {
    return unwired.getAsBoolean()
        || unread.test(leaf)
        || !switches.contacts(leaf).stream().allMatch(Contact::answers);
  }
}
