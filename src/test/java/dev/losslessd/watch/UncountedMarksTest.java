package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UncountedMarksTest {
  private static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");
  private static final Ecn.Marking MARKING = new Ecn.Marking(400_000, 1_600_000, 20);
  private static final Ecn MARKS = Ecn.of(Map.of(Priority.of(3), MARKING, Priority.of(4), MARKING));

  @Test
  void marksThatAreNotCountedAreAnOfferWithTheCommandThatAcceptsIt() {
    assertThat(findings(Map.of(SettingKind.ECN, MARKS, SettingKind.ECN_COUNT, count(4, 6))))
        .singleElement()
        .satisfies(offer -> {
          assertThat(offer.rule()).isEqualTo(FindingRule.MARKS_NOT_COUNTED);
          assertThat(offer.severity()).isEqualTo(Finding.Severity.INFO);
          assertThat(offer.message()).startsWith("priority 3 is marked");
          assertThat(offer.advice()).contains("losslessd set leaf2:Ethernet1 ecn-count 3,4,6");
        });
  }

  @Test
  void nothingIsOfferedWhereAllIsCountedNothingIsMarkedOrTheSystemHasNoSuchSetting() {
    assertThat(findings(Map.of(SettingKind.ECN, MARKS, SettingKind.ECN_COUNT, count(3, 4))))
        .isEmpty();
    assertThat(findings(Map.of(SettingKind.ECN, Ecn.OFF, SettingKind.ECN_COUNT, EcnCount.NONE)))
        .isEmpty();
    assertThat(findings(Map.of(SettingKind.ECN, MARKS))).isEmpty();
  }

  private static EcnCount count(int... priorities) {
    return new EcnCount(PrioritySet.of(priorities));
  }

  private static List<Finding> findings(Map<SettingKind, Setting> values) {
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    values.forEach((kind, value) -> readings.put(kind, new Reading.Value(value)));
    Target port = Target.port(PortId.parse("leaf2:Ethernet1"));
    Observation seen = new Observation(new Observed(port, readings), NOW);
    return UncountedMarks.in(List.of(seen)).toList();
  }
}
