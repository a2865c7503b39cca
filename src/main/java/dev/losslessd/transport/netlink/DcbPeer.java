package dev.losslessd.transport.netlink;

import java.util.List;
import java.util.Optional;

/**
 * Values that the other end of the cable sent by DCBX; only of drivers whose firmware or kernel
 * runs it, so never of mlx5.
 */
public record DcbPeer(Optional<IeeePfc> pfc, Optional<IeeeEts> ets, Optional<List<DcbApp>> apps) {}
