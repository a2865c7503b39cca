package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Due;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of reports on devices in maintenance, and on overrides that hide the file. */
class InMaintenanceTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "leaf1, leaf1, true",
    "leaf1, leaf1 lossless, true",
    "leaf1, leaf1:Ethernet1/7, true",
    "leaf1, leaf1:Ethernet1/7 pfc, true",
    "leaf1, gpu01:ens1f0np0 <-> leaf1:Ethernet1/7, true",
    "leaf1, leaf10, false",
    "leaf1, leaf10:Ethernet1/7, false",
    "leaf1:Ethernet1/7, leaf1:Ethernet1/7 pfc, true",
    "leaf1:Ethernet1/7, leaf1:Ethernet1/8 pfc, false",
    "leaf1:Ethernet1/7, leaf1, false",
    "leaf1, audit, false"
  })
  void aFindingIsToldAsInMaintenanceWhereItIsAboutWhatIsWorkedOn(
      String target, String subject, boolean covered) {
    Finding critical =
        new Finding(
            FindingRule.STORM, Finding.Severity.CRITICAL, subject, "it pauses", "look", NOW);

    Finding told = InMaintenance.told(List.of(critical), List.of(work(target))).getFirst();

    assertThat(told.severity())
        .isEqualTo(covered ? Finding.Severity.INFO : Finding.Severity.CRITICAL);
    assertThat(told.message())
        .isEqualTo(
            covered
                ? "in maintenance until 2027-01-01T01:00:00Z (optics): it pauses"
                : "it pauses");
    assertThat(told.rule()).isEqualTo(FindingRule.STORM);
  }

  @Test
  void whatIsAdriftThereIsLeftAlone() {
    List<DriftBook.Fact> facts = List.of(fact("leaf1:Ethernet1/7"), fact("leaf2:Ethernet1/7"));

    assertThat(InMaintenance.elsewhere(facts, List.of(work("leaf1"))))
        .containsExactly(fact("leaf2:Ethernet1/7"));
  }

  @Test
  void overridesThatHideTheFileAreOneFindingPerDevice() {
    TreeMap<Key, Setting> file = new TreeMap<>();
    TreeMap<Key, Setting> rest = new TreeMap<>();
    for (int port = 1; port <= 5; port++) {
      file.put(pfc("leaf1:Ethernet1/" + port), new Pfc(PrioritySet.of(3)));
      rest.put(pfc("leaf1:Ethernet1/" + port), new Pfc(PrioritySet.of(4)));
    }
    rest.put(pfc("leaf2:Ethernet1/1"), new Pfc(PrioritySet.of(4)));

    List<Finding> findings = Shadowed.in(new Intent(file, rest)).toList();

    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(Finding.Severity.INFO);
    assertThat(findings.getFirst().subject()).isEqualTo("leaf1");
    assertThat(findings.getFirst().message())
        .startsWith("leaf1:Ethernet1/1 pfc: override 4 hides what the file wants, 3; ")
        .endsWith("; and 2 more");
  }

  private static Maintenance work(String target) {
    return new Maintenance(
        Target.parse(target),
        NOW,
        Due.at(Instant.parse("2027-01-01T01:00:00Z")),
        "uid:0",
        "optics");
  }

  private static DriftBook.Fact fact(String port) {
    Setting on = new Pfc(PrioritySet.of(3));
    return new DriftBook.Fact(
        new Drift.Difference(pfc(port), on, new Reading.Value(Pfc.OFF)), NOW, DriftBook.UNKNOWN);
  }

  private static Key pfc(String port) {
    PortId id = PortId.parse(port);
    return new Key(Target.port(id), SettingKind.PFC);
  }
}
