package dev.losslessd.transport.netlink;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Pre-standard DCBX state of one netdev, as CEE_GET returns it. It is read to see who set what, and
 * never written.
 *
 * @param pfc bit n is priority n
 * @param peerPfc what the peer sent, where firmware or kernel runs DCBX
 * @param dcbx mode bits, see {@link Dcbx}
 */
public record CeeState(
    String ifname,
    OptionalInt pfc,
    Optional<List<CeeApp>> apps,
    OptionalInt peerPfc,
    OptionalInt dcbx) {}
