package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static final Target TARGET = Target.port(PortId.parse("gpu01:ens1f0np0"));
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @Test
  void aMapThatHoldsTheWantedEntriesAndMoreIsNotAdrift() {
    assertThat(drift(map(26, 3), new Reading.Value(map(26, 3, 10, 1)), Set.of())).isEmpty();
  }

  @Test
  void bothValuesAreNamed() {
    List<Drift.Difference> differences = drift(map(26, 3), new Reading.Value(map(26, 1)), Set.of());

    assertThat(differences).hasSize(1);
    assertThat(differences.getFirst().message())
        .isEqualTo("gpu01:ens1f0np0 dscp: wanted 26->3, device shows 26->1");
  }

  @Test
  void aValueThatDoesNotTellAllIsAdrift() {
    Reading more = new Reading.Value(map(26, 3), "", "but with more", false);

    assertThat(drift(map(26, 3), more, Set.of()).getFirst().message())
        .isEqualTo(TARGET + " dscp: wanted 26->3, device shows 26->3 (but with more)");
  }

  @Test
  void whatACommitIsWritingIsOnItsWay() {
    assertThat(drift(map(26, 3), new Reading.Value(map(26, 1)), Set.of(TARGET))).isEmpty();
  }

  @Test
  void whatIsNotReadOrNotThereIsNoDrift() {
    assertThat(drift(map(26, 3), new Reading.Unread("timed out"), Set.of())).isEmpty();
    assertThat(drift(map(26, 3), new Reading.Unsupported("no DCB"), Set.of())).isEmpty();
  }

  @Test
  void aFindingThatGoesOnKeepsItsFirstTime() {
    FindingBoard board = new FindingBoard();
    Drift.Difference difference =
        drift(map(26, 3), new Reading.Value(map(26, 1)), Set.of()).getFirst();
    board.replace(List.of(finding(difference, NOW)), NOW);
    board.replace(List.of(finding(difference, NOW.plusSeconds(60))), NOW.plusSeconds(60));

    assertThat(board.open()).extracting(Finding::since).containsExactly(NOW);
    board.replace(List.of(), NOW);
    assertThat(board.open()).isEmpty();
  }

  private static Finding finding(Drift.Difference difference, Instant since) {
    return Drift.finding(new DriftBook.Fact(difference, since, DriftBook.UNKNOWN));
  }

  private static List<Drift.Difference> drift(Setting wanted, Reading is, Set<Target> moving) {
    TreeMap<Key, Setting> file = new TreeMap<>();
    file.put(new Key(TARGET, SettingKind.DSCP_MAP), wanted);
    Observed observed = new Observed(TARGET, Map.of(SettingKind.DSCP_MAP, is));
    Intent intent = Intent.NOTHING.withFile(file);
    return Drift.in(
        new Moment(
            new Expected(intent, file, Map.of(), moving, moving),
            Map.of(TARGET, new Observation(observed, NOW)),
            Set.of()));
  }

  private static DscpMap map(int... pairs) {
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      entries.put(Dscp.of(pairs[i]), Priority.of(pairs[i + 1]));
    }
    return new DscpMap(entries);
  }
}
