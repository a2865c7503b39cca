package dev.losslessd.fabric.twin;

import dev.losslessd.model.DcqcnParameter;

/** RoCE packets from one port to another, with a rate limiter of its own, like one queue pair. */
final class Flow {
  private static final double ACK_TIMEOUT_MICROS = 67_109;
  private static final int CNP_BYTES = 78;

  private final TwinPort from;
  private final EgressQueue queue;
  private final ReactionPoint reaction;
  private final boolean steady;
  private long packetsLeft;
  private double wishMbps;
  private double carry;
  private double cnpCredit;
  private double waitingMicros;
  private long marks;
  private long overshoot;
  long wanted;

  private Flow(TwinPort from, EgressQueue queue, boolean steady, double mbps, long packets) {
    this.from = from;
    this.queue = queue;
    this.steady = steady;
    this.reaction = new ReactionPoint(from);
    this.wishMbps = mbps;
    this.packetsLeft = packets;
  }

  /** Goes on for ever at most at this rate. */
  static Flow steady(TwinPort from, EgressQueue queue, double mbps) {
    return new Flow(from, queue, true, mbps, 0);
  }

  /** Sends this much as fast as it may. */
  static Flow burst(TwinPort from, EgressQueue queue, long packets) {
    return new Flow(from, queue, false, from.mbps(), packets);
  }

  TwinPort from() {
    return from;
  }

  EgressQueue queue() {
    return queue;
  }

  void wish(double mbps) {
    wishMbps = mbps;
  }

  boolean isBurst() {
    return !steady;
  }

  boolean ended() {
    return !steady && packetsLeft <= 0;
  }

  boolean wishes() {
    return !ended() && wishMbps > 0;
  }

  /** Packets in flight beyond the headroom: they are sent, and lost. */
  void overshoot(long packets) {
    overshoot = steady ? packets : Math.min(packets, packetsLeft - wanted);
    wanted += overshoot;
  }

  long overshoot() {
    return overshoot;
  }

  private boolean dark() {
    return !(from.linkUp() && queue.port().linkUp());
  }

  /** Sets {@link #wanted}: packets that the limiter lets go in this slice. */
  void want(double micros) {
    wanted = 0;
    overshoot = 0;
    if (!wishes() || dark()) {
      return;
    }
    double bits = Math.min(wishMbps, reaction.rateMbps()) * micros;
    double packets = bits / 8 / from.packetBytes() + carry;
    wanted = (long) packets;
    carry = packets - wanted;
    if (!steady) {
      wanted = Math.min(wanted, packetsLeft);
    }
  }

  /** Scales the wish down, to what pause and line leave. */
  void allow(double share) {
    if (share < 1) {
      wanted = (long) (wanted * Math.max(0, share));
    }
  }

  void sent() {
    int priority = from.priority(from.sentDscp());
    from.counters().txPackets[priority] += wanted;
    from.counters().txBytes[priority] += wanted * from.packetBytes();
    packetsLeft -= steady ? 0 : wanted;
  }

  /** The receiver saw a gap and says so; what was lost is sent again. */
  void lost(long packets) {
    if (packets > 0) {
      packetsLeft += steady ? 0 : packets;
    }
    if (packets > 0 && !dark()) {
      from.counters().packetSeqErr++;
      queue.port().counters().outOfSequence += packets;
    }
  }

  void marked(long packets) {
    marks += packets;
    queue.port().counters().ecnMarked += packets;
  }

  /** Takes this slice's feedback: CNPs, or silence. */
  void feedBack(double micros) {
    long cnps = cnps(micros);
    marks = 0;
    if (cnps > 0) {
      deliver(cnps);
    }
    reaction.react(ended() ? 0 : cnps, micros);
    waitForAck(micros);
  }

  private long cnps(double micros) {
    long gap = queue.port().dcqcn(DcqcnParameter.MIN_TIME_BETWEEN_CNPS);
    if (gap == 0) {
      return marks;
    }
    cnpCredit = Math.min(cnpCredit + micros / gap, 1 + micros / gap);
    long cnps = Math.min(marks, (long) cnpCredit);
    cnpCredit -= cnps;
    return cnps;
  }

  private void deliver(long cnps) {
    TwinPort to = queue.port();
    long set = to.dcqcn(DcqcnParameter.CNP_PRIORITY);
    boolean copied = set == DcqcnParameter.COPIED_PRIORITY;
    int priority = copied ? to.priority(from.sentDscp()) : (int) set & 7;
    to.counters().cnpSent += cnps;
    to.counters().txPackets[priority] += cnps;
    to.counters().txBytes[priority] += cnps * CNP_BYTES;
    if (!from.linkUp()) {
      return;
    }
    from.counters().rxPackets[priority] += cnps;
    from.counters().rxBytes[priority] += cnps * CNP_BYTES;
    if (ended()) {
      from.counters().cnpIgnored += cnps;
    } else {
      from.counters().cnpHandled += cnps;
    }
  }

  private void waitForAck(double micros) {
    waitingMicros = wishes() && dark() ? waitingMicros + micros : 0;
    if (waitingMicros >= ACK_TIMEOUT_MICROS) {
      waitingMicros -= ACK_TIMEOUT_MICROS;
      from.counters().localAckTimeout++;
    }
  }
}
