package dev.losslessd.transport.lldp;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One LLDP frame (IEEE 802.1AB) with what it says of DCBX (IEEE 802.1Qaz, annex D).
 *
 * @param source MAC address of the port that sent it: {@code 0c:42:a1:00:00:01}
 * @param chassis MAC address as above, address, or a name
 * @param port MAC address or a name: {@code Ethernet1/7}, {@code swp7}
 * @param portIsName whether the port id is a name of the sender's, not an address
 * @param ttlSeconds how long it holds; 0: the sender goes, forget it now
 * @param portDescription empty where not sent; many switches put the port's name here
 * @param systemName empty where not sent
 * @param systemDescription empty where not sent
 * @param maxFrameBytes IEEE 802.3 maximum frame size
 */
public record LldpFrame(
    String source,
    String chassis,
    String port,
    boolean portIsName,
    int ttlSeconds,
    String portDescription,
    String systemName,
    String systemDescription,
    OptionalInt maxFrameBytes,
    Optional<Pfc> pfc,
    Optional<Ets> ets,
    Optional<Ets> recommendedEts,
    Optional<List<App>> apps) {

  /**
   * Priority-based flow control of the sender.
   *
   * @param willing it takes ours
   * @param capable traffic classes that can do PFC, 0..15
   * @param enabled bit n is priority n
   */
  public record Pfc(boolean willing, boolean macsecBypass, int capable, int enabled) {}

  /**
   * Transmission selection of the sender (IEEE 802.1Qaz ETS).
   *
   * @param willing it takes ours; false in a recommendation, which has no such bit
   * @param classes how many it has, 1..8; 0 in a recommendation
   * @param classOfPriority 8 entries, 0..7
   * @param percent 8 entries, by traffic class
   * @param selection 8 entries: 0 strict, 1 credit shaper, 2 ETS, 255 vendor
   */
  public record Ets(
      boolean willing,
      int classes,
      List<Integer> classOfPriority,
      List<Integer> percent,
      List<Integer> selection) {}

  /**
   * Traffic that gets a priority.
   *
   * @param selector 1 EtherType, 2 TCP port, 3 UDP port, 4 any port, 5 DSCP
   */
  public record App(int selector, int priority, int protocol) {}
}
