package dev.losslessd.fabric.twin;

import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * One NIC port of the twin: its host's settings and its hardware's counters. Not safe for threads;
 * the owner of the twin guards it.
 */
public final class TwinPort {
  /** Priority of RoCE flows, by their VLAN tag and by the switch's map. */
  public static final int ROCE_PRIORITY = 3;

  /** DSCP of RoCE flows. */
  public static final int ROCE_DSCP = 26;

  /** Ethernet, IPv4, UDP, BTH, ICRC and FCS around the payload of a RoCE v2 packet. */
  private static final int ROCE_OVERHEAD_BYTES = 62;

  /** Preamble, start of frame and gap: time on the wire that no counter shows. */
  private static final int WIRE_GAP_BYTES = 20;

  private static final int FACTORY_MTU = 9000;

  private final PortId id;
  private final long mbps;
  private final Map<DcqcnParameter, Long> dcqcn = new EnumMap<>(DcqcnParameter.class);
  private final int[] dscpPriority = new int[64];
  private PortCounters counters = new PortCounters();
  private PrioritySet pfc = PrioritySet.NONE;
  private PrioritySet storm = PrioritySet.NONE;
  private boolean trustsDscp;
  private boolean linkUp = true;
  private int mtu = FACTORY_MTU;
  private int sentDscp = ROCE_DSCP;
  private ReceiveBuffer receiveBuffer;

  final PauseMeter stopped = new PauseMeter();
  final PauseMeter stopping = new PauseMeter();
  double bufferedBytes;
  double share = 1;
  double drainFactor = 1;
  double drainMicrosLeft;

  public TwinPort(PortId id, long mbps) {
    if (mbps <= 0) {
      throw new IllegalArgumentException(id + " at " + mbps + " Mb/s: expected a rate above 0");
    }
    this.id = id;
    this.mbps = mbps;
    this.receiveBuffer = new ReceiveBuffer(262_016, 131_072);
    reset();
  }

  /** Back to factory state: no PFC, trust PCP, default DCQCN, all counters zero. */
  public void reset() {
    counters = new PortCounters();
    pfc = PrioritySet.NONE;
    storm = PrioritySet.NONE;
    trustsDscp = false;
    mtu = FACTORY_MTU;
    sentDscp = ROCE_DSCP;
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      dcqcn.put(parameter, parameter.usual());
    }
    Arrays.setAll(dscpPriority, dscp -> dscp >> 3);
  }

  /** All counters zero, everything else as it is. */
  public void zero() {
    counters = new PortCounters();
  }

  public PortId id() {
    return id;
  }

  /** Line rate, megabits per second. */
  public long mbps() {
    return mbps;
  }

  public PortCounters counters() {
    return counters;
  }

  public PrioritySet pfc() {
    return pfc;
  }

  public void pfc(PrioritySet lossless) {
    pfc = lossless;
  }

  /** Priorities on which the host hangs: it takes nothing any more. */
  public PrioritySet storm() {
    return storm;
  }

  public void storm(PrioritySet priorities) {
    storm = priorities;
  }

  /** Packets come in and find no buffer, whatever the cause. */
  public void discard(Priority priority, long packets) {
    counters.rxPackets[priority.value()] += packets;
    counters.rxBytes[priority.value()] += packets * packetBytes();
    counters.rxDiscards[priority.value()] += packets;
  }

  public boolean linkUp() {
    return linkUp;
  }

  /** Going down counts as a link_down event. */
  public void link(boolean up) {
    if (linkUp && !up) {
      counters.linkDown++;
    }
    linkUp = up;
  }

  public boolean trustsDscp() {
    return trustsDscp;
  }

  public void trustsDscp(boolean dscp) {
    trustsDscp = dscp;
  }

  /** Where the hardware puts a packet with this DSCP when it trusts DSCP. */
  public int dscpPriority(int dscp) {
    return dscpPriority[dscp];
  }

  public void dscpPriority(int dscp, int priority) {
    dscpPriority[dscp] = Priority.of(priority).value();
  }

  public long dcqcn(DcqcnParameter parameter) {
    return dcqcn.getOrDefault(parameter, parameter.usual());
  }

  public void dcqcn(DcqcnParameter parameter, long value) {
    dcqcn.put(parameter, value);
  }

  /** MTU of the network device, bytes of IP packet. */
  public int mtu() {
    return mtu;
  }

  public void mtu(int bytes) {
    mtu = bytes;
  }

  /** DSCP that its host writes into RoCE packets. */
  public int sentDscp() {
    return sentDscp;
  }

  public void sentDscp(int dscp) {
    sentDscp = dscp;
  }

  public void receiveBuffer(ReceiveBuffer buffer) {
    receiveBuffer = buffer;
  }

  ReceiveBuffer receiveBuffer() {
    return receiveBuffer;
  }

  /**
   * The priority that this port gives to packets with a DSCP, in and out. Without trust in DSCP the
   * VLAN tag decides, which only an application that marks writes.
   */
  int priority(int dscp) {
    return trustsDscp ? dscpPriority[dscp] : dscp == ROCE_DSCP ? ROCE_PRIORITY : 0;
  }

  /** Whether pause on the priority that the switch uses for RoCE works on the class of RoCE. */
  boolean lossless() {
    return priority(ROCE_DSCP) == ROCE_PRIORITY && pfc.contains(Priority.of(ROCE_PRIORITY));
  }

  /** Whether what its host sends is in the switch's lossless class. */
  boolean sendsInClass() {
    return sentDscp == ROCE_DSCP;
  }

  /** Whether pause stops what its host sends. */
  boolean heedsPause() {
    return sendsInClass() && lossless();
  }

  boolean hangs() {
    return storm.contains(Priority.of(priority(ROCE_DSCP)));
  }

  /** RoCE payload is the largest power of two, at most 4096, that fits the MTU. */
  int packetBytes() {
    int payload = 4096;
    while (payload > 256 && payload + ROCE_OVERHEAD_BYTES > mtu + 18) {
      payload /= 2;
    }
    return payload + ROCE_OVERHEAD_BYTES;
  }

  /** Bytes, as counters count them, that the line carries in this time. */
  double lineBytes(double micros) {
    double packet = packetBytes();
    return mbps * micros / 8 * packet / (packet + WIRE_GAP_BYTES);
  }

  /** Time that a number of bytes takes on the line. */
  double lineMicros(double bytes) {
    return bytes * 8 / mbps;
  }
}
