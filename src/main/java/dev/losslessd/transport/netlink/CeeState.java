package dev.losslessd.transport.netlink;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What CEE_GET tells of one netdev: pre-standard DCBX. It is read to see who set what, and never
 * written.
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
