package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The DCB settings of one port with the rules of mlx5's en_dcbnl.c (kernel 7.2, inbox). Setters
 * give 0 or a negative errno, as driver operations do.
 */
class Mlx5Dcb {
  static final int STRICT = 0;
  static final int CREDIT_SHAPER = 1;
  static final int ETS = 2;
  static final int VENDOR = 255;
  static final int COUNT = 8;

  private static final int DCBX_HOST = 0x01;
  private static final int DCBX_LLD_MANAGED = 0x02;
  private static final int DCBX_AT_LOAD = 0x0d;
  private static final int USUAL_CABLE_METRES = 7;
  private static final int CABLE_LIMIT_METRES = 1000;

  private final TwinPort port;
  private final Mlx5Buffers buffers;
  private final Deque<AppEntry> apps = new ArrayDeque<>();
  private final Deque<AppEntry> rewrites = new ArrayDeque<>();
  private int[] tsa = new int[COUNT];
  private int[] bandwidth = new int[COUNT];
  private int[] priorityToClass = new int[COUNT];
  private long[] maxRateKbps = new long[COUNT];
  private int cableMetres;
  private int dcbx;
  private boolean rxPause;
  private boolean txPause;
  private int resets;

  Mlx5Dcb(TwinPort port) {
    this.port = port;
    this.buffers = new Mlx5Buffers(port.mbps());
    reset();
  }

  /** Restores the state after a reboot: firmware defaults and those of mlx5e_ets_init. */
  void reset() {
    port.reset();
    buffers.reset();
    apps.clear();
    rewrites.clear();
    tsa = new int[COUNT];
    Arrays.fill(tsa, VENDOR);
    bandwidth = new int[COUNT];
    // mlx5e_ets_init swaps the first two
    priorityToClass = new int[] {1, 0, 2, 3, 4, 5, 6, 7};
    maxRateKbps = new long[COUNT];
    cableMetres = USUAL_CABLE_METRES;
    dcbx = DCBX_AT_LOAD;
    rxPause = true;
    txPause = true;
    applyBuffer();
  }

  int[] tsa() {
    return tsa.clone();
  }

  int[] bandwidth() {
    return bandwidth.clone();
  }

  int[] priorityToClass() {
    return priorityToClass.clone();
  }

  long[] maxRateKbps() {
    return maxRateKbps.clone();
  }

  int cableMetres() {
    return cableMetres;
  }

  int dcbx() {
    return dcbx;
  }

  /** APP entries, last in first out, as the kernel lists them. */
  List<AppEntry> apps() {
    return List.copyOf(apps);
  }

  /** Rewrite entries, last in first out, as the kernel lists them. */
  List<AppEntry> rewrites() {
    return List.copyOf(rewrites);
  }

  int addRewrite(AppEntry entry) {
    if (rewrites.contains(entry)) {
      return Errno.EEXIST.negative();
    }
    rewrites.addFirst(entry);
    return 0;
  }

  int deleteRewrite(AppEntry entry) {
    return rewrites.remove(entry) ? 0 : Errno.ENOENT.negative();
  }

  Mlx5Buffers buffers() {
    return buffers;
  }

  boolean rxPause() {
    return rxPause;
  }

  boolean txPause() {
    return txPause;
  }

