package dev.losslessd.app;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.Config;
import dev.losslessd.http.HttpServer;
import dev.losslessd.http.ListenException;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of the running daemon follows another config, in its order. What asks for the config at each
 * use needs no step. Nothing here waits for a device.
 */
record LiveParts(DaemonContext context, CommitEngine engine, HttpServer http) {
  private static final Logger LOG = LoggerFactory.getLogger(LiveParts.class);

  /** Why a config that is good in itself cannot be taken over now. */
  List<String> obstacles(Config before, Config after) {
    List<String> all = new ArrayList<>();
    if (before.mode() == Mode.ENFORCE && after.mode() != Mode.ENFORCE) {
      engine.commits().stream()
          .filter(Commit::open)
          .findFirst()
          .map(open ->
              ("mode: commit %s is open, and could not be undone any more; confirm or cancel it"
                      + " first, or 'losslessd freeze' stops every write now")
                  .formatted(open.id()))
          .ifPresent(all::add);
    }
    Set<DeviceId> moved = moved(before, after);
    writing(moved)
        .map(open ->
            ("switches: commit %s is being written or taken back on one of %s, which are"
                    + " left out or reached otherwise; reload again when it is done")
                .formatted(open.id(), moved))
        .ifPresent(all::add);
    return all;
  }

  /** A commit that is at these devices now, or goes on there in its next wave. */
  private Optional<Commit> writing(Set<DeviceId> devices) {
    return engine.commits().stream()
        .filter(one ->
            one instanceof Commit.Applying
                || (one instanceof Commit.Undoing undoing && undoing.waits().isEmpty()))
        .filter(one -> one.changes().stream().anyMatch(change -> devices.contains(change.device())))
        .findFirst();
  }

  /** Switches that another config does not have, or reaches otherwise. */
  private static Set<DeviceId> moved(Config before, Config after) {
    Map<String, Config.Switch> now = new HashMap<>();
    after.switches().forEach(one -> now.put(one.name(), one));
    return before.switches().stream()
        .filter(one ->
            Optional.ofNullable(now.get(one.name())).filter(one::isReachedAs).isEmpty()
                || !one.jump(before.jumps()).equals(one.jump(after.jumps())))
        .map(one -> new DeviceId(one.name()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Tries out the files that the listeners need.
   *
   * @return takes them up
   * @throws ListenException one cannot be used
   */
  Runnable prepare(Config after) {
    return http.prepare(RestWiring.options(after, context.state()));
  }

  /**
   * Takes over another config.
   *
   * @param listeners what {@link #prepare} returned
   */
  void follow(Config before, Config after, Runnable listeners) {
    if (after.mode() != Mode.ENFORCE) {
      context.writePolicy().adopt(after.mode(), after.modeAt());
    }
    context.current().set(after);
    context.names().set(new NicNames(after.nics().include(), after.nics().exclude()));
    SwitchRegistry switches = context.inventory().switchRegistry();
    Map<String, AutoCloseable> former = switches.follow(after.switches(), after.jumps());
    context.inventory().linkRegistry().follow(after.links(), switches.ids());
    context.monitoring().follow(before);
    listeners.run();
    context.writePolicy().adopt(after.mode(), after.modeAt());
    former.forEach(LiveParts::close);
  }

  /** One that hangs holds up nobody. */
  private static void close(String what, AutoCloseable session) {
    Thread.ofVirtual()
        .name("close " + what)
        .start(() -> {
          try {
            session.close();
          } catch (Exception e) {
            LOG.warn("while closing {}: {}", what, e.getMessage());
          }
        });
  }
}
