package dev.losslessd.transport.netlink;

import java.util.List;

/**
 * {@code struct ieee_ets}. Every list has 8 entries, by traffic class unless said.
 *
 * @param willing 1: takes the peer's proposal
 * @param classes traffic classes that the device has
 * @param creditShaper 1: it can shape by credit
 * @param txPercent share of bandwidth, 0..100
 * @param rxPercent the same for receiving; few devices have it
 * @param selection 0 strict, 1 credit shaper, 2 ETS, 255 vendor
 * @param classOfPriority traffic class 0..7 of priority n; 8 where bnxt was refused its first write
 *     by the firmware (bnxt_dcb.c, bnxt_dcbnl_ieee_setets)
 * @param proposedTxPercent recommended to the peer
 * @param proposedSelection recommended to the peer
 * @param proposedClassOfPriority recommended to the peer
 */
public record IeeeEts(
    int willing,
    int classes,
    int creditShaper,
    List<Integer> txPercent,
    List<Integer> rxPercent,
    List<Integer> selection,
    List<Integer> classOfPriority,
    List<Integer> proposedTxPercent,
    List<Integer> proposedSelection,
    List<Integer> proposedClassOfPriority) {
  /** Whether each priority has a class. */
  public boolean classesAreKnown() {
    return classOfPriority.stream().allMatch(tc -> tc < classOfPriority.size());
  }

  /** Returns a copy with another schedule for sending, all else as it was read. */
  public IeeeEts with(List<Integer> tx, List<Integer> selections, List<Integer> priorities) {
    return new IeeeEts(
        willing,
        classes,
        creditShaper,
        tx,
        rxPercent,
        selections,
        priorities,
        proposedTxPercent,
        proposedSelection,
        proposedClassOfPriority);
  }
}
