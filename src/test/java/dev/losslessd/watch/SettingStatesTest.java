package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SettingStatesTest {
  private static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final Reading OTHER = new Reading.Value(Pfc.OFF);
  private static final Reading UNREAD = new Reading.Unread("no answer");

  private final TreeMap<Key, Setting> wanted = new TreeMap<>();
  private final Map<Target, Observation> seen = new HashMap<>();

  private Target want(String port) {
    Target target = Target.parse(port);
    wanted.put(new Key(target, SettingKind.PFC), THREE);
    return target;
  }

  private Target want(String port, Reading reading) {
    Target target = want(port);
    seen.put(target, new Observation(new Observed(target, Map.of(SettingKind.PFC, reading)), NOW));
    return target;
  }

  private SettingStates states(Set<Target> moving, Set<Target> outdated) {
    Intent intent = new Intent(wanted, new TreeMap<>());
    Expected expected = new Expected(intent, wanted, Map.of(), moving, moving);
    return new SettingStates(new Moment(expected, seen, outdated));
  }

  private SettingState only(Set<Target> moving, Set<Target> outdated) {
    List<SettingState> all =
        states(moving, outdated).counts().values().stream()
            .flatMap(one -> one.entrySet().stream())
            .filter(one -> one.getValue() > 0)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void eachWantedSettingIsInOneStateAndTheSumIsWhatIsWanted() {
    want("leaf1:Ethernet1/1", new Reading.Value(THREE));
    want("leaf1:Ethernet1/2", OTHER);
    want("leaf1:Ethernet1/3", UNREAD);
    want("leaf1:Ethernet1/4", new Reading.Staged(Pfc.OFF, THREE, Reading.Event.REBOOT));
    want("leaf1:Ethernet1/5", new Reading.Unsupported("no PFC"));
    want("leaf1:Ethernet1/6");

    assertThat(states(Set.of(), Set.of()).counts().values())
        .containsExactly(
            Map.of(
                SettingState.AS_WANTED, 1,
                SettingState.DRIFT, 1,
                SettingState.STAGED, 1,
                SettingState.UNKNOWN, 2,
                SettingState.UNSUPPORTED, 1));
  }

  @Test
  void whatWasWrittenSinceItWasReadIsUnknown() {
    Target port = want("leaf1:Ethernet1/1", OTHER);

    assertThat(only(Set.of(), Set.of(port))).isEqualTo(SettingState.UNKNOWN);
  }

  @Test
  void whatACommitIsWritingIsOnItsWay() {
    Target port = want("leaf1:Ethernet1/1", OTHER);

    assertThat(only(Set.of(port), Set.of())).isEqualTo(SettingState.STAGED);
  }

  @Test
  void aDeviceThatIsNotReadIsOneFinding() {
    want("leaf1:Ethernet1/1", UNREAD);
    want("leaf1:Ethernet1/2", UNREAD);
    want("leaf2:Ethernet1/1", new Reading.Value(THREE));

    assertThat(states(Set.of(), Set.of()).findings())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.rule()).isEqualTo(FindingRule.UNREAD);
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.subject()).isEqualTo("leaf1");
          assertThat(one.message())
              .isEqualTo(
                  "it is unknown whether 2 settings are as wanted; leaf1:Ethernet1/1 pfc: no"
                      + " answer");
        });
  }

  @Test
  void whatADeviceDoesNotHaveIsAHint() {
    want("leaf1:Ethernet1/1", new Reading.Unsupported("no PFC"));

    assertThat(states(Set.of(), Set.of()).findings())
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple(FindingRule.UNSUPPORTED, Severity.INFO));
  }
}
