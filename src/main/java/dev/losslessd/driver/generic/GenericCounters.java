package dev.losslessd.driver.generic;

import dev.losslessd.driver.CounterSources;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.PortSweeper;
import dev.losslessd.driver.Standing;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counters that drivers other than mlx5 have, by meaning. */
final class GenericCounters {
  /** A family of ethtool names: group 1 is rx or tx, group 2 the priority. */
  private record Family(Pattern form, Signal signal) {}

  private static final List<Family> FAMILIES =
      List.of(
          // bnxt_en
          family("(rx|tx)_pfc_ena_frames_pri([0-7])", Signal.PFC_PAUSE_FRAMES),
          family("(rx|tx)_bytes_pri([0-7])", Signal.PRIORITY_BYTES),
          family("(rx|tx)_packets_pri([0-7])", Signal.PRIORITY_PACKETS),
          // ice, i40e
          family("(?:port\\.)?(rx|tx)_priority_([0-7])_xoff(?:\\.nic)?", Signal.PFC_PAUSE_FRAMES),
          // hns3
          family("mac_(rx|tx)_pfc_pri([0-7])_pkt_num", Signal.PFC_PAUSE_FRAMES),
          // ionic
          family("(rx|tx)_pripause_([0-7])_1us_count", Signal.PFC_PAUSE_TIME));

  /** bnxt_en puts the priority first. */
  private static final Pattern BNXT_PAUSE =
      Pattern.compile("pfc_pri([0-7])_(rx|tx)_(duration_us|transitions)");

  /** 802.3x frames of bnxt, ice and hns3. */
  private static final Pattern LINK_PAUSE =
      Pattern.compile("(rx|tx)_pause_frames|link_xoff_(rx|tx)\\.nic|mac_(rx|tx)_mac_pause_num");

  /** Of {@code net/N/statistics} (struct rtnl_link_stats64). */
  private static final List<Counter> NETDEV =
      List.of(
          Counter.of(Signal.PORT_PACKETS, Direction.RX, "rx_packets", 64),
          Counter.of(Signal.PORT_PACKETS, Direction.TX, "tx_packets", 64),
          Counter.of(Signal.PORT_BYTES, Direction.RX, "rx_bytes", 64),
          Counter.of(Signal.PORT_BYTES, Direction.TX, "tx_bytes", 64),
          Counter.of(Signal.PORT_DISCARDS, Direction.RX, "rx_dropped", 64),
          Counter.of(Signal.PORT_DISCARDS, Direction.TX, "tx_dropped", 64),
          Counter.of(Signal.PORT_ERRORS, Direction.RX, "rx_errors", 64),
          Counter.of(Signal.PORT_ERRORS, Direction.TX, "tx_errors", 64));

