package dev.losslessd.watch;

import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Health;
import dev.losslessd.poll.SystemScheduler;
import java.util.ArrayList;
import java.util.List;

/** Whether the daemon's loops turn, and whether all devices were read at least once. */
public interface Readiness {
  /** Loops of the process that do not turn any more, each with a sentence. */
  List<String> stalled();

  /** Why the daemon is not ready; empty when it is. */
  List<String> notReady();

  /**
   * Ready means: each port and switch was read at least once, or its failure is known, and all that
   * reads goes on reading.
   */
  record OfDaemon(Inventory inventory, Monitoring monitoring, SystemScheduler scheduler)
      implements Readiness {
    @Override
    public List<String> stalled() {
      return scheduler.stalled();
    }

    @Override
    public List<String> notReady() {
      List<String> why = new ArrayList<>(scheduler.supervisor().late());
      why.addAll(inventory.hangs());
      List<Health> ports = monitoring.health();
      ports.stream()
          .filter(Health::stalled)
          .map(health -> health.port() + " is not read any more: " + health.reason())
          .forEach(why::add);
      ports.stream()
          .filter(health -> health.lastSuccess().isEmpty() && health.failures() == 0)
          .map(health -> health.port() + " was not read yet")
          .forEach(why::add);
      inventory.switchRegistry().ids().stream()
          .filter(device -> !monitoring.unread().tried().contains(device))
          .map(device -> device + " was not read yet")
          .forEach(why::add);
      monitoring.expectedPorts().missing().ifPresent(why::add);
      return why;
    }
  }
}
