package dev.losslessd.bench;

import dev.losslessd.driver.HostTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server's sysfs with mlx5 ports: every counter that a ConnectX-7 has, each in its file. */
final class NicTree {
  static final List<String> PORT_COUNTERS =
      List.of(
          "VL15_dropped",
          "excessive_buffer_overrun_errors",
          "link_downed",
          "link_error_recovery",
          "local_link_integrity_errors",
          "multicast_rcv_packets",
          "multicast_xmit_packets",
          "port_rcv_constraint_errors",
          "port_rcv_data",
          "port_rcv_errors",
          "port_rcv_packets",
          "port_rcv_remote_physical_errors",
          "port_rcv_switch_relay_errors",
          "port_xmit_constraint_errors",
          "port_xmit_data",
          "port_xmit_discards",
          "port_xmit_packets",
          "port_xmit_wait",
          "symbol_error",
          "unicast_rcv_packets",
          "unicast_xmit_packets");

  static final List<String> HARDWARE_COUNTERS =
      List.of(
          "duplicate_request",
          "implied_nak_seq_err",
          "local_ack_timeout_err",
          "np_cnp_sent",
          "np_ecn_marked_roce_packets",
          "out_of_buffer",
          "out_of_sequence",
          "packet_seq_err",
          "req_transport_retries_exceeded",
          "rnr_nak_retry_err",
          "roce_adp_retrans",
          "roce_adp_retrans_to",
          "rp_cnp_handled",
          "rp_cnp_ignored",
          "rx_icrc_encapsulated",
          "rx_read_requests",
          "rx_write_requests");

  private NicTree() {}

  /** Writes it: devices {@code mlx5_0} and on, each with one port. */
  static void write(Path root, int ports) {
    HostTree tree = new HostTree(root);
    for (int n = 0; n < ports; n++) {
      String pci = "0000:%02x:%02x.0".formatted(n / 32 + 16, n % 32);
      String device = "mlx5_" + n;
      tree.function(pci, "mlx5_core", n % 2).rdma(device, pci, "Ethernet");
      String folder = "sys/class/infiniband/" + device;
      tree.file(folder + "/hca_type", "MT4129").file(folder + "/node_type", "1: CA");
      String port = folder + "/ports/1/";
      tree.file(port + "phys_state", "5: LinkUp");
      for (int c = 0; c < PORT_COUNTERS.size(); c++) {
        tree.file(port + "counters/" + PORT_COUNTERS.get(c), value(n, c));
      }
      for (int c = 0; c < HARDWARE_COUNTERS.size(); c++) {
        tree.file(port + "hw_counters/" + HARDWARE_COUNTERS.get(c), value(n, 100 + c));
      }
    }
  }

  static void delete(Path root) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(root)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }

  /** Ten digits, as counters of a busy port have after a day. */
  private static String value(int port, int counter) {
    return Long.toString(1_000_000_007L * (port % 9 + 1) + 104_729L * counter);
  }
}
