package dev.losslessd.metrics;

import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Pattern;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Names and help of the device families: base units, {@code _total} on counters, direction and
 * priority as labels. The help says what a growing value means and what to do. Names are stable.
 */
public final class Catalogue {
  /**
   * A metric family with its help text.
   *
   * @param name as on the page
   */
  public record Family(String name, String help) {}

  /** 1 where both ends of a link fit together; absent where that is not known. */
  static final Family LINK_CONTRACT =
      new Family(
          "roce_link_contract",
          "1 where both ends of a link fit together in this check, 0 where not; absent if unknown."
              + " 0: 'losslessd contract' tells both values.");

  /** 1 where a check of this host is ok; absent where that is not known. */
  static final Family READY =
      new Family(
          "roce_ready",
          "1 where this check of the host is ok, 0 where not; absent if unknown. 0: 'losslessd"
              + " check' tells value, expectation and advice.");

  /** Labels of the config, to join by device as those of a node are joined in Kubernetes. */
  static final Family DEVICE_LABELS =
      new Family(
          "roce_device_labels",
          "Labels that the config gives to a device; always 1. Join it by device:"
              + " '* on(device) group_left(label_rail) roce_device_labels'.");

  static final Family PORT_LABELS =
      new Family(
          "roce_port_labels",
          "Labels that the config gives to a NIC port; always 1. Join it by device and port:"
              + " '* on(device, port) group_left(label_rail) roce_port_labels'.");

  /**
   * A metric family on the cost of polling.
   *
   * @param type as on the page
   * @param of the value; empty where there is none
   */
  record Figure<T>(Family family, String type, Function<T, String> of) {}

  /** Figures on the cost of polling each switch, in the order of the page. */
  static final List<Figure<PollCost>> EFFORTS =
      List.of(
          figure(
              "roce_target_sweep_duration_seconds",
              "gauge",
              "Time that the last sweep of all ports took. Near the period: a slow or lossy"
                  + " management network, or a busy switch CPU.",
              one -> seconds(one.seconds())),
          figure(
              "roce_target_missed_periods_total",
              "counter",
              "Periods without a sweep, because the one before took too long. Make poll.snmp or"
                  + " poll.ssh longer.",
              one -> Long.toString(one.missed())),
          figure(
              "roce_target_pdus_total",
              "counter",
              "SNMP packets sent to the device, retries and all.",
              snmp(PollCost::pdus)),
          figure(
              "roce_target_retries_total",
              "counter",
              "SNMP requests sent again after silence. Growing: packets are lost on the way, or"
                  + " the agent is busy.",
              snmp(PollCost::retries)),
          figure(
              "roce_target_timeouts_total",
              "counter",
              "SNMP requests given up: the device did not answer at all.",
              snmp(PollCost::timeouts)),
          figure(
              "roce_target_agent_restarts_total",
              "counter",
              "Times that the device's SNMP agent began anew, by its clock or its boot count.",
              snmp(PollCost::restarts)));

  /** Figures on how often each NIC port is read, in the order of the page. */
  static final List<Figure<PollRate>> TEMPOS =
      List.of(
          figure(
              "roce_reader_interval_seconds",
              "gauge",
              "Time from one read of the counters to the next. Longer than configured: reads are"
                  + " slow, and made less often to take at most 2 % of the time.",
              one -> fine(one.seconds())),
          figure(
              "roce_reader_duty_ratio",
              "gauge",
              "Part of the time in which the counters are being read. At 0.02: look at firmware"
                  + " and at what else reads this NIC.",
              one -> fine(one.duty())));

  static final String RATE_MAX_HELP =
      "Highest rate between two reads of the fast clock, per second, in the window of time that"
          + " ended last; windows begin at multiples of 15 s. Far above rate(): bursts.";

  static final String RATE_HELP =
      "Rates between two reads of the fast clock, per second. The share above a bound is the share"
          + " of time in bursts.";

