package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.lldp.LldpFrame;
import dev.losslessd.transport.lldp.LldpListener;
import dev.losslessd.transport.sysfs.HostFiles;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Who is at the far end of this host's cables, as this host hears it by LLDP. One caller listens;
 * anybody may ask.
 */
public final class NicNeighbours {
  private record Kept(LldpFrame frame, Instant until) {}

  private final InstantSource clock;
  private volatile Map<Integer, PortId> ports;
  private final Map<PortId, Kept> kept = new ConcurrentSkipListMap<>();

  /**
   * @param ports by the index of their netdev, see {@link #indexes}
   */
  public NicNeighbours(Map<Integer, PortId> ports, InstantSource clock) {
    this.ports = Map.copyOf(ports);
    this.clock = clock;
  }

  /** NICs came or went; what the others heard still holds. */
  public void follow(Map<Integer, PortId> now) {
    ports = Map.copyOf(now);
    kept.keySet().retainAll(ports.values());
  }

  /**
   * The index of each NIC's netdev, as far as it can be read; a bond has members that hear for
   * themselves.
   */
  public static Map<Integer, PortId> indexes(List<Nic> nics, HostFiles files) {
    Map<Integer, PortId> indexes = new TreeMap<>();
    for (Nic nic : nics) {
      if (NicWritability.hasNetdev(nic) && nic.role() != Nic.Role.BOND) {
        files
            .tryText(Discovery.NET + nic.port().name() + "/ifindex")
            .filter(text -> Pattern.matches("[1-9][0-9]{0,8}", text))
            .ifPresent(text -> indexes.put(Integer.valueOf(text), nic.port()));
      }
    }
    return indexes;
  }

  /**
   * Takes what is heard within the time, one frame at most.
   *
   * @return whether a neighbour came, changed or said goodbye
   * @throws TransportException GARBLED for a frame that cannot be understood; REFUSED with EPERM
   *     without CAP_NET_RAW
   */
  public boolean listen(LldpListener listener, Duration wait) {
    Optional<LldpListener.Heard> heard = listener.next(wait);
    PortId port = heard.map(one -> ports.get(one.ifindex())).orElse(null);
    if (heard.isEmpty() || port == null) {
      return false;
    }
    LldpFrame frame = heard.get().frame();
    if (frame.ttlSeconds() == 0) {
      return kept.remove(port) != null;
    }
    Kept before = kept.put(port, new Kept(frame, clock.instant().plusSeconds(frame.ttlSeconds())));
    return before == null || !before.frame().equals(frame);
  }

  /** The far end of each cable, as a switch would tell it: what still holds, by name. */
  public List<Neighbour> neighbours() {
    return frames().entrySet().stream()
        .map(one -> neighbour(one.getKey(), one.getValue()))
        .toList();
  }

  /** Many switches give the port's address as its id, and its name in the description. */
  private static Neighbour neighbour(PortId local, LldpFrame frame) {
    String system = frame.systemName().isEmpty() ? frame.chassis() : frame.systemName();
    boolean described = !frame.portIsName() && isName(frame.portDescription());
    return new Neighbour(local, system, described ? frame.portDescription() : frame.port());
  }

  /** A description is free text; one without blanks is taken for the port's name. */
  private static boolean isName(String text) {
    return Pattern.matches("[A-Za-z0-9._:/-]{1,64}", text);
  }

  /** The last frame of each NIC that still holds, with what it says of DCBX. */
  public Map<PortId, LldpFrame> frames() {
    Instant now = clock.instant();
    Map<PortId, LldpFrame> holding = new TreeMap<>();
    kept.forEach((port, one) -> {
      if (now.isBefore(one.until())) {
        holding.put(port, one.frame());
      }
    });
    return holding;
  }
}
