package dev.losslessd.bench;

import com.sun.management.ThreadMXBean;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NoFirmware;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.mlx5.Mlx5Driver;
import dev.losslessd.metrics.Facts;
import dev.losslessd.metrics.LabelFacts;
import dev.losslessd.metrics.LatestCounters;
import dev.losslessd.metrics.ManagementFacts;
import dev.losslessd.metrics.Page;
import dev.losslessd.metrics.PageFormat;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.metrics.PollStats;
import dev.losslessd.metrics.StateFacts;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The measured side of {@code bench nic}: the product's own sweeper of each port of a tree, asked
 * by lines on its standard input. {@code sweep N} and {@code page N} answer with the counters of
 * one round and the bytes that its thread allocated in all; {@code values} with what they are.
 */
public final class SweepLoop {
  private final List<Sweeper> sweepers = new ArrayList<>();
  private final LatestCounters latestCounters = new LatestCounters();
  private final Page page;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private SweepLoop(Path root) {
    WriteGate gate =
        what -> {
          throw new TransportException(TransportException.Kind.CLOSED_GATE, what);
        };
    HostFiles files = new HostFiles(root, gate);
    HostAccess access =
        new HostAccess(
            files,
            new DcbClient(new Silent(), gate),
            new EthtoolClient(new Silent(), gate),
            new RdmaClient(new Silent(), gate),
            new NoFirmware(),
            new NetdevAddresses());
    List<Nic> nics = new Discovery(files, access.ethtool(), _ -> false).find(new DeviceId("bench"));
    for (Nic nic : nics) {
      sweepers.add(new Mlx5Driver().open(nic, access).sweeper(nic.port()));
    }
    Facts facts =
        new Facts(
            Instant.EPOCH,
            new DeviceId("bench"),
            nics,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            PollStats.NONE,
            Set.of(),
            List.of(),
            LabelFacts.NONE,
            StateFacts.NONE);
    page =
        new Page(
            latestCounters,
            () -> facts,
            () -> ManagementFacts.NONE,
            _ -> new byte[0],
            () -> 100_000);
  }

  /** The tree has no netdevs, and no kernel behind them. */
  private static final class Silent implements Exchange {
    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      throw new TransportException(
          TransportException.Kind.REFUSED, Errno.EOPNOTSUPP, "no kernel in this tree");
    }

    @Override
    public void close() {}
  }

  /** Serves commands on standard input, for the tree in the folder {@code ROOT}. */
  public static void main(String[] words) throws Exception {
    SweepLoop loop = new SweepLoop(Path.of(words[0]));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    out.println("ready " + loop.sweepers.size());
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(loop.answer(line.split(" ", 2)));
    }
  }

  private String answer(String[] words) {
    if (words[0].equals("values")) {
      return values();
    }
    int rounds = Integer.parseInt(words[1]);
    ByteArrayOutputStream written = new ByteArrayOutputStream(1 << 20);
    long before = threads.getCurrentThreadAllocatedBytes();
    int counters = 0;
    int bytes = 0;
    for (int n = 0; n < rounds; n++) {
      counters = sweep();
      if (words[0].equals("page")) {
        written.reset();
        page.write(PageRequest.of(PageFormat.PROMETHEUS), written);
        bytes = written.size();
      }
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    return counters + " " + allocated + " " + bytes;
  }

  private int sweep() {
    int counters = 0;
    for (Sweeper sweeper : sweepers) {
      Sweep sweep = sweeper.sweep(1000, 1000);
      latestCounters.accept(sweep);
      for (int column = 0; column < sweep.schema().size(); column++) {
        counters += sweep.has(column) ? 1 : 0;
      }
    }
    return counters;
  }

  /** Raw values of one sweep: {@code PORT/NAME=VALUE ...}. */
  private String values() {
    StringBuilder text = new StringBuilder();
    for (Sweeper sweeper : sweepers) {
      Sweep sweep = sweeper.sweep(1000, 1000);
      for (int column = 0; column < sweep.schema().size(); column++) {
        if (sweep.has(column)) {
          text.append(sweep.port().name())
              .append('/')
              .append(sweep.schema().counters().get(column).rawName())
              .append('=')
              .append(sweep.value(column))
              .append(' ');
        }
      }
    }
    return text.toString();
  }
}
