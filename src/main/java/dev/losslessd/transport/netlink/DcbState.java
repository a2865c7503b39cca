package dev.losslessd.transport.netlink;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * DCB state of one netdev, as IEEE_GET returns it. An attribute is absent when the driver has no
 * such operation, or it failed: absent is not zero.
 *
 * @param apps in the kernel's order, last in first; a set by meaning
 * @param maxRateKbit limit of each traffic class in Kbit/s, 0 = none; 8 entries
 * @param dcbx mode bits, see {@link Dcbx}
 */
public record DcbState(
    String ifname,
    Optional<IeeePfc> pfc,
    Optional<IeeeEts> ets,
    Optional<List<DcbApp>> apps,
    Optional<DcbBuffer> buffer,
    Optional<List<Long>> maxRateKbit,
    OptionalInt dcbx) {}
