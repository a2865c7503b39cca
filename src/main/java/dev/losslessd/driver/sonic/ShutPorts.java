package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.PortId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ports that a patch of this agent takes down and should bring up again. What is to be up is noted
 * before the patch is sent, in a note that outlives this process, and looked at after it, however
 * it ended: a patch that dies in the middle leaves its port shut.
 */
final class ShutPorts {
  private static final Logger LOG = LoggerFactory.getLogger(ShutPorts.class);
  private static final String NOTE = "shall be up:";
  private static final List<String> CRITICAL =
      List.of(Tables.BUFFER_PG, Tables.PORT_QOS_MAP, Tables.QUEUE);

  /** Brings a port up, in a namespace. */
  @FunctionalInterface
  interface Opener {
    void open(String namespace, String port);
  }

  private final SwitchAccess access;
  private final DeviceNotes notes;
  private final Opener opener;
  private final Map<String, LeftShut> found = new TreeMap<>();
  private @Nullable Set<String> pending;
  private boolean writing;
  private volatile List<LeftShut> told = List.of();

  ShutPorts(SwitchAccess access, Opener opener) {
    this.access = access;
    this.notes = access.notes();
    this.opener = opener;
  }

  /** Returns the ports as last seen; asks no device. */
  List<LeftShut> told() {
    return told;
  }

  private Set<String> pending() {
    Set<String> known = pending;
    if (known == null) {
      known =
          notes
              .recall()
              .get()
              .filter(note -> note.startsWith(NOTE))
              .map(note -> Stream.of(note.substring(NOTE.length()).strip().split(" ", -1)))
              .orElse(Stream.of())
              .filter(SonicSnapshot::isPort)
              .collect(Collectors.toCollection(TreeSet::new));
      pending = known;
    }
    return known;
  }

  private void keep(Collection<String> ports) {
    pending = new TreeSet<>(ports);
    notes.keep().accept(ports.isEmpty() ? "" : NOTE + " " + String.join(" ", ports));
  }

  /**
   * Notes before a patch which ports are up that it takes down, and shall be so again: rows of a
   * port in some tables change only while it is shut, so that the switch shuts it, writes them and
   * opens it again (sonic-utilities, generic_config_updater/patch_sorter.py,
   * RequiredValueIdentifier).
   */
  void expect(SonicSnapshot from, SonicSnapshot to) {
    writing = true;
    Set<String> ports = new TreeSet<>();
    to.databases()
        .forEach((name, next) -> {
          ConfigDb before = from.in(name);
          before
              .changed(next)
              .filter(row -> CRITICAL.contains(row.table()))
              .map(row -> row.key().split("\\|", 2)[0])
              .filter(port -> isUp(before, port))
              .forEach(ports::add);
        });
    if (!pending().containsAll(ports)) {
      Set<String> all = new TreeSet<>(pending());
      all.addAll(ports);
      keep(all);
    }
  }

  /**
   * Looks at the switch while nothing is written: a port that is to be up and is not was left shut
   * by an earlier process.
   */
  void see(SonicSnapshot now) {
    if (writing || pending().isEmpty()) {
      return;
    }
    Set<String> shut = shut(now).keySet();
    pending().stream().filter(port -> !shut.contains(port)).forEach(found::remove);
    shut.forEach(port -> found.putIfAbsent(port, left(port, false)));
    if (shut.size() < pending().size()) {
      keep(shut);
    }
    tell();
  }

  /**
   * Puts whatever is shut and was up back up, and reads it back: after a patch, and when what broke
   * off is looked at.
   *
   * @param now reads the databases anew
   * @throws DeviceException REFUSED where a port stays shut
   */
  void settle(Supplier<SonicSnapshot> now) {
    try {
      if (!pending().isEmpty()) {
        open(now);
      }
    } finally {
      writing = false;
      tell();
    }
  }

  private void open(Supplier<SonicSnapshot> now) {
    Map<String, String> shut = shut(now.get());
    pending().stream().filter(port -> !shut.containsKey(port)).forEach(found::remove);
    if (shut.isEmpty()) {
      keep(Set.of());
      return;
    }
    shut.forEach((port, _) -> found.put(port, left(port, false)));
    keep(shut.keySet());
    shut.forEach((port, namespace) -> opener.open(namespace, port));
    Set<String> still = shut(now.get()).keySet();
    for (String port : shut.keySet()) {
      LeftShut left = left(port, !still.contains(port));
      found.put(port, left);
      LOG.warn("{}", left.text());
    }
    keep(still);
    if (!still.isEmpty()) {
      throw DeviceException.refused(
          ("%s: %s was left shut by a write of ours, and stays shut: 'sudo config interface"
                  + " startup' by hand")
              .formatted(access.device(), String.join(", ", still)));
    }
  }

  /** Returns the pending ports that exist and are shut, each with its namespace. */
  private Map<String, String> shut(SonicSnapshot now) {
    Map<String, String> shut = new TreeMap<>();
    for (String port : pending()) {
      now.databases()
          .forEach((namespace, db) -> {
            if (db.has(new Row(Tables.PORT, port)) && !isUp(db, port)) {
              shut.put(port, namespace);
            }
          });
    }
    return shut;
  }

  /** Whether a port is administratively up; down is the default (sonic-port.yang). */
  static boolean isUp(ConfigDb db, String port) {
    return db.is(Tables.PORT, port, "admin_status", "up");
  }

  /** Settles without an exception: after a failure the next look or write tries again. */
  void settleQuietly(Supplier<SonicSnapshot> now, Consumer<DeviceException> failed) {
    try {
      settle(now);
    } catch (DeviceException e) {
      LOG.warn("not known to be up again: {}", e.getMessage());
      failed.accept(e);
    }
  }

  private LeftShut left(String port, boolean up) {
    return new LeftShut(new PortId(access.device(), port), up, notes.clock().instant());
  }

  private void tell() {
    told = List.copyOf(found.values());
  }
}
