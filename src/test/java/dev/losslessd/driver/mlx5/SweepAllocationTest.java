package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NoFirmware;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepAllocationTest {
  private static final int WARM = 30_000;
  private static final int ROUNDS = 20;
  private static final int SWEEPS = 2_000;
  private static final long MOST = 280;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  /** Answers each command as the first time, without allocating. */
  private static final class Replay implements Exchange {
    private static final byte[] NONE = {};

    private final FakeEthtool kernel;
    private byte[] names = NONE;
    private byte[] values = NONE;

    Replay(FakeEthtool kernel) {
      this.kernel = kernel;
    }

    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      int command = request.get(ValueLayout.JAVA_INT_UNALIGNED, 16);
      byte[] known = command == 0x1b ? names : command == 0x1d ? values : NONE;
      if (known.length > 0) {
        MemorySegment.copy(known, 0, reply, ValueLayout.JAVA_BYTE, 0, known.length);
        return known.length;
      }
      int got = kernel.exchange(request, length, reply);
      byte[] answer = reply.asSlice(0, got).toArray(ValueLayout.JAVA_BYTE);
      names = command == 0x1b ? answer : names;
      values = command == 0x1d ? answer : values;
      return got;
    }

    @Override
    public void close() {}
  }

  @Test
  void aSweepAllocatesItselfAndItsTwoArrays() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeTrue(threads.isThreadAllocatedMemorySupported(), "this JVM does not count bytes");
    FakeEthtool kernel = new FakeEthtool("ens2f0np0");
    for (int priority = 0; priority < 8; priority++) {
      kernel.stats.put("rx_prio" + priority + "_bytes", 1L);
      kernel.stats.put("rx_prio" + priority + "_discards", 1L);
    }
    HostTree tree = new HostTree(root);
    String pci = "0000:41:00.0";
    tree.function(pci, "mlx5_core", 0).netdev("ens2f0np0", pci).rdma("mlx5_4", pci, "Ethernet");
    String hardware = "sys/class/infiniband/mlx5_4/ports/1/hw_counters/";
    tree.file(hardware + "np_cnp_sent", "5").file(hardware + "rp_cnp_handled", "6");
    try (HostAccess access =
            new HostAccess(
                new HostFiles(root, WriteGate.OPEN),
                new DcbClient(new FakeDcb("ens2f0np0"), WriteGate.OPEN),
                new EthtoolClient(new Replay(kernel), WriteGate.OPEN),
                new RdmaClient(new FakeRdma(), WriteGate.OPEN),
                new NoFirmware(),
                new NetdevAddresses());
        Session session = open(access)) {
      Sweeper sweeper = session.sweeper(PortId.parse("node7:ens2f0np0"));
      sweep(sweeper, WARM);
      long perSweep = Long.MAX_VALUE;
      // the compiler works beside us; what it has not reached yet may box
      for (int round = 0; round < ROUNDS && perSweep > MOST; round++) {
        perSweep = Math.min(perSweep, bytesPerSweep(threads, sweeper));
      }

      // 18 values and reasons with headers, the sweep with seven fields, and room for alignment
      assertThat(perSweep).isBetween(180L, MOST);
    }
  }

  private static long bytesPerSweep(ThreadMXBean threads, Sweeper sweeper) {
    long before = threads.getCurrentThreadAllocatedBytes();
    sweep(sweeper, SWEEPS);
    return (threads.getCurrentThreadAllocatedBytes() - before) / SWEEPS;
  }

  private static Session open(HostAccess access) {
    Nic nic =
        new Discovery(access.files(), access.ethtool(), _ -> false)
            .find(new DeviceId("node7"))
            .getFirst();
    return new Mlx5Driver().open(nic, access);
  }

  private static void sweep(Sweeper sweeper, int times) {
    for (int n = 0; n < times; n++) {
      sweeper.sweep(n, n);
    }
  }
}
