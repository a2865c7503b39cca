package dev.losslessd.driver;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Numbers of many ports while they are read, by long port name. */
public final class QueueCells {
  private final Map<String, Map<QueueCell, Long>> ports = new TreeMap<>();
  private final Map<String, Set<QueueCell>> off = new HashMap<>();
  private final Map<String, String> leftOut = new TreeMap<>();

  /** Adds a port, which may have no number. */
  public void port(String name) {
    ports.computeIfAbsent(name, _ -> new HashMap<>());
  }

  /** The first number of a meaning counts: releases that print two names print the newer first. */
  public void put(String port, QueueCell cell, long value) {
    port(port);
    ports.getOrDefault(port, Map.of()).putIfAbsent(cell, value);
  }

  /**
   * Adds a number whose name has a meaning.
   *
   * @param number asked only then; a column may say that there is none
   */
  public void put(String port, Optional<QueueCell> cell, Supplier<OptionalLong> number) {
    cell.ifPresent(one -> number.get().ifPresent(value -> put(port, one, value)));
  }

  /** Adds a number that the device does not count because that is switched off. */
  public void off(String port, QueueCell cell) {
    port(port);
    off.computeIfAbsent(port, _ -> new HashSet<>()).add(cell);
  }

  /** Adds other numbers of the ports that were added, and what the others leave out. */
  public void addKnown(QueueCells others) {
    others.ports.forEach((port, cells) -> {
      if (ports.containsKey(port)) {
        cells.forEach((cell, value) -> put(port, cell, value));
      }
    });
    others.leftOut.forEach(leftOut::putIfAbsent);
  }

  /** Adds a port with its numbers, or leaves it out if one of them is not understood. */
  public void port(String name, Runnable numbers) {
    port(name);
    try {
      numbers.run();
    } catch (DeviceException e) {
      leaveOut(name, e);
    }
  }

  /** Leaves out a port, one of whose numbers is not understood. The first reason counts. */
  public void leaveOut(String port, DeviceException why) {
    leftOut.putIfAbsent(port, why.getMessage());
  }

  /** Ports without numbers because one of them is not understood, with the reason. */
  public Map<String, String> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }

  /** Returns true while no port was added. */
  public boolean isEmpty() {
    return ports.isEmpty();
  }

  /** All numbers by port, without those of ports that are left out. */
  public Map<String, Map<QueueCell, Long>> all() {
    Map<String, Map<QueueCell, Long>> all = new TreeMap<>(ports);
    all.keySet().removeAll(leftOut.keySet());
    return Collections.unmodifiableMap(all);
  }

  /** The sweep of each of some ports that was added and is not left out. */
  public List<Sweep> sweeps(Collection<PortId> of, long atMillis, long tickNanos) {
    Map<String, Map<QueueCell, Long>> all = all();
    return of.stream()
        .filter(port -> all.containsKey(port.name()))
        .map(port -> sweep(port, all.getOrDefault(port.name(), Map.of()), atMillis, tickNanos))
        .toList();
  }

  private Sweep sweep(PortId port, Map<QueueCell, Long> cells, long atMillis, long tickNanos) {
    Set<QueueCell> uncounted = off.getOrDefault(port.name(), Set.of());
    return QueueCell.sweep(port, cells, uncounted, atMillis, tickNanos);
  }

  /** A counter as printed; empty where the column says that there is none. */
  public static OptionalLong number(String command, String line, String text) {
    String bare = text.strip();
    return DeviceJson.whole(
        bare, expected -> ParseErrors.at(command, line, expected + " where '" + bare + "' is"));
  }
}
