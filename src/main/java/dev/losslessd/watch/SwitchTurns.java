package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import dev.losslessd.poll.SystemScheduler;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Settings of switches, read at the start and in each round in which it is this agent's turn: what
 * is of a whole switch is read seldom where many agents read it.
 *
 * @param unwired whether no port is known to be wired to this host, which neighbours would tell
 * @param reader of one switch with its neighbours
 */
record SwitchTurns(
    SwitchRegistry switches, Config.Poll poll, BooleanSupplier unwired, Consumer<DeviceId> reader) {
  void start(SystemScheduler scheduler) {
    for (DeviceId leaf : switches.ids()) {
      scheduler.soon(() -> reader.accept(leaf));
      Config.Switch config = switches.config(leaf);
      AtomicInteger round = new AtomicInteger();
      scheduler.every(
          "settings of " + leaf,
          config.sshPeriod(),
          () -> {
            if (round.incrementAndGet() % poll.settingRounds(config) == 0 || cannotWait(leaf)) {
              reader.accept(leaf);
            }
          });
    }
  }

  /** Whether something is still to be learned that cannot wait for this agent's turn. */
  private boolean cannotWait(DeviceId leaf) {
    return unwired.getAsBoolean() || !switches.contacts(leaf).stream().allMatch(Contact::answers);
  }
}
