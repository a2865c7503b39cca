package dev.losslessd.metrics;

import dev.losslessd.model.PortId;

/**
 * One check of a link's contract as the page tells it. One that is not known has none.
 *
 * @param a the smaller end, {@code gpu01:ens1f0np0}
 * @param check stable name: {@code pfc}
 * @param ok whether both ends fit together
 */
public record LinkCheck(PortId a, PortId b, String check, boolean ok) {}