  private static final Map<Signal, Family> FAMILIES = new EnumMap<>(Signal.class);

  static {
    put(
        Signal.PFC_PAUSE_FRAMES,
        "PFC frames. rx: the peer stopped us, look at the network; tx: we stopped the peer, look at"
            + " this end.");
    put(
        Signal.PFC_PAUSE_TIME,
        "roce_pfc_pause_seconds_total",
        "Time that PFC held the priority. Its rate is the pause duty: over 0.01 look, over 0.2"
            + " act.");
    put(Signal.PFC_PAUSE_TRANSITIONS, "Times that PFC let the priority go on again.");
    put(
        Signal.GLOBAL_PAUSE_FRAMES,
        "802.3x pause frames. They stop every priority; on a PFC link they should not be there.");
    put(
        Signal.GLOBAL_PAUSE_TIME,
        "roce_global_pause_seconds_total",
        "Time that 802.3x pause held the link.");
    put(Signal.PRIORITY_PACKETS, "Packets of the priority.");
    put(Signal.PRIORITY_BYTES, "Bytes of the priority.");
    put(
        Signal.PRIORITY_DISCARDS,
        "Packets of the priority dropped for lack of buffer. On a lossless priority: headroom or"
            + " PFC is wrong.");
    put(
        Signal.PRIORITY_MARKED,
        "roce_priority_marked_packets_total",
        "Packets of the priority that this port marked with CE.");
    put(
        Signal.WATCHDOG_SHUTDOWNS,
        "roce_pfc_watchdog_shutdowns_total",
        "Times that the PFC watchdog shut a queue: the peer paused for too long. Look at the"
            + " peer.");
    put(
        Signal.WATCHDOG_RESTORES,
        "roce_pfc_watchdog_restores_total",
        "Times that the PFC watchdog let a queue go on. Fewer than shutdowns: one is shut now.");
    put(
        Signal.WATCHDOG_DISCARDS,
        "roce_pfc_watchdog_discards_total",
        "Packets dropped while the PFC watchdog held a queue shut.");
    put(Signal.PORT_PACKETS, "Packets of the port.");
    put(Signal.PORT_BYTES, "Bytes of the port.");
    put(Signal.PORT_DISCARDS, "Packets dropped by the port.");
    put(
        Signal.BUFFER_DISCARDS,
        "roce_port_buffer_discards_total",
        "Packets dropped by the switch's packet memory. rx: no buffer or headroom left; tx: WRED"
            + " drops where it should mark.");
    put(Signal.PORT_MULTICAST_PACKETS, "Multicast packets of the port.");
    put(Signal.PORT_BROADCAST_PACKETS, "Broadcast packets of the port.");
    put(
        Signal.CONTROL_QUEUE_PACKETS,
        "Packets of the queue that the switch keeps for its own control traffic.");
    put(
        Signal.CONTROL_QUEUE_BYTES,
        "Bytes of the queue that the switch keeps for its own control traffic.");
    put(
        Signal.CONTROL_QUEUE_DISCARDS,
        "Packets dropped by the switch's queue for control traffic. Growing: LLDP, LACP or routing"
            + " lose their neighbours.");
    put(Signal.PORT_ERRORS, "Broken packets. Growing: replace optic or cable.");
    put(
        Signal.ECN_CE_PACKETS,
        "RoCE packets received with CE: the network is congested on the way to this port.");
    put(
        Signal.CNP_SENT,
        "CNPs sent by this receiver. CE without CNPs: the notification point is off.");
    put(
        Signal.CNP_HANDLED,
        "CNPs that made this sender slower. Sent elsewhere but not handled here: lost, or the"
            + " reaction point is off.");
    put(
        Signal.CNP_IGNORED,
        "CNPs received and not acted on: the reaction point is off for the priority.");
    put(
        Signal.OUT_OF_SEQUENCE,
        "Packets received out of order: loss, or reordering by adaptive routing.");
    put(Signal.PACKET_SEQUENCE_ERRORS, "NAKs of sequence errors: the far side saw a gap.");
    put(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, "Responses whose order implies a loss.");
    put(
        Signal.ACK_TIMEOUTS,
        "Acknowledge timers that ran out: tail loss, dead peer or a long pause.");
    put(
        Signal.DUPLICATE_REQUESTS,
        "Repeated requests seen: an acknowledge was lost, or the time-out is too short.");
    put(Signal.RNR_NAKS, "Receiver-not-ready NAKs: the peer's application posts too few receives.");
    put(
        Signal.OUT_OF_BUFFER,
        "Packets without a receive work request: the application here is slow.");
    put(Signal.ADAPTIVE_RETRANSMITS, "Adaptive retransmissions.");
    put(Signal.ADAPTIVE_RETRANSMIT_TIMEOUTS, "Adaptive retransmissions by time-out.");
    put(
        Signal.RETRANSMITS,
        "Packets or segments sent again: loss, or a pause longer than the time-out.");
    put(
        Signal.RETRIES_EXCEEDED,
        "Queue pairs that died of retries: the path was gone for too long.");
    put(
        Signal.RDMA_DISCARDS,
        "RoCE packets dropped by this function. On a lossless priority: headroom or PFC is wrong.");
    put(
        Signal.RDMA_CHECKSUM_ERRORS,
        "RoCE packets with a broken checksum: replace optic or cable.");
    put(Signal.RDMA_BYTES, "RDMA bytes of this function.");
    put(Signal.RDMA_PACKETS, "RDMA packets of this function.");
    put(
        Signal.PAUSE_STORM_WARNINGS,
        "Own pause lasted past the minor watermark: this receiver is slow.");
    put(
        Signal.PAUSE_STORM_ERRORS,
        "Own pause lasted past the critical watermark: the NIC stopped pausing and may drop. Drain"
            + " the host.");
    put(
        Signal.PCIE_STALLED_SECONDS,
        "Seconds in which PCIe had no credits for over 30 %: the host is the bottleneck.");
    put(
        Signal.PCIE_CONGESTION_STARTS,
        "Times that the PCIe bandwidth of the NIC rose above its high threshold.");
    put(
        Signal.PCIE_CONGESTION_ENDS,
        "Times that the PCIe bandwidth of the NIC fell below its low threshold. Fewer than starts:"
            + " the bus is congested now, look at the host.");
    put(Signal.LINK_DOWN, "Times that the link went down.");
  }

