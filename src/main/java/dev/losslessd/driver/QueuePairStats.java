package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Worded;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.QueuePair;
import dev.losslessd.transport.netlink.QueuePairMode;
import dev.losslessd.transport.netlink.QueuePairSet;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaDevice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counters of the queue pairs of a port, added up by their type, where an operator told the kernel
 * to bind them: {@code rdma statistic qp set link mlx5_0/1 auto type on}. This agent never binds
 * one. Where nothing is bound there are no columns, and nothing is asked but the mode, now and
 * then.
 */
final class QueuePairStats implements RdmaColumns {
  /** Counters that firmware keeps by queue pair; the kernel tells all others as 0. */
  private static final List<String> COUNTED =
      List.of(
          "duplicate_request",
          "implied_nak_seq_err",
          "local_ack_timeout_err",
          "packet_seq_err",
          "rnr_nak_retry_err",
          "out_of_buffer",
          "rx_write_requests",
          "rx_read_requests",
          "rx_atomic_requests",
          "rdma_rx_bytes",
          "rdma_tx_bytes",
          "rdma_rx_packets",
          "rdma_tx_packets");

  private static final String PART = "a part of what the port counts, of queue pairs that live now";
  private static final String STATE = "how queue pairs are bound to counters, and no counter";

  /** Sweeps from one look at the mode to the next. */
  private static final int LOOK_EVERY = 60;

  /**
   * A set names its queue pairs with 12 bytes each, and the kernel never ends a dump in which one
   * does not fit into a message of 32 KiB.
   */
  private static final long MOST_PAIRS = 2048;

  private final Nic nic;
  private final RdmaClient rdma;
  private Optional<RdmaDevice> device = Optional.empty();
  private QueuePairMode mode = new QueuePairMode(QueuePairMode.Binding.NONE, false, false);
  private List<Counter> counters = List.of();
  private List<Long> values = List.of();
  private boolean lacking;
  private int untilLook;

  /**
   * @param rdma for this reader alone
   */
  QueuePairStats(Nic nic, RdmaClient rdma) {
    this.nic = nic;
    this.rdma = rdma;
    this.lacking = nic.rdmaDevice().isEmpty();
  }

  @Override
  public boolean read() {
    Map<String, Long> now = lacking ? Map.of() : ask();
    if (now.isEmpty() && counters.isEmpty()) {
      return false;
    }
    values = List.copyOf(now.values());
    List<Counter> columns = now.keySet().stream().map(QueuePairStats::column).toList();
    boolean changed = !columns.equals(counters);
    counters = columns;
    return changed;
  }

  private static Counter column(String name) {
    return Counter.other(name, 64, Origin.RDMA_NETLINK, name.startsWith("qp/") ? PART : STATE);
  }

  private Map<String, Long> ask() {
    try {
      if (--untilLook < 0) {
        look();
      }
    } catch (TransportException e) {
      device = Optional.empty();
      // a kernel that has the command knows every port that discovery found
      lacking = RdmaClient.isLacking(e) || e.errno() == Errno.EINVAL;
      return Map.of();
    }
    return device.isEmpty() || mode.binding() == QueuePairMode.Binding.NONE
        ? Map.of()
        : columns(device.get());
  }

  private void look() {
    untilLook = LOOK_EVERY;
    device = rdma.devices().stream().filter(one -> one.name().equals(nic.rdmaDevice())).findFirst();
    if (device.isPresent()) {
      mode = rdma.queuePairMode(device.get(), nic.rdmaPort());
    }
  }

  private Map<String, Long> columns(RdmaDevice now) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (QueuePairMode.Binding one : QueuePairMode.Binding.values()) {
      String word = Worded.of(one);
      all.put("qp_counter_mode/" + word, flag(mode.binding() == one));
    }
    all.put("qp_auto_mask/type", flag(mode.byType()));
    all.put("qp_auto_mask/pid", flag(mode.byProcess()));
    if (mode.isOfTypesAlone()) {
      String result = sum(now, all);
      for (String one : List.of("ok", "overflow", "error")) {
        all.put("qp_scrape_status/" + one, flag(result.equals(one)));
      }
    }
    return all;
  }

  private static long flag(boolean on) {
    return on ? 1 : 0;
  }

  /** Adds the sums of each type, and returns how that went. */
  private String sum(RdmaDevice now, Map<String, Long> all) {
    try {
      if (rdma.queuePairCount(now) > MOST_PAIRS) {
        return "overflow";
      }
      for (QueuePairSet set : rdma.queuePairSets(now, nic.rdmaPort())) {
        if (set.isOfType()) {
          String prefix = "qp/" + QueuePair.typeWord(set.type().getAsInt()) + "/";
          COUNTED.stream()
              .filter(set.counters()::containsKey)
              .forEach(name -> all.merge(prefix + name, set.counters().get(name), Long::sum));
        }
      }
      return "ok";
    } catch (TransportException e) {
      untilLook = 0; // a driver that was loaded anew has another index
      return "error";
    }
  }

  @Override
  public List<Counter> counters() {
    return counters;
  }

  @Override
  public boolean has(int index) {
    return true;
  }

  @Override
  public long value(int index) {
    return values.get(index);
  }
}
