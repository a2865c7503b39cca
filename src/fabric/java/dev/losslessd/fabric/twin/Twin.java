package dev.losslessd.fabric.twin;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;

/**
 * A fabric of hosts around one lossless switch, as a fluid model in whole packets: every sent
 * packet is delivered, queued or dropped, and counted. The switch has PFC on priority 3 and marks
 * by RED; each NIC does what its host has set. RoCE that comes with another DSCP than the class has
 * is in the switch's default class: neither paused nor marked, and dropped where that is full. Same
 * ports, options, seed and steps give the same numbers. There is no clock, and it is not safe for
 * threads.
 */
public final class Twin {
  /** Fine enough to see single cuts of DCQCN in a congested queue. */
  private static final int BUSY_SLICE_MICROS = 25;

  private static final int QUIET_SLICE_MICROS = 250;
  private static final double MICROS_PER_METRE = 0.005;

  private final List<TwinPort> ports;
  private final List<EgressQueue> queues;
  private final List<Flow> flows = new ArrayList<>();

  /** The same by sender and by queue: a slice of a large fabric would look at all for each. */
  private final IdentityHashMap<TwinPort, List<Flow>> sent = new IdentityHashMap<>();

  private final IdentityHashMap<EgressQueue, List<Flow>> queued = new IdentityHashMap<>();
  private final Workload workload;
  private final TwinOptions options;
  private final Random marks;
  private double cableMetres;
  private long owedMicros;

  public Twin(List<TwinPort> ports, TwinOptions options, long seed) {
    if (ports.isEmpty()) {
      throw new IllegalArgumentException("twin without ports: expected at least one");
    }
    this.ports = List.copyOf(ports);
    this.options = options;
    this.cableMetres = options.cableMetres();
    this.queues =
        this.ports.stream().map(port -> new EgressQueue(port, this::inFlightBytes)).toList();
    Random random = new Random(seed);
    this.workload = new Workload(this.ports, new Random(random.nextLong()), options.loadPercent());
    this.marks = new Random(random.nextLong());
    connectRails();
  }

