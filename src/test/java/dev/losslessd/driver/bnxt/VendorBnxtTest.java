package dev.losslessd.driver.bnxt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A port under the vendor's driver, whose parameters are in configfs and hexadecimal. */
class VendorBnxtTest extends DriverContract {
  private static final String CC = "sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/";

  private final BnxtDriver driver = new BnxtDriver();

  /** Number of writes after which the gate closes; negative for never. */
  private int closesAfter = -1;

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.addReplaces = false;
    host.function(PCI, "bnxt_en", 0).netdev(NETDEV, PCI).rdma("bnxt_re0", PCI, "Ethernet");
    host.file(CC + "ecn_enable", "0x1").file(CC + "cnp_dscp", "0x30").file(CC + "cnp_prio", "0x7");
    host.file(CC + "apply", "0x0");
  }

  /** With EINVAL it is tried once more. */
  @Override
  protected int refusal() {
    return Errno.EIO;
  }

  @Override
  protected List<Setting> samples() {
    List<Setting> samples = new ArrayList<>(super.samples());
    samples.add(
        new Dcqcn(
            new PrioritySet(0xff),
            Map.of(DcqcnParameter.CNP_DSCP, 26L, DcqcnParameter.CNP_PRIORITY, 7L)));
    return samples;
  }

  @Test
  void numbersAreWrittenSoThatOldDriversReadThemRight() {
    session.apply(change(new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 26L))));

    assertThat(tree.text(CC + "cnp_dscp")).isEqualTo("0x1a");
    assertThat(tree.text(CC + "apply")).isEqualTo("0x1");
    assertThat(gate)
        .containsExactly(
            "file " + root.resolve(CC + "cnp_dscp"), "file " + root.resolve(CC + "apply"));
  }

  @Test
  void whatWasRefusedIsNotLeftToReadAsInForce() throws Exception {
    Path apply = root.resolve(CC + "apply");
    Files.delete(apply);

    Change change = change(new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 26L)));
    assertThatThrownBy(() -> session.apply(change)).isInstanceOf(DeviceException.class);

    assertThat(session.read(target()).reading(SettingKind.DCQCN))
        .isEqualTo(new Reading.Value(change.before()));
    assertThat(tree.text(CC + "cnp_dscp")).isEqualTo("0x30");
  }

  @Test
  void whatCannotBeTakenBackEitherIsStaged() {
    Change change = change(new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 26L)));
    closesAfter = 1;

    assertThatThrownBy(() -> session.apply(change)).isInstanceOf(DeviceException.class);

    Reading reading = session.read(target()).reading(SettingKind.DCQCN);
    assertThat(reading.inForce()).contains(change.before());
    assertThat(reading.text()).endsWith(" after apply)");
    gateOpen = true;
    closesAfter = -1;
    session.apply(change);
    assertThat(session.read(target()).reading(SettingKind.DCQCN)).isInstanceOf(Reading.Value.class);
    assertThat(tree.text(CC + "apply")).isEqualTo("0x1");
  }

  @Override
  protected void written(String what) {
    if (--closesAfter == 0) {
      gateOpen = false;
    }
  }

  @Test
  void hexadecimalIsRead() {
    Dcqcn now = (Dcqcn) inForce(SettingKind.DCQCN);

    assertThat(now.values()).containsEntry(DcqcnParameter.CNP_DSCP, 48L);
    assertThat(now.enabled()).isEqualTo(new PrioritySet(0xff));
  }
}
