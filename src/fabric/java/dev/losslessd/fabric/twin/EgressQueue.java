package dev.losslessd.fabric.twin;

import java.util.ArrayDeque;
import java.util.function.ToLongFunction;

/**
 * The RoCE queue of the switch port that faces one NIC, first in first out, and the NIC's receive
 * buffer behind it.
 */
final class EgressQueue {
  private static final double STALL_WARNING_MICROS = 6_800_000;

  /** Consecutive packets of one flow. */
  private static final class Batch {
    final Flow flow;
    final int packetBytes;
    final int dscp;
    long packets;
    long marked;

    Batch(Flow flow, long packets, long marked) {
      this.flow = flow;
      this.packetBytes = flow.from().packetBytes();
      this.dscp = flow.from().sentDscp();
      this.packets = packets;
      this.marked = marked;
    }
  }

  private final TwinPort port;
  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private long bytes;
  private long drops;
  private long droppedBytes;
  private double credit;
  private double drainable;
  private double hungMicros;
  private final ToLongFunction<TwinPort> inFlight;
  private long beyondHeadroom;

  /**
   * @param inFlight bytes that still come to a NIC after it has sent XOFF
   */
  EgressQueue(TwinPort port, ToLongFunction<TwinPort> inFlight) {
    this.port = port;
    this.inFlight = inFlight;
  }

  /** The NIC that this queue feeds. */
  TwinPort port() {
    return port;
  }

  long bytes() {
    return bytes;
  }

  /** Packets that the switch dropped here, since ever. */
  long drops() {
    return drops;
  }

  long droppedBytes() {
    return droppedBytes;
  }

  void drop(Flow flow, long packets) {
    if (packets > 0) {
      drops += packets;
      droppedBytes += packets * flow.from().packetBytes();
      flow.lost(packets);
    }
  }

  void add(Flow flow, long packets, long marked) {
    if (packets > 0) {
      batches.add(new Batch(flow, packets, marked));
      bytes += packets * flow.from().packetBytes();
    }
  }

  /** Sends one slice's worth to the NIC, as far as the NIC lets it. */
  void deliver(double micros) {
    drainable = drainable(micros);
    if (port.linkUp()) {
      pass(micros);
    } else {
      flush();
      stopping(0, micros);
    }
    drain(micros);
  }

  private void pass(double micros) {
    double line = port.lineBytes(micros);
    double wish = Math.min(line, (double) bytes);
    double granted = port.lossless() ? Math.min(wish, Math.max(0, nicRoom() + drainable)) : wish;
    double paused = wish <= granted ? 0 : micros * (1 - granted / wish);
    stopping(port.hangs() && port.lossless() && nicRoom() <= 0 ? micros : paused, micros);
    send(granted, line);
  }

  /** What may still come in this slice until the queue holds so much. */
  double room(long limitBytes, double micros) {
    return limitBytes + serviceable(micros) - bytes;
  }

  private double serviceable(double micros) {
    if (!port.linkUp()) {
      return 0;
    }
    double line = port.lineBytes(micros);
    return port.lossless() ? Math.clamp(nicRoom() + drainable(micros), 0, line) : line;
  }

  private double nicRoom() {
    return port.receiveBuffer().xoffBytes() - port.bufferedBytes;
  }

  private double drainable(double micros) {
    return port.hangs() ? 0 : port.lineBytes(micros) * port.drainFactor;
  }

  private void drain(double micros) {
    port.bufferedBytes = Math.max(0, port.bufferedBytes - drainable);
    if (port.drainFactor < 1) {
      port.drainMicrosLeft -= micros;
      port.drainFactor = port.drainMicrosLeft <= 0 ? 1 : port.drainFactor;
    }
  }

  private void send(double granted, double line) {
    credit = Math.min(credit + granted, line + 10_000);
    while (!batches.isEmpty()) {
      Batch head = batches.getFirst();
      long packets = Math.min(head.packets, (long) (credit / head.packetBytes));
      if (packets == 0) {
        return;
      }
      long marked = packets == head.packets ? head.marked : head.marked * packets / head.packets;
      credit -= (double) packets * head.packetBytes;
      head.packets -= packets;
      head.marked -= marked;
      bytes -= packets * head.packetBytes;
      receive(head, packets, marked);
      if (head.packets == 0) {
        batches.removeFirst();
      }
    }
    credit = 0;
  }

  private void receive(Batch batch, long packets, long marked) {
    int priority = port.priority(batch.dscp);
    boolean lossless = batch.dscp == TwinPort.ROCE_DSCP && port.lossless();
    PortCounters counters = port.counters();
    counters.rxPackets[priority] += packets;
    counters.rxBytes[priority] += packets * batch.packetBytes;
    double free = Math.max(0, port.receiveBuffer().sizeBytes() + drainable - port.bufferedBytes);
    long lost = Math.min(packets, beyondHeadroom);
    beyondHeadroom -= lost;
    long fits = lossless ? packets : Math.min(packets, (long) (free / batch.packetBytes));
    long taken = Math.min(fits, packets - lost);
    port.bufferedBytes += (double) taken * batch.packetBytes;
    if (taken < packets) {
      counters.rxDiscards[priority] += packets - taken;
      batch.flow.lost(packets - taken);
    }
    batch.flow.marked(Math.min(marked, taken));
  }

  private void stopping(double paused, double micros) {
    PauseMeter meter = port.stopping;
    boolean begins = paused > 0 && !meter.stopped();
    double cycle = port.lineMicros(Math.max(2_000, port.receiveBuffer().xoffBytes() / 8.0));
    meter.account(paused, micros, cycle, port.mbps());
    PortCounters counters = port.counters();
    overshoot(paused <= 0 ? 0 : paused < micros ? meter.transitions() : begins ? 1 : 0);
    counters.txPause[TwinPort.ROCE_PRIORITY] += meter.frames();
    counters.txPauseMicros[TwinPort.ROCE_PRIORITY] += paused;
    counters.txPauseControl += meter.frames();
    watchStall(paused >= micros ? micros : -hungMicros);
  }

  /**
   * What is on its way at each XOFF finds room in the headroom, the part of the buffer above the
   * threshold; what does not is lost on arrival, and no pause helps.
   */
  private void overshoot(long stops) {
    ReceiveBuffer buffer = port.receiveBuffer();
    long excess = inFlight.applyAsLong(port) - (buffer.sizeBytes() - buffer.xoffBytes());
    boolean loses = port.lossless() && port.linkUp() && stops > 0 && excess > 0;
    beyondHeadroom = loses ? stops * Math.ceilDiv(excess, port.packetBytes()) : 0;
  }

  /** mlx5's stall guard warns at 85 % of its default of 8 s (ETHTOOL_PFC_PREVENTION_TOUT). */
  private void watchStall(double micros) {
    boolean below = hungMicros < STALL_WARNING_MICROS;
    hungMicros += micros;
    if (below && hungMicros >= STALL_WARNING_MICROS) {
      port.counters().pauseStormWarnings++;
    }
  }

  private void flush() {
    for (Batch batch : batches) {
      drop(batch.flow, batch.packets);
    }
    batches.clear();
    bytes = 0;
    credit = 0;
  }
}