  static void checkLoad(int percent) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("load " + percent + " %: expected 0..100");
    }
  }

  /** Each port exchanges with the port of the same number of the other half, both ways. */
  private void connectRails() {
    int half = ports.size() / 2;
    for (int n = 0; n < half * 2; n++) {
      TwinPort from = ports.get(n);
      add(Flow.steady(from, queues.get((n + half) % (half * 2)), workload.steadyMbps(from)));
    }
  }

  public List<TwinPort> ports() {
    return ports;
  }

  /** How busy the hosts are, 0..100; 0 lets the network fall silent. */
  public void load(int percent) {
    checkLoad(percent);
    workload.percent(percent);
    for (Flow flow : flows) {
      if (!flow.isBurst()) {
        flow.wish(workload.steadyMbps(flow.from()));
      }
    }
  }

  /** Other cables everywhere: what is in flight when a pause is sent grows with their length. */
  public void cable(double metres) {
    if (!(metres > 0)) {
      throw new IllegalArgumentException("cable of " + metres + " m: expected more than 0");
    }
    cableMetres = metres;
  }

  /** Makes one port send this many bytes to another, as fast as it may. */
  public void send(TwinPort from, TwinPort to, long bytes) {
    add(Flow.burst(from, queue(to), Math.ceilDiv(bytes, from.packetBytes())));
  }

  private void add(Flow flow) {
    flows.add(flow);
    sent.computeIfAbsent(flow.from(), _ -> new ArrayList<>()).add(flow);
    queued.computeIfAbsent(flow.queue(), _ -> new ArrayList<>()).add(flow);
  }

  /** Takes a flow from the lists of its sender and its queue, and says whether it was there. */
  private boolean forget(Flow flow) {
    return sentBy(flow.from()).remove(flow) && queuedIn(flow.queue()).remove(flow);
  }

  private List<Flow> sentBy(TwinPort from) {
    return sent.getOrDefault(from, List.of());
  }

  private List<Flow> queuedIn(EgressQueue queue) {
    return queued.getOrDefault(queue, List.of());
  }

  /** Makes a host take what it receives at a part of line rate for some time. */
  public void slowDown(TwinPort port, double factor, double micros) {
    port.drainFactor = factor;
    port.drainMicrosLeft = micros;
  }

  /** Bytes that wait in the switch for this port. */
  public long queuedBytes(TwinPort to) {
    return queue(to).bytes();
  }

  /** Packets that the switch dropped on their way to this port. */
  public long switchDrops(TwinPort to) {
    return queue(to).drops();
  }

  /** The bytes of {@link #switchDrops}. */
  public long switchDroppedBytes(TwinPort to) {
    return queue(to).droppedBytes();
  }

  /** Advances simulated time by {@code micros} microseconds. */
  public void step(long micros) {
    if (micros < 0) {
      throw new IllegalArgumentException("step of " + micros + " us: expected 0 or more");
    }
    owedMicros += micros;
    while (owedMicros >= BUSY_SLICE_MICROS) {
      int slice =
          owedMicros >= QUIET_SLICE_MICROS && quiet() ? QUIET_SLICE_MICROS : BUSY_SLICE_MICROS;
      owedMicros -= slice;
      slice(slice);
    }
  }

  private boolean quiet() {
    for (Flow flow : flows) {
      if (flow.isBurst()) {
        return false;
      }
    }
    for (EgressQueue queue : queues) {
      TwinPort port = queue.port();
      if (port.drainFactor < 1
          || port.hangs()
          || queue.bytes() > port.lineBytes(BUSY_SLICE_MICROS)) {
        return false;
      }
    }
    return true;
  }

  private void slice(double micros) {
    workload.begin(micros, queues).forEach(this::add);
    for (Flow flow : flows) {
      flow.want(micros);
    }
    ports.forEach(port -> shareLine(port, micros));
    ports.forEach(port -> port.share = share(port, micros));
    ports.forEach(port -> pause(port, port.share, micros));
    queues.forEach(queue -> admit(queue, micros));
    queues.forEach(queue -> queue.deliver(micros));
    for (Flow flow : flows) {
      flow.feedBack(micros);
    }
    flows.removeIf(flow -> flow.ended() && flow.queue().bytes() == 0 && forget(flow));
  }

  private void shareLine(TwinPort from, double micros) {
    double wanted = wanted(from);
    double line = from.lineBytes(micros);
    if (wanted > line) {
      allow(from, line / wanted);
    }
  }

  private double wanted(TwinPort from) {
    double bytes = 0;
    for (Flow flow : sentBy(from)) {
      bytes += (double) flow.wanted * from.packetBytes();
    }
    return bytes;
  }

  private void allow(TwinPort from, double share) {
    sentBy(from).forEach(flow -> flow.allow(share));
  }

  /** One full queue stops all RoCE of its senders: head-of-line blocking. */
  private double share(TwinPort from, double micros) {
    double share = 1;
    for (Flow flow : sentBy(from)) {
      if (flow.wanted > 0) {
        share = Math.min(share, room(flow.queue(), micros));
      }
    }
    return share;
  }

  private void pause(TwinPort from, double share, double micros) {
    boolean heeds = from.heedsPause();
    SwitchBuffer buffer = options.buffer().apply(from.mbps());
    double cycle = from.lineMicros((double) buffer.xoffBytes() - buffer.xonBytes());
    double paused = from.linkUp() ? micros * (1 - share) : 0;
    boolean begins = paused > 0 && !from.stopped.stopped();
    from.stopped.account(paused, micros, cycle, from.mbps());
    PortCounters counters = from.counters();
    counters.rxPauseControl += from.sendsInClass() ? from.stopped.frames() : 0;
    if (heeds) {
      counters.rxPause[TwinPort.ROCE_PRIORITY] += from.stopped.frames();
      counters.rxPauseMicros[TwinPort.ROCE_PRIORITY] += paused;
      counters.rxPauseTransition[TwinPort.ROCE_PRIORITY] += from.stopped.transitions();
      allow(from, share);
      overshoot(from, begins, buffer);
    }
  }

  /** What is on its way when the pause begins needs headroom; without it, it is lost. */
  private void overshoot(TwinPort from, boolean begins, SwitchBuffer buffer) {
    long inFlight = inFlightBytes(from);
    if (!begins || inFlight <= buffer.headroomBytes()) {
      return;
    }
    for (Flow flow : sentBy(from)) {
      if (flow.wishes()) {
        flow.overshoot(Math.ceilDiv(inFlight - buffer.headroomBytes(), from.packetBytes()));
        return;
      }
    }
  }

  private long inFlightBytes(TwinPort from) {
    double roundTrip = 2 * cableMetres * MICROS_PER_METRE;
    return (long) from.lineBytes(roundTrip) + 2L * from.packetBytes();
  }

  /**
   * The share of what all want to send here that still fits below XOFF; 1 if no pause is needed.
   */
  private double room(EgressQueue queue, double micros) {
    double wanted = 0;
    for (Flow flow : queuedIn(queue)) {
      wanted += (double) flow.wanted * flow.from().packetBytes();
    }
    TwinPort port = queue.port();
    double room = queue.room(options.buffer().apply(port.mbps()).xoffBytes(), micros);
    return wanted <= room || wanted == 0 ? 1 : Math.max(0, room / wanted);
  }

  private void admit(EgressQueue queue, double micros) {
    TwinPort port = queue.port();
    SwitchBuffer buffer = options.buffer().apply(port.mbps());
    EcnProfile ecn = options.ecn().apply(port.mbps());
    long most = buffer.xoffBytes() + buffer.headroomBytes();
    for (Flow flow : queuedIn(queue)) {
      if (flow.wanted == 0) {
        continue;
      }
      flow.sent();
      long bytes = flow.from().packetBytes();
      boolean inClass = flow.from().sendsInClass();
      long limit = inClass ? most : buffer.defaultClassBytes();
      long fits = Math.max(0, (long) (queue.room(limit, micros) / bytes));
      long safe = flow.wanted - flow.overshoot();
      long taken = flow.from().heedsPause() ? safe : Math.min(fits, safe);
      queue.drop(flow, flow.wanted - taken);
      double probability = inClass ? ecn.mark((double) queue.bytes()) : 0;
      queue.add(flow, taken, mark(taken, probability));
    }
  }

  private long mark(long packets, double probability) {
    return probability == 0
        ? 0
        : Math.min(packets, (long) (packets * probability + marks.nextDouble()));
  }

  private EgressQueue queue(TwinPort to) {
    return queues.stream()
        .filter(queue -> queue.port() == to)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(to.id() + " is not a port of this twin"));
  }
}
