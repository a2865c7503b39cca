package dev.losslessd.driver;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Numbers of many ports while they are read, by long port name. */
public final class QueueCells {
  private final Map<String, Map<QueueCell, Long>> ports = new TreeMap<>();
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

  /** A counter as printed; empty where the column says that there is none. */
  public static OptionalLong number(String command, String line, String text) {
    String bare = text.strip();
    return DeviceJson.whole(
        bare, expected -> ParseErrors.at(command, line, expected + " where '" + bare + "' is"));
  }
}
