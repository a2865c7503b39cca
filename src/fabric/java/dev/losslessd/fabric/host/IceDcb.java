package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.PrioritySet;
import java.util.Arrays;

/**
 * The rules of ice_dcb_nl.c and ice_dcb_lib.c of 6.12. There are two configurations, what is wanted
 * (desired_dcbx_cfg) and what is in force (local_dcbx_cfg): each setter changes its part of the
 * first, brings all of it in force, and takes the netdev down and up (ice_dcbnl_devreset). What was
 * refused stays wanted.
 */
final class IceDcb extends HostDcb {
  private static final int NO_CHANGE = 1; // ICE_DCB_NO_HW_CHG
  private static final int WHOLE = 100;

  private int[] wantedTsa = {ETS, 0, 0, 0, 0, 0, 0, 0};
  private int[] wantedShares = {WHOLE, 0, 0, 0, 0, 0, 0, 0};
  private int[] wantedMap = new int[COUNT];
  private int wantedPfc;
  private boolean dscpMode;

  /** Number of APP entries to come that the firmware will refuse. */
  private long entriesRefused;

  IceDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    byDefault();
    wantedTsa = tsa();
    wantedShares = bandwidth();
    wantedMap = priorityToClass();
    wantedPfc = 0;
    dscpMode = false;
  }

  /** Applies ice_dcb_sw_dflt_cfg to the settings in force, not to those wanted. */
  private void byDefault() {
    takeEts(
        new int[] {ETS, 0, 0, 0, 0, 0, 0, 0}, new int[] {WHOLE, 0, 0, 0, 0, 0, 0, 0}, new int[8]);
    takePfc(PrioritySet.NONE);
  }

  /** Orders the firmware to refuse this number of APP entries. */
  void refuseEntries(long count) {
    entriesRefused = count;
  }

  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    if (!hostDecides()) {
      return Errno.EINVAL.negative();
    }
    wantedTsa = newTsa.clone();
    wantedShares = newBandwidth.clone();
    if (!dscpMode) { // in DSCP mode the map stays, with success
      wantedMap = newPriorityToClass.clone();
    }
    return inForce();
  }

  @Override
  int setPfc(int mask, int delay) {
    if (!hostDecides()) {
      return Errno.EINVAL.negative();
    }
    wantedPfc = mask;
    return inForce();
  }

  /** Refuses pause while PFC is on, as ice_set_pauseparam of ice_ethtool.c does. */
  @Override
  int setPause(boolean autoneg, boolean rx, boolean tx) {
    return pfc().isEmpty() ? super.setPause(autoneg, rx, tx) : Errno.EOPNOTSUPP.negative();
  }

  /** Puts the wanted settings in force with a reset of the netdev, as ice_pf_dcb_cfg does. */
  private int inForce() {
    if (same()) {
      return 0;
    }
    if (!sharesFit()) {
      return Errno.EINVAL.negative();
    }
    takeEts(wantedTsa, wantedShares, wantedMap);
    takePfc(new PrioritySet(wantedPfc));
    downAndUp();
    return 0;
  }

  private boolean same() {
    return Arrays.equals(wantedTsa, tsa())
        && Arrays.equals(wantedShares, bandwidth())
        && Arrays.equals(wantedMap, priorityToClass())
        && wantedPfc == pfc().mask();
  }

  /** ice_dcb_bwchk: over the classes in use, strict ones too; 0 gives class 0 everything. */
  private boolean sharesFit() {
    int used = classesInUse();
    int sum = Arrays.stream(wantedShares, 0, used).sum();
    if (used == 1 || sum == 0) {
      wantedShares[0] = WHOLE;
      return true;
    }
    return sum == WHOLE;
  }

  /** ice_dcb_get_num_tc: 1 where a class between them has no priority. */
  private int classesInUse() {
    int used = (int) Arrays.stream(wantedMap).distinct().count();
    return Arrays.stream(wantedMap).allMatch(tc -> tc < used) ? used : 1;
  }

  /** ice_dcbnl_setapp: on the kernel's list first; a failure after that is a positive 1. */
  @Override
  int setApp(AppEntry entry) {
    if (!hostDecides() || entry.selector() != AppEntry.DSCP || entry.protocol() > 63) {
      return Errno.EINVAL.negative();
    }
    if (apps().contains(entry)) {
      return Errno.EEXIST.negative();
    }
    if (apps().stream().anyMatch(one -> one.protocol() == entry.protocol())) {
      return Errno.EINVAL.negative();
    }
    addBeside(entry);
    if (entriesRefused > 0) {
      entriesRefused--;
      return NO_CHANGE;
    }
    if (!dscpMode) {
      begin();
    }
    addDscp(entry);
    takeEts(wantedTsa, wantedShares, wantedMap);
    takePfc(new PrioritySet(wantedPfc));
    downAndUp();
    return 0;
  }

  /** DSCP mode: a schedule of its own, and class n for priority n. */
  private void begin() {
    dscpMode = true;
    Arrays.fill(wantedTsa, ETS);
    Arrays.fill(wantedShares, 0);
    wantedShares[0] = WHOLE;
    wantedMap = new int[] {0, 1, 2, 3, 4, 5, 6, 7};
  }

  /** ice_dcbnl_delapp: with the last one the mode ends. */
  @Override
  int deleteApp(AppEntry entry) {
    int verdict = super.deleteApp(entry);
    if (verdict != 0) {
      return verdict;
    }
    if (apps().isEmpty() && dscpMode) {
      dscpMode = false;
      byDefault();
    }
    downAndUp();
    return 0;
  }
}
