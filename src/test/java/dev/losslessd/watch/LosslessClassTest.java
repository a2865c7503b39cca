package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The class that jobs send in, when somebody set another one by REST. */
class LosslessClassTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final Policy POLICY =
      new Policy(
          List.of(
              new Policy.TrafficClass(
                  "roce", Priority.of(3), List.of(Dscp.of(26)), true, false, 50, null, false)),
          Optional.empty(),
          OptionalInt.empty());

  private static Key key(String port, SettingKind kind) {
    return new Key(Target.port(PortId.parse("gpu01:" + port)), kind);
  }

  private static Intent file() {
    TreeMap<Key, Setting> file = new TreeMap<>();
    for (String port : List.of("ens1", "ens2")) {
      file.put(key(port, SettingKind.PFC), new Pfc(PrioritySet.of(3)));
      file.put(key(port, SettingKind.DSCP_MAP), DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));
    }
    return new Intent(file, new TreeMap<>());
  }

  private static Optional<JobClass> of(Intent intent) {
    return new LosslessClass(() -> POLICY, () -> intent).of(HOST);
  }

  private static Intent moved(Intent intent, String port) {
    return intent.with(
        Map.of(
            key(port, SettingKind.PFC),
            new Pfc(PrioritySet.of(5)),
            key(port, SettingKind.DSCP_MAP),
            DscpMap.of(Map.of(Dscp.of(40), Priority.of(5)))));
  }

  @Test
  void withoutOverridesItIsThePolicys() {
    assertThat(of(file())).contains(new JobClass("roce", Priority.of(3), Dscp.of(26)));
  }

  @Test
  void overridesOfEveryPortMoveIt() {
    assertThat(of(moved(moved(file(), "ens1"), "ens2")))
        .contains(new JobClass("of an override", Priority.of(5), Dscp.of(40)));
  }

  @Test
  void portsThatDifferHaveNone() {
    assertThat(of(moved(file(), "ens1"))).isEmpty();
  }

  @Test
  void anOverrideThatKeepsTheClassChangesNothing() {
    Intent more = file().with(Map.of(key("ens1", SettingKind.PFC), new Pfc(PrioritySet.of(3, 4))));

    assertThat(of(more)).contains(new JobClass("roce", Priority.of(3), Dscp.of(26)));
  }
}