  private Catalogue() {}

  private static <T> Figure<T> figure(
      String name, String type, String help, Function<T, String> of) {
    return new Figure<>(new Family(name, help), type, of);
  }

  /** The command line sends no packets of its own. */
  private static Function<PollCost, String> snmp(ToLongFunction<PollCost> count) {
    return one -> one.source().isEmpty() ? Long.toString(count.applyAsLong(one)) : "";
  }

  private static String fine(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  /** The name of a signal's rate: {@code roce_cnp_sent_per_second}. */
  static String rate(Signal signal) {
    return Pattern.of("_total$").matcher(of(signal).name()).replaceFirst("_per_second");
  }

  private static String seconds(OptionalDouble seconds) {
    return seconds.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", seconds.getAsDouble());
  }

  /** The family of a signal; every signal has one. */
  public static Family of(Signal signal) {
    Family family = FAMILIES.get(signal);
    if (family == null) {
      throw new IllegalStateException(signal + " has no metric name");
    }
    return family;
  }

  /** A signal whose metric has its name. */
  private static void put(Signal signal, String help) {
    put(signal, "roce_" + signal.name().toLowerCase(Locale.ROOT) + "_total", help);
  }

  private static void put(Signal signal, String name, String help) {
    FAMILIES.put(signal, new Family(name, help));
  }
}
