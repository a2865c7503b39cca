package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A port under the vendor's driver, which also switches DCQCN per priority. */
class VendorMlx5Test extends DriverContract {
  private static final String ECN = "sys/class/net/" + NETDEV + "/ecn/";

  private final Mlx5Driver driver = new Mlx5Driver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    host.function(PCI, "mlx5_core", 0).netdev(NETDEV, PCI).rdma("mlx5_4", PCI, "Ethernet");
    host.file(ECN + "roce_np/cnp_802p_prio", "6").file(ECN + "roce_rp/rpg_hai_rate", "50");
    for (int priority = 0; priority < 8; priority++) {
      host.file(ECN + "roce_np/enable/" + priority, "1");
      host.file(ECN + "roce_rp/enable/" + priority, "1");
    }
  }

  @Override
  protected List<Setting> samples() {
    List<Setting> samples = new ArrayList<>(super.samples());
    samples.add(
        new Dcqcn(
            PrioritySet.of(3),
            Map.of(DcqcnParameter.CNP_PRIORITY, 7L, DcqcnParameter.HAI_RATE, 50L)));
    return samples;
  }

  @Test
  void anEmptySwitchFileIsUnread() {
    tree.file(ECN + "roce_rp/enable/3", "");

    assertThat(session.read(target()).inForce(SettingKind.DCQCN)).isEmpty();
  }

  @Test
  void onePriorityIsTwoFilesAndNoMore() {
    Dcqcn allButFive = new Dcqcn(PrioritySet.of(0, 1, 2, 3, 4, 6, 7), Map.of());

    session.apply(change(allButFive));

    assertThat(gate)
        .containsExactly(
            "file " + root.resolve(ECN + "roce_np/enable/5"),
            "file " + root.resolve(ECN + "roce_rp/enable/5"));
    assertThat(((Dcqcn) inForce(SettingKind.DCQCN)).enabled()).isEqualTo(allButFive.enabled());
  }
}
