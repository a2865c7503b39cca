package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** This host as one device: its NIC ports joined. */
public final class HostSession implements Session {
  private final DeviceId host;
  private final SortedMap<Target, Session> ports;
  private final Identity identity;

  /**
   * @param sessions closed with this one
   * @param identity of the host
   */
  public HostSession(DeviceId host, List<? extends Session> sessions, Identity identity) {
    this.host = host;
    this.identity = identity;
    TreeMap<Target, Session> byTarget = new TreeMap<>();
    for (Session session : sessions) {
      for (Target target : session.targets()) {
        byTarget.put(target, session);
      }
    }
    this.ports = Collections.unmodifiableSortedMap(byTarget);
  }

  @Override
  public List<Target> targets() {
    return List.copyOf(ports.keySet());
  }

  @Override
  public Capabilities capabilities(Target target) {
    return of(target).capabilities(target);
  }

  @Override
  public Observed read(Target target) {
    return of(target).read(target);
  }

  @Override
  public void apply(Change change) {
    of(change.target()).apply(change);
  }

  /**
   * Returns the longest patience of any port: a write is of one port, and which one is not known
   * here.
   */
  @Override
  public Duration patience() {
    return ports.values().stream()
        .map(Session::patience)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device ? identity : of(target).identity(target);
  }

  /** Boots of the host itself are told apart by its boot ID, not here. */
  @Override
  public Optional<Incarnation> incarnation(Target target) {
    return target instanceof Target.Device ? Optional.empty() : of(target).incarnation(target);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return of(Target.port(port)).sweeper(port);
  }

  private Session of(Target target) {
    Session session = ports.get(target);
    if (session == null) {
      throw DeviceException.gone(
          target + ": host " + host + " has no such port, expected one of " + ports.keySet());
    }
    return session;
  }

  @Override
  public void close() {
    ports.values().stream().distinct().forEach(Session::close);
  }
}
