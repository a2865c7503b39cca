package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.TrafficClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port under the vendor's driver, which also switches DCQCN per priority. */
class VendorMlx5Test extends DriverContract {
  private static final String ECN = "sys/class/net/" + NETDEV + "/ecn/";

  private static final String TCLASS = "sys/class/infiniband/mlx5_4/tc/1/traffic_class";
  private static final String TOS = "sys/kernel/config/rdma_cm/mlx5_4/ports/1/";

  private final Mlx5Driver driver = new Mlx5Driver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    host.function(PCI, "mlx5_core", 0).netdev(NETDEV, PCI).rdma("mlx5_4", PCI, "Ethernet");
    host.file(ECN + "roce_np/cnp_802p_prio", "6").file(ECN + "roce_rp/rpg_hai_rate", "50");
    host.file(TCLASS, "").file(TOS + "default_roce_tos", "0");
    host.file(TOS + "default_roce_mode", "RoCE v2");
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
    samples.add(new RoceTos(106));
    samples.add(new TrafficClass(104));
    return samples;
  }

  /** The driver shows its value in words, and nothing where there is none. */
  @Override
  protected void written(String what) {
    if (what.endsWith("traffic_class")) {
      String number = tree.text(TCLASS);
      tree.file(TCLASS, number.equals("-1") ? "" : "Global tclass=" + number);
    }
  }

  @Test
  void theMarkOfRdmaCmIsWrittenInPlainDecimal() {
    session.apply(change(new RoceTos(8)));

    assertThat(tree.text(TOS + "default_roce_tos")).isEqualTo("8");
    assertThat(gate).containsExactly("file " + root.resolve(TOS + "default_roce_tos"));
    assertThat(session.read(target()).reading(SettingKind.ROCE_TOS).text())
        .isEqualTo("8 (DSCP 2) (rdma_cm makes connections of RoCE v2)");
  }

  @Test
  void rulesForSingleAddressesStayAndAreTold() {
    String rule = "src_ip=10.1.0.0/16,tclass=32";
    tree.file(TCLASS, rule + "\nGlobal tclass=106");

    Reading reading = session.read(target()).reading(SettingKind.TRAFFIC_CLASS);

    assertThat(reading)
        .isEqualTo(
            new Reading.Value(new TrafficClass(106), "", "and 1 rules for single addresses"));
    tree.file(TCLASS, rule);
    assertThat(inForce(SettingKind.TRAFFIC_CLASS)).isEqualTo(TrafficClass.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Global tclass=", "Global tclass=256", "Global tclass=0x6a", "106"})
  void aTextThatIsNoTrafficClassIsUnread(String text) {
    tree.file(TCLASS, text);

    assertThat(session.read(target()).reading(SettingKind.TRAFFIC_CLASS))
        .isInstanceOfSatisfying(
            Reading.Unread.class, unread -> assertThat(unread.why()).contains("'" + text + "'"));
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
