package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.mlx5.mst.MstConfig;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A NIC port on a host of files and fakes of the kernel, and a session with it. */
public abstract class OnFakeNic {
  protected static final DeviceId HOST = new DeviceId("node7");
  protected static final String NETDEV = "ens2f0np0";
  protected static final String PCI = "0000:41:00.0";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  protected Path root;

  protected final FakeDcb dcb = new FakeDcb(NETDEV);
  protected final FakeRdma rdma = new FakeRdma();
  protected final FakeEthtool ethtool = new FakeEthtool(NETDEV);
  protected final List<String> gate = new ArrayList<>();
  protected boolean gateOpen = true;

  @SuppressWarnings("NullAway.Init") // before each test
  protected HostTree tree;

  @SuppressWarnings("NullAway.Init") // before each test
  protected HostAccess access;

  @SuppressWarnings("NullAway.Init") // before each test
  protected Nic nic;

  @SuppressWarnings("NullAway.Init") // before each test
  protected Session session;

  protected abstract NicDriver driver();

  /** Builds the files of a host with {@link #NETDEV}. */
  protected abstract void build(HostTree host);

  @BeforeEach
  void open() {
    tree = new HostTree(root);
    build(tree);
    WriteGate recording = new Recording();
    access =
        new HostAccess(
            new HostFiles(root, recording),
            new DcbClient(dcb, recording),
            new EthtoolClient(ethtool, recording),
            new RdmaClient(rdma, recording),
            new MstConfig(root, Duration.ofSeconds(60), recording, () -> 0),
            new NetdevAddresses());
    nic =
        new Discovery(access.files(), access.ethtool(), _ -> false)
            .find(HOST).stream()
                .filter(n -> n.port().name().equals(NETDEV))
                .findFirst()
                .orElseThrow();
    assertThat(driver().drives(nic)).isTrue();
    session = driver().open(nic, access);
  }

  private final class Recording implements WriteGate {
    @Override
    public void pass(String what) {
      if (!gateOpen) {
        throw new TransportException(TransportException.Kind.CLOSED_GATE, "observe mode: " + what);
      }
      gate.add(what);
    }

    @Override
    public void passed(String what) {
      written(what);
    }
  }

  /** A write has come; for files that show another text than was written. */
  protected void written(String what) {}

  @AfterEach
  void close() {
    session.close();
    access.close();
  }

  protected Target target() {
    return Target.port(nic.port());
  }

  protected Setting inForce(SettingKind kind) {
    return session.read(target()).inForce(kind).orElseThrow();
  }

  protected Change change(Setting after) {
    return new Change(target(), inForce(after.kind()), after, List.of(nic.port()), Set.of());
  }
}
