package dev.losslessd.metrics;

/**
 * One check of a link's contract as the page tells it. One that is not known has none.
 *
 * @param a one end, {@code gpu01:ens1f0np0}
 * @param check stable name: {@code pfc}
 * @param ok whether both ends fit together
 */
public record LinkCheck(String a, String b, String check, boolean ok) {}
