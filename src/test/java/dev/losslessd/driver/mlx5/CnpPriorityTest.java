package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The priority of CNPs and its mode, which one command of the firmware has: a write of either sets
 * the other to 0 (mlx5_ib_set_cc_param_mask_val of Linux drivers/infiniband/hw/mlx5/cong.c).
 */
class CnpPriorityTest extends DriverContract {
  private static final String CC = "sys/kernel/debug/mlx5/" + PCI + "/cc_params/";
  private static final String PRIORITY = CC + "np_cnp_prio";
  private static final String MODE = CC + "np_cnp_prio_mode";

  private final Mlx5Driver driver = new Mlx5Driver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    host.function(PCI, "mlx5_core", 1).netdev(NETDEV, PCI).rdma("mlx5_4", PCI, "Ethernet");
    host.file(PRIORITY, "6").file(MODE, "1").file(CC + "np_cnp_dscp", "48");
  }

  @Override
  protected void written(String what) {
    if (what.equals("file " + root.resolve(PRIORITY))) {
      tree.file(MODE, "0");
    } else if (what.equals("file " + root.resolve(MODE))) {
      tree.file(PRIORITY, "0");
    }
  }

  private static Dcqcn priority(long value) {
    return new Dcqcn(null, Map.of(DcqcnParameter.CNP_PRIORITY, value));
  }

  @Override
  protected List<Setting> samples() {
    List<Setting> samples = new ArrayList<>(super.samples());
    samples.add(
        new Dcqcn(null, Map.of(DcqcnParameter.CNP_PRIORITY, 4L, DcqcnParameter.CNP_DSCP, 48L)));
    return samples;
  }

  @Test
  void aPriorityThatIsNotInForceIsNoneThatAnybodyWishes() {
    assertThat(inForce(SettingKind.DCQCN).text()).isEqualTo("cnpDscp=48 cnpPriority=8");

    session.apply(change(priority(6)));

    assertThat(gate).containsExactly("file " + root.resolve(PRIORITY));
    assertThat(inForce(SettingKind.DCQCN).text()).isEqualTo("cnpDscp=48 cnpPriority=6");
  }

  @Test
  void theInverseRestoresTheMode() {
    Change change = change(priority(4));
    session.apply(change);
    assertThat(tree.text(MODE)).isEqualTo("0");

    session.apply(change.inverse());

    assertThat(tree.text(MODE)).isEqualTo("1");
    gate.clear();
    session.apply(change.inverse());
    assertThat(gate).isEmpty();
  }

  @Test
  void withoutTheFileOfTheModeAPriorityIsFixed() throws Exception {
    Files.delete(Path.of(root + "/" + MODE));

    assertThat(inForce(SettingKind.DCQCN).text()).isEqualTo("cnpDscp=48 cnpPriority=6");
    assertThat(session.capabilities(target()).of(SettingKind.DCQCN).limit().refusal(priority(8)))
        .contains("dcqcn cnpPriority=8, expected 0..7: no file /" + MODE);
    assertThatThrownBy(() -> session.apply(change(priority(8))))
        .hasMessage("node7:ens2f0np0 dcqcn cnpPriority=8, expected 0..7: no file /" + MODE);
    assertThat(gate).isEmpty();
  }
}
