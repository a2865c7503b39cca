package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.QueuePair;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaDevice;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which ports have queue pairs that break when their link bounces, by RDMA netlink. Safe for
 * threads, one at a time.
 */
public final class QueuePairs {
  private static final Logger LOG = LoggerFactory.getLogger(QueuePairs.class);

  /**
   * The state of each queue pair costs a firmware command. A device has a handful of its own; with
   * more than this there is a workload, and nobody is asked for its states.
   */
  private static final long FEW = 256;

  private final RdmaClient rdma;
  private final ReentrantLock turn = new ReentrantLock();
  private boolean lacking;

  /**
   * @param rdma for this alone
   */
  public QueuePairs(RdmaClient rdma) {
    this.rdma = rdma;
  }

  /**
   * Those of the ports with a queue pair that is ready to receive or to send and not a management
   * one. None where the kernel has no RDMA netlink. If it has and does not answer, every RDMA port:
   * what cannot be known to be idle is not bounced.
   */
  public Set<PortId> connected(List<Nic> nics) {
    List<Nic> capable = nics.stream().filter(nic -> !nic.rdmaDevice().isEmpty()).toList();
    turn.lock();
    try {
      return lacking || capable.isEmpty() ? Set.of() : asked(capable);
    } catch (TransportException e) {
      if (RdmaClient.isLacking(e)) {
        LOG.info("queue pairs are not told, RDMA bytes decide what is busy: {}", e.getMessage());
        lacking = true;
        return Set.of();
      }
      LOG.warn("queue pairs are not told now, every RDMA port counts as busy: {}", e.getMessage());
      return ports(capable);
    } finally {
      turn.unlock();
    }
  }

  private Set<PortId> asked(List<Nic> nics) {
    Set<PortId> connected = new HashSet<>();
    for (RdmaDevice device : rdma.devices()) {
      List<Nic> ofDevice =
          nics.stream().filter(nic -> nic.rdmaDevice().equals(device.name())).toList();
      if (!ofDevice.isEmpty()) {
        connected.addAll(ofDevice(device, ofDevice));
      }
    }
    return connected;
  }

  private Set<PortId> ofDevice(RdmaDevice device, List<Nic> nics) {
    if (rdma.queuePairCount(device) > FEW) {
      return ports(nics);
    }
    Set<PortId> connected = new HashSet<>();
    for (QueuePair pair : rdma.queuePairs(device)) {
      if (pair.connected() && !pair.management()) {
        // old kernels do not tell the port
        nics.stream()
            .filter(nic -> pair.port() == 0 || nic.rdmaPort() == pair.port())
            .map(Nic::port)
            .forEach(connected::add);
      }
    }
    return connected;
  }

  /**
   * Who has queue pairs on a port.
   *
   * @param count of all on the device, management ones too
   * @param byProcess queue pairs of each process; protection domains where there are too many of
   *     them to ask for
   */
  public record Users(long count, SortedMap<Integer, Integer> byProcess) {}

  /** Empty where the kernel does not tell. */
  public Optional<Users> users(Nic nic) {
    turn.lock();
    try {
      return (lacking ? Stream.<RdmaDevice>of() : rdma.devices().stream())
          .filter(device -> device.name().equals(nic.rdmaDevice()))
          .findFirst()
          .map(device -> users(device, nic));
    } catch (TransportException e) {
      LOG.debug("who has queue pairs on {} is not told: {}", nic.port(), e.getMessage());
      return Optional.empty();
    } finally {
      turn.unlock();
    }
  }

  private Users users(RdmaDevice device, Nic nic) {
    long count = rdma.queuePairCount(device);
    SortedMap<Integer, Integer> all = new TreeMap<>();
    if (count > FEW) {
      rdma.ownersOfDomains(device).forEach(pid -> all.merge(pid, 1, Integer::sum));
    } else {
      rdma.queuePairs(device).stream()
          .filter(pair -> pair.process() != 0 && !pair.management())
          .filter(pair -> pair.port() == 0 || pair.port() == nic.rdmaPort())
          .forEach(pair -> all.merge(pair.process(), 1, Integer::sum));
    }
    return new Users(count, all);
  }

  private static Set<PortId> ports(List<Nic> nics) {
    return nics.stream().map(Nic::port).collect(Collectors.toSet());
  }
}
