package dev.losslessd.watch;

import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.Supervisor;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.Event;
import dev.losslessd.transport.netlink.EventSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loop that takes the kernel's notices of changes, and begins anew after a failure. */
record KernelEvents(
    Kernel kernel, TimeSource time, BooleanSupplier stopped, Consumer<Event> happened) {
  private static final Logger LOG = LoggerFactory.getLogger(KernelEvents.class);
  private static final Duration LISTEN = Duration.ofSeconds(5);

  void listen(Supervisor.Task task) {
    while (!stopped.getAsBoolean()) {
      try (EventSource events = kernel.events()) {
        while (!stopped.getAsBoolean()) {
          events.next(LISTEN).ifPresent(happened);
          task.ended();
        }
      } catch (TransportException e) {
        LOG.warn("not told of changes by the kernel, settings are only polled: {}", e.getMessage());
        task.ended();
        time.sleep(LISTEN);
      }
    }
  }
}
