package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The four conditions of the status: unknown is never true. */
class ConditionsApiTest {
  private static final DeviceId HOST = new DeviceId("gpu01");

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(Target.port(Rig.NIC), SettingKind.PFC), new Pfc(PrioritySet.of(3)));
    rig = new Rig(folder, Mode.ENFORCE, policy);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private String told(String type) {
    JsonNode one =
        rig.get("/api/v1/status")
            .json()
            .path("conditions")
            .valueStream()
            .filter(it -> it.path("type").asString().equals(type))
            .findFirst()
            .orElseThrow();
    return one.path("status").asString()
        + " "
        + one.path("reason").asString()
        + " "
        + one.path("lastTransitionTime").asString().substring(11, 19);
  }

  private void settings(SettingState state) {
    rig.settings.put(HOST, Map.of(state, 1));
  }

  private void links(Verdict... verdicts) {
    rig.links.clear();
    for (Verdict verdict : verdicts) {
      rig.links.add(
          new LinkContract(
              new Link(
                  Rig.NIC,
                  PortId.parse("leaf1:Ethernet1/1"),
                  OptionalInt.empty(),
                  Link.Source.CONFIG),
              List.of(new Check("pfc", verdict, "3", "3", ""))));
    }
  }

  @Test
  void whatWasNotReadIsUnknown() {
    assertThat(told("InSync")).isEqualTo("Unknown NotRead 10:00:00");
    assertThat(told("Lossless")).isEqualTo("Unknown NoLinkKnown 10:00:00");
    settings(SettingState.UNKNOWN);
    links(Verdict.OK, Verdict.UNKNOWN);
    assertThat(told("InSync")).startsWith("Unknown NotRead");
    assertThat(told("Lossless")).startsWith("Unknown NotRead");
  }

  @Test
  void eachIsTrueOnlyWhereAllIsGood() {
    settings(SettingState.AS_WANTED);
    links(Verdict.OK);
    assertThat(told("InSync")).startsWith("True AsWanted");
    assertThat(told("Lossless")).startsWith("True ContractsHold");
    assertThat(told("Ready")).startsWith("True AllRead");
    assertThat(told("Committed")).startsWith("True NothingOpen");
  }

  @Test
  void eachIsFalseForItsReason() {
    settings(SettingState.DRIFT);
    links(Verdict.OK, Verdict.BROKEN);
    rig.notReady.add("leaf1 was not read yet");
    rig.put(Rig.PORT + "/dcqcn", "{\"cnpDscp\":46}");
    assertThat(told("InSync")).startsWith("False Drift");
    assertThat(told("Lossless")).startsWith("False ContractBroken");
    assertThat(told("Ready")).startsWith("False NotRead");
    assertThat(told("Committed")).startsWith("False AwaitingConfirm");
    settings(SettingState.STAGED);
    rig.stalled.add("the alarm loop does not turn");
    rig.findings.add(
        new Finding(
            FindingRule.LOSSLESS_DROPS,
            Finding.Severity.CRITICAL,
            "gpu01:x",
            "drops",
            "look",
            rig.now));
    assertThat(told("InSync")).startsWith("False Staged");
    assertThat(told("Ready")).startsWith("False Stalled");
    assertThat(told("Lossless")).startsWith("False TrafficLost");
  }

  @Test
  void aTransitionHasItsTimeAndAnotherReasonIsNone() {
    settings(SettingState.DRIFT);
    assertThat(told("InSync")).isEqualTo("False Drift 10:00:00");
    rig.now = rig.now.plusSeconds(60);
    settings(SettingState.STAGED);
    assertThat(told("InSync")).isEqualTo("False Staged 10:00:00");
    settings(SettingState.AS_WANTED);
    assertThat(told("InSync")).isEqualTo("True AsWanted 10:01:00");
  }
}
