package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.Pending;
import dev.losslessd.model.Caution;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests of a server's settings that wait for a reboot, and of the state that vendors' guides lead
 * to.
 */
class StagingTest {
  private static final Target SERVER = Target.parse("esx1");
  private static final Target PORT = Target.parse("esx1:vmnic2");
  private static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final Reading COMES = new Reading.Staged(Pfc.OFF, THREE, Reading.Event.REBOOT);
  private static final Reading GOES = new Reading.Staged(THREE, Pfc.OFF, Reading.Event.REBOOT);
  private static final Reading UNTOLD = new Reading.Staged(null, THREE, Reading.Event.REBOOT, "");

  private static Intent intent(Setting... wanted) {
    TreeMap<Key, Setting> file = new TreeMap<>();
    for (Setting one : wanted) {
      file.put(new Key(SERVER, one.kind()), one);
    }
    return new Intent(file, new TreeMap<>());
  }

  private static Map<Target, Observation> seen(Target target, Map<SettingKind, Reading> readings) {
    return Map.of(target, new Observation(new Observed(target, readings), NOW));
  }

  private static List<Finding> staged(Reading reading, Setting... wanted) {
    return Staging.in(intent(wanted), seen(SERVER, Map.of(SettingKind.PFC, reading))).toList();
  }

  private static boolean drifts(Reading reading) {
    Expected expected = Expected.of(new Pending(intent(THREE), List.of()));
    Map<Target, Observation> seen = seen(SERVER, Map.of(SettingKind.PFC, reading));
    return !Drift.in(new Moment(expected, seen, Set.of())).isEmpty();
  }

  @Test
  void whatRunsOtherwiseThanItIsSetIsFoundWhetherItIsWantedOrNot() {
    for (List<Finding> found : List.of(staged(COMES), staged(COMES, THREE))) {
      assertThat(found)
          .singleElement()
          .satisfies(one -> {
            assertThat(one.rule()).isEqualTo(FindingRule.STAGED);
            assertThat(one.severity()).isEqualTo(Severity.WARNING);
            assertThat(one.subject()).isEqualTo("esx1 pfc");
            assertThat(one.message())
                .isEqualTo("in force is none; 3 is set, and comes with the next reboot");
          });
    }
  }

  @Test
  void whatIsNotToldIsAHintAndOnlyWhereItIsWanted() {
    assertThat(staged(UNTOLD)).isEmpty();
    assertThat(staged(UNTOLD, THREE)).extracting(Finding::severity).containsExactly(Severity.INFO);
    assertThat(staged(new Reading.Value(THREE), THREE)).isEmpty();
  }

  @Test
  void whatAnotherSettingBringsIsToldInWords() {
    Reading waits =
        new Reading.Staged(Pfc.OFF, THREE, new Reading.OtherSetting("the switch's own watchdog"));

    assertThat(staged(waits))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.message())
              .isEqualTo("in force is none; 3 is set, and comes with the switch's own watchdog");
          assertThat(one.advice()).isEqualTo("set that as well: nothing else puts it in force");
        });
  }

  @Test
  void whatComesIsNoDriftAndWhatGoesIs() {
    assertThat(drifts(COMES)).isFalse();
    assertThat(drifts(UNTOLD)).isFalse();
    assertThat(drifts(GOES)).isTrue();
    assertThat(drifts(new Reading.Value(Pfc.OFF))).isTrue();
    assertThat(drifts(new Reading.Value(THREE))).isFalse();
  }

  @Test
  void pauseOfAServerIsFoundWhereThePortCouldHavePfc() {
    Reading pause = new Reading.Value(new GlobalPause(true, true));
    Map<Target, Observation> both =
        seen(
            PORT,
            Map.of(SettingKind.GLOBAL_PAUSE, pause, SettingKind.PFC, new Reading.Value(Pfc.OFF)));

    assertThat(HostPause.in(both, host -> true))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.rule()).isEqualTo(FindingRule.GLOBAL_PAUSE);
          assertThat(one.message())
              .contains("global pause on, as the guides leave it; it is not PFC", "is none");
        });
    assertThat(HostPause.in(both, host -> false)).isEmpty();
    assertThat(HostPause.in(seen(PORT, Map.of(SettingKind.GLOBAL_PAUSE, pause)), host -> true))
        .isEmpty();
  }

  @Test
  void aCautionOfADriverIsAFindingWithTheCure() {
    Caution caution = new Caution(FindingRule.DCBX_CEE, "DCBX in CEE mode", "no PFC is agreed");
    Reading with = new Reading.Value(THREE, "", Optional.of(caution));

    assertThat(with.text()).isEqualTo("3 (DCBX in CEE mode)");
    assertThat(Cautions.in(seen(PORT, Map.of(SettingKind.PFC, with))))
        .containsExactly(
            new Finding(
                FindingRule.DCBX_CEE,
                Finding.Severity.WARNING,
                PORT.text(),
                "no PFC is agreed",
                FindingRule.DCBX_CEE.advice(),
                Finding.NOW));
    assertThat(Cautions.in(seen(PORT, Map.of(SettingKind.PFC, new Reading.Value(THREE)))))
        .isEmpty();
  }
}
