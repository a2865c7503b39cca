package dev.losslessd.fabric.twin;

import dev.losslessd.model.Priority;

/**
 * Counters of one NIC port since its last reset, with the meaning that mlx5 gives the same names.
 * All of them only grow. Durations are kept in fractions and returned in whole microseconds.
 */
public final class PortCounters {
  final long[] rxBytes = new long[Priority.COUNT];
  final long[] rxPackets = new long[Priority.COUNT];
  final long[] rxDiscards = new long[Priority.COUNT];
  final long[] txBytes = new long[Priority.COUNT];
  final long[] txPackets = new long[Priority.COUNT];
  final long[] rxPause = new long[Priority.COUNT];
  final double[] rxPauseMicros = new double[Priority.COUNT];
  final long[] rxPauseTransition = new long[Priority.COUNT];
  final long[] txPause = new long[Priority.COUNT];
  final double[] txPauseMicros = new double[Priority.COUNT];
  long rxPauseControl;
  long txPauseControl;
  long ecnMarked;
  long cnpSent;
  long cnpHandled;
  long cnpIgnored;
  long outOfSequence;
  long packetSeqErr;
  long localAckTimeout;
  long linkDown;
  long pauseStormWarnings;

  PortCounters() {}

  /** Bytes received with a priority, {@code rx_prioN_bytes}. */
  public long rxBytes(int priority) {
    return rxBytes[priority];
  }

  /** Packets received with a priority, {@code rx_prioN_packets}. */
  public long rxPackets(int priority) {
    return rxPackets[priority];
  }

  /** {@code rx_prioN_discards}: received, and dropped for lack of receive buffer. */
  public long rxDiscards(int priority) {
    return rxDiscards[priority];
  }

  /** Bytes sent with a priority, {@code tx_prioN_bytes}. */
  public long txBytes(int priority) {
    return txBytes[priority];
  }

  /** Packets sent with a priority, {@code tx_prioN_packets}. */
  public long txPackets(int priority) {
    return txPackets[priority];
  }

  /** {@code rx_prioN_pause}: PFC frames that stopped this port, and those that let it go on. */
  public long rxPause(int priority) {
    return rxPause[priority];
  }

  /** {@code rx_prioN_pause_duration}, microseconds that this port was stopped. */
  public long rxPauseMicros(int priority) {
    return (long) rxPauseMicros[priority];
  }

  /** {@code rx_prioN_pause_transition}: changes from XOFF to XON. */
  public long rxPauseTransition(int priority) {
    return rxPauseTransition[priority];
  }

  /** {@code tx_prioN_pause}: PFC frames that this port sent. */
  public long txPause(int priority) {
    return txPause[priority];
  }

  /** {@code tx_prioN_pause_duration}, microseconds that this port kept its peer stopped. */
  public long txPauseMicros(int priority) {
    return (long) txPauseMicros[priority];
  }

  /** {@code rx_pause_ctrl_phy}: pause frames received, heeded or not. */
  public long rxPauseControl() {
    return rxPauseControl;
  }

  /** Pause frames sent, {@code tx_pause_ctrl_phy}. */
  public long txPauseControl() {
    return txPauseControl;
  }

  /** RoCE packets received with CE set, {@code np_ecn_marked_roce_packets}. */
  public long ecnMarked() {
    return ecnMarked;
  }

  /** CNPs sent by the notification point, {@code np_cnp_sent}. */
  public long cnpSent() {
    return cnpSent;
  }

  /** CNPs that led to a rate cut, {@code rp_cnp_handled}. */
  public long cnpHandled() {
    return cnpHandled;
  }

  /** {@code rp_cnp_ignored}: the flow was gone. */
  public long cnpIgnored() {
    return cnpIgnored;
  }

  /** Packets received out of sequence, {@code out_of_sequence}. */
  public long outOfSequence() {
    return outOfSequence;
  }

  /** Sequence error NAKs that the sender received, {@code packet_seq_err}. */
  public long packetSeqErr() {
    return packetSeqErr;
  }

  /** Acknowledge timers that ran out, {@code local_ack_timeout_err}. */
  public long localAckTimeout() {
    return localAckTimeout;
  }

  /** Times that the link went down, {@code link_down_events_phy}. */
  public long linkDown() {
    return linkDown;
  }

  /** Pauses past the minor watermark, {@code tx_pause_storm_warning_events}. */
  public long pauseStormWarnings() {
    return pauseStormWarnings;
  }

  /** Sum over the priorities. */
  public long rxBytes() {
    return sum(rxBytes);
  }

  /** Sum over the priorities. */
  public long rxPackets() {
    return sum(rxPackets);
  }

  /** Received packets dropped, over all priorities: {@code rx_discards_phy}. */
  public long rxDiscards() {
    return sum(rxDiscards);
  }

  /** Sum over the priorities. */
  public long txBytes() {
    return sum(txBytes);
  }

  /** Sum over the priorities. */
  public long txPackets() {
    return sum(txPackets);
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }
}