  PrioritySet pfc() {
    return port.pfc();
  }

  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    int sum = 0;
    boolean ets = false;
    for (int n = 0; n < COUNT; n++) {
      if (newPriorityToClass[n] >= COUNT) {
        return Errno.EINVAL.negative();
      }
      if (newTsa[n] == CREDIT_SHAPER) {
        return Errno.EOPNOTSUPP.negative();
      }
      if (newTsa[n] == ETS) {
        ets = true;
        sum += newBandwidth[n];
      }
    }
    if (ets && sum != 100) {
      return Errno.EINVAL.negative();
    }
    tsa = newTsa.clone();
    priorityToClass = newPriorityToClass.clone();
    for (int n = 0; n < COUNT; n++) {
      bandwidth[n] = newTsa[n] == ETS ? newBandwidth[n] : 0;
    }
    return 0;
  }

  /**
   * Kept in steps of 100 Mb/s up to 25.5 Gb/s and of 1 Gb/s above, at most 255 of them: as before
   * Linux 7.2 (mlx5e_dcbnl_ieee_setmaxrate).
   */
  int setMaxRate(long[] kbps) {
    long[] kept = new long[COUNT];
    for (int n = 0; n < COUNT; n++) {
      long unit = Long.compareUnsigned(kbps[n], 25_500_000) <= 0 ? 100_000 : 1_000_000;
      long steps = kbps[n] == 0 ? 0 : Math.max(1, Long.divideUnsigned(kbps[n], unit));
      if (steps > 255) {
        return Errno.EINVAL.negative();
      }
      kept[n] = steps * unit;
    }
    maxRateKbps = kept;
    return 0;
  }

  /**
   * @return 0 or a negative errno, even where the mask has changed; {@link #pfc} before and after
   *     shows whether the write bounces the link
   */
  int setPfc(int mask, int delayMetres) {
    boolean changed = mask != port.pfc().mask();
    port.pfc(new PrioritySet(mask));
    if (mask != 0) {
      // one PFCC register, and firmware allows only one kind
      rxPause = false;
      txPause = false;
    }
    int before = cableMetres;
    if (delayMetres > 0 && delayMetres < CABLE_LIMIT_METRES) {
      cableMetres = delayMetres;
    }
    if (!changed && before == cableMetres) {
      return 0;
    }
    int verdict = buffers.recompute(mask, headroom());
    if (verdict != 0) {
      cableMetres = before;
    }
    applyBuffer();
    return verdict;
  }

  int setBuffer(int[] priorityToBuffer, int[] sizes) {
    int pfc = rxPause || txPause ? 0xff : port.pfc().mask();
    int verdict = buffers.set(priorityToBuffer, sizes, pfc, headroom());
    applyBuffer();
    return verdict;
  }

  int setApp(AppEntry entry) {
    if (entry.selector() != AppEntry.DSCP || entry.protocol() > 63 || entry.priority() > 7) {
      return Errno.EINVAL.negative();
    }
    int old = port.dscpPriority(entry.protocol());
    apps.remove(new AppEntry(AppEntry.DSCP, old, entry.protocol()));
    apps.addFirst(entry);
    port.dscpPriority(entry.protocol(), entry.priority());
    port.trustsDscp(true);
    return 0;
  }

  int deleteApp(AppEntry entry) {
    if (entry.selector() != AppEntry.DSCP || entry.protocol() > 63) {
      return Errno.EINVAL.negative();
    }
    if (!apps.remove(entry)) {
      return Errno.ENOENT.negative();
    }
    port.dscpPriority(entry.protocol(), 0);
    port.trustsDscp(!apps.isEmpty());
    return 0;
  }

  /** Sets the DCBX mode; returns 0 for success and 1 for refusal, without an errno. */
  int setDcbx(int mode) {
    if ((mode & DCBX_LLD_MANAGED) != 0) {
      return 1;
    }
    if (mode == 0) {
      dcbx &= ~DCBX_HOST;
      return 0;
    }
    if ((mode & DCBX_HOST) == 0) {
      return 1;
    }
    dcbx = mode;
    return 0;
  }

  // unverified: does firmware refuse global pause while PFC is on, or switch PFC off? Taken as
  // refusal, because mstflint's text on PFCC calls the two exclusive.
  int setPause(boolean autoneg, boolean rx, boolean tx) {
    if (autoneg || ((rx || tx) && !port.pfc().isEmpty())) {
      return Errno.EINVAL.negative();
    }
    rxPause = rx;
    txPause = tx;
    return 0;
  }

  /**
   * Sets what another driver begins with when it is loaded: this DCBX mode, and no cable length.
   */
  final void loaded(int mode) {
    dcbx = mode;
    cableMetres = 0;
  }

  /** Sets what another driver begins with: eight strict classes, one for each priority. */
  final void strict() {
    tsa = new int[COUNT];
    priorityToClass = new int[] {0, 1, 2, 3, 4, 5, 6, 7};
  }

  /** Takes ETS settings that were validated before. */
  final void takeEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    tsa = newTsa.clone();
    bandwidth = newBandwidth.clone();
    priorityToClass = newPriorityToClass.clone();
  }

  /** Takes the mask only: neither pause nor buffers follow. */
  final void takePfc(PrioritySet lossless) {
    port.pfc(lossless);
    applyBuffer();
  }

  final int addBeside(AppEntry entry) {
    apps.addFirst(entry);
    return 0;
  }

  final int addDscpBeside(AppEntry entry) {
    if (entry.protocol() > 63 || entry.priority() > 7) {
      return Errno.EINVAL.negative();
    }
    addDscp(entry);
    return addBeside(entry);
  }

  /** Maps a DSCP in hardware, without an entry in the list. */
  final void addDscp(AppEntry entry) {
    port.dscpPriority(entry.protocol(), entry.priority());
    port.trustsDscp(true);
  }

  /** Number of classes that can do PFC, as the driver reports. */
  int pfcCapable() {
    return COUNT;
  }

  /** Counts a reset: the driver took its netdev down and up. */
  final void downAndUp() {
    resets++;
  }

  /** Number of times that the driver took its netdev down and up. */
  int resets() {
    return resets;
  }

  /** The thresholds of lossless buffers follow the MTU. */
  final void mtuChanged() {
    applyBuffer();
  }

  private int headroom() {
    return buffers.headroom(cableMetres, port.mtu());
  }

  private void applyBuffer() {
    port.receiveBuffer(buffers.receiveBuffer(TwinPort.ROCE_PRIORITY, headroom()));
  }
}
