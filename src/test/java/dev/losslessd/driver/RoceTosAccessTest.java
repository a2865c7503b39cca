package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.RoceTos;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the mark of rdma_cm on hosts without its configfs folder. */
class RoceTosAccessTest {
  private static final Ledger LEDGER =
      new Ledger(
          List.of(Ledger.Entry.sourced(RoceTosAccess.WRITE, "default_roce_tos", "cma_configfs.c")));

  private static final String ROOT = "sys/kernel/config/rdma_cm";
  private static final String DEVICE = ROOT + "/mlx5_1";
  private static final DcbView NONE = new DcbView.None("not asked");

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private final List<String> did = new ArrayList<>();
  private boolean gateOpen = true;
  private String tos = "0";

  @SuppressWarnings("NullAway.Init") // before each test
  private HostTree tree;

  @SuppressWarnings("NullAway.Init") // before each test
  private HostFiles files;

  private final WriteGate gate =
      what -> {
        if (!gateOpen) {
          throw new TransportException(TransportException.Kind.CLOSED_GATE, "observe mode");
        }
      };

  /** A kernel, which fills a new folder at once and keeps the value when the folder goes. */
  private final class Kernel implements RoceTosAccess.Folders {
    @Override
    public HostFiles files() {
      return files;
    }

    @Override
    public boolean make(String path) {
      boolean made = files.makeFolder(path);
      did.add("make " + path);
      tree.file(path + "/ports/2/default_roce_tos", tos);
      return made;
    }

    @Override
    public void remove(String path) {
      tos = tree.text(path + "/ports/2/default_roce_tos");
      did.add("remove " + path);
      for (String gone : List.of("/ports/2/default_roce_tos", "/ports/2", "/ports")) {
        files.removeFolder(path + gone);
      }
      files.removeFolder(path);
    }
  }

  @BeforeEach
  void host() {
    tree = new HostTree(root).folder(ROOT);
    files = new HostFiles(root, gate);
  }

  private SettingAccess settingAccess() {
    return new RoceTosAccess(nic("mlx5_1"), LEDGER, new Kernel());
  }

  private static Nic nic(String rdma) {
    return Nics.plain(PortId.parse("node7:ens9"), rdma, 2);
  }

  @Test
  void aLookMakesTheFolderAndTakesItAway() {
    tos = "104";

    assertThat(settingAccess().read(NONE).inForce()).contains(new RoceTos(104));
    assertThat(did).containsExactly("make " + DEVICE, "remove " + DEVICE);
    assertThat(root.resolve(DEVICE)).doesNotExist();
  }

  @Test
  void whatIsWrittenStaysWithTheDevice() {
    settingAccess().write(new RoceTos(106));

    assertThat(tos).isEqualTo("106");
    assertThat(settingAccess().read(NONE).inForce()).contains(new RoceTos(106));
    assertThat(root.resolve(DEVICE)).doesNotExist();
  }

  @Test
  void aFolderOfAnotherStays() {
    tree.file(DEVICE + "/ports/2/default_roce_tos", "32");

    assertThat(settingAccess().read(NONE).inForce()).contains(new RoceTos(32));
    assertThat(did).isEmpty();
    assertThat(root.resolve(DEVICE)).isDirectory();
  }

  @Test
  void aClosedGateTellsTheWayByHand() {
    gateOpen = false;

    assertThat(settingAccess().read(NONE))
        .isInstanceOfSatisfying(
            Reading.Unread.class,
            unread -> {
              assertThat(unread.why()).endsWith("by hand: mkdir /" + DEVICE);
              assertThat(unread.begins()).isEqualTo(new RoceTos(0));
              assertThat(unread.inForce()).isEmpty();
            });
    assertThat(did).isEmpty();
  }

  @Test
  void theFolderGoesAlsoWhenTheValueIsNone() {
    tos = "many";

    assertThatThrownBy(() -> settingAccess().read(NONE))
        .hasMessageContaining("says 'many', expected 0..255");
    assertThat(root.resolve(DEVICE)).doesNotExist();
  }

  @Test
  void aKernelWithoutRdmaCmHasNoSuchSettingUntilTheModuleIsLoaded() throws Exception {
    Ledger ledger = LEDGER;
    assertThat(RoceTosAccess.of(nic(""), files, ledger).capability(NONE).access())
        .isEqualTo(Capability.Access.NONE);
    SettingAccess opened = settingAccess();
    Files.delete(root.resolve(ROOT));

    assertThat(opened.capability(NONE).access()).isEqualTo(Capability.Access.NONE);
    assertThat(opened.isHere()).isFalse();
    assertThat(opened.read(NONE).text()).contains("rdma_cm is not loaded");
    assertThatThrownBy(() -> opened.write(new RoceTos(106)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("modprobe rdma_cm");

    tree.folder(ROOT);
    assertThat(opened.capability(NONE).access()).isEqualTo(Capability.Access.WRITE);
    assertThat(opened.isHere()).isTrue();
    opened.write(new RoceTos(106));
    assertThat(opened.read(NONE).standing()).contains(new RoceTos(106));
  }
}