  /** Of {@code ports/N/hw_counters}: bnxt_re of now and before 6.13, irdma, ionic, rxe. */
  private static final List<Counter> HARDWARE =
      List.of(
          Counter.of(Signal.ECN_CE_PACKETS, "np_ecn_marked_roce_packets", 64),
          Counter.of(Signal.ECN_CE_PACKETS, "rx_ecn_marked_pkts", 64),
          Counter.of(Signal.ECN_CE_PACKETS, "RxECNMrkd", 64),
          Counter.of(Signal.ECN_CE_PACKETS, "rx_rdma_ecn_pkts", 64),
          Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64),
          Counter.of(Signal.CNP_SENT, "np_cnp_pkts", 64),
          Counter.of(Signal.CNP_SENT, "tx_cnp_pkts", 64),
          Counter.of(Signal.CNP_SENT, "cnpSent", 32),
          Counter.of(Signal.CNP_SENT, "tx_rdma_cnp_pkts", 64),
          Counter.of(Signal.CNP_HANDLED, "rp_cnp_handled", 64),
          Counter.of(Signal.CNP_HANDLED, "rx_cnp_pkts", 64),
          Counter.of(Signal.CNP_HANDLED, "cnpHandled", 32),
          Counter.of(Signal.CNP_HANDLED, "rx_rdma_cnp_pkts", 64),
          Counter.of(Signal.CNP_IGNORED, "cnpIgnored", 32),
          Counter.of(Signal.OUT_OF_SEQUENCE, "out_of_sequence", 64),
          Counter.of(Signal.OUT_OF_SEQUENCE, "oos_drop_count", 64),
          Counter.of(Signal.OUT_OF_SEQUENCE, "resp_rx_outouf_seq", 64),
          Counter.of(Signal.OUT_OF_SEQUENCE, "out_of_seq_request", 64),
          Counter.of(Signal.PACKET_SEQUENCE_ERRORS, "packet_seq_err", 64),
          Counter.of(Signal.PACKET_SEQUENCE_ERRORS, "seq_err_naks_rcvd", 64),
          Counter.of(Signal.PACKET_SEQUENCE_ERRORS, "req_rx_pkt_seq_err", 64),
          Counter.of(Signal.PACKET_SEQUENCE_ERRORS, "rcvd_seq_err", 64),
          Counter.of(Signal.ACK_TIMEOUTS, "local_ack_timeout_err", 64),
          Counter.of(Signal.ACK_TIMEOUTS, "to_retransmits", 64),
          Counter.of(Signal.ACK_TIMEOUTS, "tx_rdma_ack_timeout", 64),
          Counter.of(Signal.DUPLICATE_REQUESTS, "duplicate_request", 64),
          Counter.of(Signal.DUPLICATE_REQUESTS, "dup_req", 64),
          Counter.of(Signal.RNR_NAKS, "rnr_nak_retry_err", 64),
          Counter.of(Signal.RNR_NAKS, "rnr_naks_rcvd", 64),
          Counter.of(Signal.RNR_NAKS, "rcvd_rnr_err", 64),
          Counter.of(Signal.OUT_OF_BUFFER, "out_of_buffer", 64),
          Counter.of(Signal.LINK_DOWN, "link_downed", 64));

  private GenericCounters() {}

  private static Family family(String form, Signal signal) {
    return new Family(Pattern.compile(form), signal);
  }

  /** The meaning of an ethtool statistic. */
  static Optional<Counter> ofStatistic(String name) {
    for (Family family : FAMILIES) {
      Matcher match = family.form.matcher(name);
      if (match.matches()) {
        return Optional.of(ofPriority(family.signal, match.group(1), match.group(2), name));
      }
    }
    Matcher bnxt = BNXT_PAUSE.matcher(name);
    if (bnxt.matches()) {
      Signal signal =
          bnxt.group(3).equals("transitions")
              ? Signal.PFC_PAUSE_TRANSITIONS
              : Signal.PFC_PAUSE_TIME;
      return Optional.of(ofPriority(signal, bnxt.group(2), bnxt.group(1), name));
    }
    if (LINK_PAUSE.matcher(name).matches()) {
      Direction direction = name.contains("rx") ? Direction.RX : Direction.TX;
      return Optional.of(Counter.of(Signal.GLOBAL_PAUSE_FRAMES, direction, name, 64));
    }
    return Optional.empty();
  }

  private static Counter ofPriority(Signal signal, String way, String priority, String name) {
    return Counter.of(
        signal,
        way.equals("rx") ? Direction.RX : Direction.TX,
        Priority.of(Integer.parseInt(priority)),
        name,
        64);
  }

  static PortSweeper sweeper(Nic nic, HostAccess access) {
    CounterSources sources = new CounterSources(nic, access);
    if (Standing.hasNetdev(nic)) {
      sources.take(NETDEV, "sys/class/net/" + nic.port().name() + "/statistics");
    }
    sources.rdmaPort().ifPresent(port -> sources.take(HARDWARE, port + "/hw_counters"));
    return sources.sweeper(GenericCounters::ofStatistic);
  }
}
