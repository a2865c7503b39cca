package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.QueuePairs;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes with queue pairs on a port, by name. */
class PortUsersTest {
  private static final PortId PORT = PortId.parse("node7:ens2f0np0");
  private static final List<Nic> NICS = List.of(Nics.plain(PORT, "mlx5_4", 1));

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private final FakeRdma kernel = new FakeRdma();

  private PortUsers users() {
    kernel.error = 0;
    HostTree tree = new HostTree(root).file("proc/uptime", "100.00 700.00");
    process(tree, 4711, "python3 (x) y", 5_000);
    process(tree, 4712, "ib_write_bw", 10_001);
    return new PortUsers(
        new HostFiles(root, WriteGate.OPEN),
        new QueuePairs(new RdmaClient(kernel, WriteGate.OPEN)));
  }

  private static void process(HostTree tree, int pid, String name, int startTicks) {
    tree.file(
        "proc/" + pid + "/stat",
        pid + " (" + name + ") S 1 1 1 0 -1 0 1 0 0 0 1 2 0 0 20 0 9 0 " + startTicks + " 1 2");
  }

  private void pairs(int... pids) {
    for (int pid : pids) {
      kernel.pairs.add(new int[] {1, 2, 3, pid});
    }
  }

  @Test
  void whoHasMostIsNamedFirst() {
    PortUsers users = users();
    pairs(4799, 4711, 4711);
    assertThat(users.text(PORT)).isEmpty();

    users.look(NICS);

    assertThat(users.text(PORT))
        .isEqualTo("3 queue pairs on mlx5_4, of python3 (x) y (process 4711), process 4799");
  }

  /** The number was given anew between the kernel's answer and the look at /proc. */
  @Test
  void aProcessThatBeganLaterIsAnother() {
    PortUsers users = users();
    pairs(4712);
    users.text(PORT);
    users.look(NICS);

    assertThat(users.text(PORT)).endsWith("of process 4712, which has ended");
  }

  @Test
  void manyAreCounted() {
    PortUsers users = users();
    pairs(1, 2, 3, 4, 5, 6);
    users.text(PORT);
    users.look(NICS);

    assertThat(users.text(PORT)).endsWith("process 4 and 2 more");
  }

  @Test
  void nothingIsAskedOfAPortThatNobodyAsksFor() {
    PortUsers users = users();
    pairs(4711);
    users.look(NICS);
    assertThat(kernel.asked).isEmpty();

    users.text(PORT);
    users.look(NICS);
    users.look(NICS);
    assertThat(users.text(PORT)).isEmpty();
  }
}
