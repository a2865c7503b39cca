package dev.losslessd.model;

/** Meaning of a counter, whatever its vendor calls it. */
public enum Signal {
  /** PFC frames of one priority. */
  PFC_PAUSE_FRAMES(Unit.COUNT),
  /** Time that pause held one priority; sources count microseconds. */
  PFC_PAUSE_TIME(Unit.MICROS),
  /** XOFF to XON transitions of one priority. */
  PFC_PAUSE_TRANSITIONS(Unit.COUNT),
  /** 802.3x pause frames, which hold all priorities. */
  GLOBAL_PAUSE_FRAMES(Unit.COUNT),
  /** Time that 802.3x pause held the link. */
  GLOBAL_PAUSE_TIME(Unit.MICROS),
  /** Packets of one priority. */
  PRIORITY_PACKETS(Unit.COUNT),
  /** Bytes of one priority. */
  PRIORITY_BYTES(Unit.BYTES),
  /** Packets of one priority dropped for lack of buffer: loss, if it is lossless. */
  PRIORITY_DISCARDS(Unit.COUNT),
  /** Packets of one priority that the port marked with CE. */
  PRIORITY_MARKED(Unit.COUNT),
  /** Times that the PFC watchdog shut a queue that was paused for too long. */
  WATCHDOG_SHUTDOWNS(Unit.COUNT),
  /** Times that the PFC watchdog let a queue go on. */
  WATCHDOG_RESTORES(Unit.COUNT),
  /** Packets dropped while the PFC watchdog held a queue shut. */
  WATCHDOG_DISCARDS(Unit.COUNT),
  /** Packets of the port. */
  PORT_PACKETS(Unit.COUNT),
  /** Bytes of the port. */
  PORT_BYTES(Unit.BYTES),
  /** Packets dropped by the port. */
  PORT_DISCARDS(Unit.COUNT),
  /** Packets dropped by a switch's packet memory: rx before it, tx by WRED. */
  BUFFER_DISCARDS(Unit.COUNT),
  /** Multicast packets of the port, which are not among {@link #PORT_PACKETS} of a switch. */
  PORT_MULTICAST_PACKETS(Unit.COUNT),
  /** Broadcast packets of the port. */
  PORT_BROADCAST_PACKETS(Unit.COUNT),
  /** Packets of the queue that a switch keeps for its own control traffic. */
  CONTROL_QUEUE_PACKETS(Unit.COUNT),
  /** Bytes of that queue. */
  CONTROL_QUEUE_BYTES(Unit.BYTES),
  /** Packets that this queue dropped: protocols of the switch lose their neighbours. */
  CONTROL_QUEUE_DISCARDS(Unit.COUNT),
  /** Packets with errors, received or on their way out. */
  PORT_ERRORS(Unit.COUNT),
  /** RoCE packets received with CE set. */
  ECN_CE_PACKETS(Unit.COUNT),
  /** CNPs sent by the notification point. */
  CNP_SENT(Unit.COUNT),
  /** CNPs that led to a rate cut. */
  CNP_HANDLED(Unit.COUNT),
  /** CNPs received and not acted on. */
  CNP_IGNORED(Unit.COUNT),
  /** Packets received out of order. */
  OUT_OF_SEQUENCE(Unit.COUNT),
  /** NAKs of sequence errors: the far side saw a gap. */
  PACKET_SEQUENCE_ERRORS(Unit.COUNT),
  /** Responses whose order implies a loss. */
  IMPLIED_NAK_SEQUENCE_ERRORS(Unit.COUNT),
  /** Acknowledge timers that ran out. */
  ACK_TIMEOUTS(Unit.COUNT),
  /** Repeated requests seen by the responder. */
  DUPLICATE_REQUESTS(Unit.COUNT),
  /** Receiver-not-ready NAKs: the responder had no receive posted. */
  RNR_NAKS(Unit.COUNT),
  /** Packets without a receive work request. */
  OUT_OF_BUFFER(Unit.COUNT),
  /** Adaptive retransmissions of RoCE traffic. */
  ADAPTIVE_RETRANSMITS(Unit.COUNT),
  /** Adaptive retransmissions by time-out. */
  ADAPTIVE_RETRANSMIT_TIMEOUTS(Unit.COUNT),
  /** Packets or segments that were sent again. */
  RETRANSMITS(Unit.COUNT),
  /** Queue pairs that died because their retries were used up. */
  RETRIES_EXCEEDED(Unit.COUNT),
  /** RoCE packets dropped by this function: loss, if their priority is lossless. */
  RDMA_DISCARDS(Unit.COUNT),
  /** RoCE packets with a broken checksum: bits flip on the way. */
  RDMA_CHECKSUM_ERRORS(Unit.COUNT),
  /** RDMA bytes of this function. */
  RDMA_BYTES(Unit.BYTES),
  /** RDMA packets of this function. */
  RDMA_PACKETS(Unit.COUNT),
  /** Own pause lasted past the minor watermark. */
  PAUSE_STORM_WARNINGS(Unit.COUNT),
  /** Own pause lasted past the critical watermark. */
  PAUSE_STORM_ERRORS(Unit.COUNT),
  /** Seconds in which PCIe had no credits for over 30 %. */
  PCIE_STALLED_SECONDS(Unit.COUNT),
  /** Times that the PCIe bandwidth of the NIC rose above its high threshold. */
  PCIE_CONGESTION_STARTS(Unit.COUNT),
  /** Times that it fell below its low threshold. */
  PCIE_CONGESTION_ENDS(Unit.COUNT),
  /** The link went down. */
  LINK_DOWN(Unit.COUNT),
  /** Only the vendor's name is known: shown under other exporters' names and never judged. */
  OTHER(Unit.COUNT);

  /** The unit of a raw value. */
  public enum Unit {
    COUNT,
    BYTES,
    MICROS
  }

  private final Unit unit;

  Signal(Unit unit) {
    this.unit = unit;
  }

  public Unit unit() {
    return unit;
  }
}
