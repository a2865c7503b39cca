package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftBookTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Target TARGET = Target.port(PORT);
  private static final Key PFC = new Key(TARGET, SettingKind.PFC);
  private static final Key PAUSE = new Key(TARGET, SettingKind.GLOBAL_PAUSE);

  private final DriftBook book = new DriftBook(_ -> Optional.empty());
  private Instant now = Instant.parse("2027-01-01T00:00:00Z");

  @Test
  void theWriterIsWhoWasHeardBeforeTheDifferenceAndStaysWhileTheValueDoes() {
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    Instant heard = now;
    pass(1);
    assertThat(round(PFC, 5).writer()).isEqualTo("dcb (process 7)");
    assertThat(round(PFC, 5).since()).isEqualTo(heard);
    pass(60);
    book.onDcbWrite(PORT, "mlnx_qos (process 8)", now);
    pass(1);
    assertThat(round(PFC, 5).writer()).as("the same value").isEqualTo("dcb (process 7)");
    assertThat(round(PFC, 6).writer()).isEqualTo("mlnx_qos (process 8)");
    assertThat(round(PFC, 6).since()).isEqualTo(heard);
  }

  @Test
  void aNoticeThatComesAfterTheReadIsTakenInTheNextRound() {
    assertThat(round(PFC, 5).writer()).isEqualTo(DriftBook.UNKNOWN);
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    assertThat(round(PFC, 5).writer()).isEqualTo("dcb (process 7)");
  }

  @Test
  void aNoticeOfAWriteThatChangedNothingIsNotBlamedLater() {
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    pass(10);
    book.round(List.of(), seen(), now);
    pass(10);
    assertThat(round(PFC, 5).writer()).isEqualTo(DriftBook.UNKNOWN);
  }

  @Test
  void ourOwnWritesAreNotBlamed() {
    book.onDcbWrite(PORT, "losslessd (process 1)", now);
    book.ours(Set.of(TARGET), now);
    assertThat(round(PFC, 5).writer()).isEqualTo(DriftBook.UNKNOWN);
  }

  @Test
  void whatIsToldAfterTheLookAtOurCommitsMayBeAnothers() {
    Instant looked = now;
    pass(1);
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    book.ours(Set.of(TARGET), looked);
    assertThat(round(PFC, 5).writer()).isEqualTo("dcb (process 7)");
  }

  @Test
  void settingsThatAreNotDcbAreNotToldByDcbNotices() {
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    assertThat(round(PAUSE, 5).writer()).isEqualTo(DriftBook.UNKNOWN);
  }

  @Test
  void aDifferenceThatComesBackBeginsAnew() {
    round(PFC, 5);
    pass(5);
    book.round(List.of(), seen(), now);
    assertThat(book.of(PFC)).isEmpty();
    pass(5);
    assertThat(round(PFC, 5).since()).isEqualTo(now);
  }

  @Test
  void aRoundInWhichItCannotBeReadChangesNeitherBeginNorWriter() {
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    Instant heard = now;
    pass(1);
    round(PFC, 5);
    pass(5);
    round(PFC, 5); // the notice has done its work and is forgotten
    for (Map<Target, Observation> silent : List.of(unread(), Map.<Target, Observation>of())) {
      pass(60);
      book.round(List.of(), silent, now);
      assertThat(book.of(PFC)).as("not known is no drift").isEmpty();
      assertThat(book.known()).as("nor is it known to be over").containsOnlyKeys(PFC);
    }
    pass(60);

    DriftBook.Fact again = round(PFC, 5);
    assertThat(again.since()).isEqualTo(heard);
    assertThat(again.writer()).isEqualTo("dcb (process 7)");
    assertThat(Drift.finding(again).since()).isEqualTo(heard);
  }

  @Test
  void aValueThatIsReadInBetweenEndsIt() {
    round(PFC, 5);
    pass(5);
    book.round(List.of(), unread(), now);
    book.round(List.of(), seen(), now);
    assertThat(book.known()).isEmpty();
    pass(5);
    book.round(List.of(), unread(), now);
    assertThat(round(PFC, 5).since()).isEqualTo(now);
  }

  @Test
  void aNoticeWaitsForAReadThatTellsSomething() {
    book.onDcbWrite(PORT, "dcb (process 7)", now);
    pass(10);
    book.round(List.of(), unread(), now);
    assertThat(round(PFC, 5).writer()).isEqualTo("dcb (process 7)");
  }

  private Map<Target, Observation> unread() {
    Map<SettingKind, Reading> silent = new EnumMap<>(SettingKind.class);
    List.of(SettingKind.values()).forEach(kind -> silent.put(kind, new Reading.Unread("silent")));
    return Map.of(TARGET, new Observation(new Observed(TARGET, silent), now));
  }

  private DriftBook.Fact round(Key key, int priority) {
    Drift.Difference difference =
        new Drift.Difference(
            key, new Pfc(PrioritySet.of(3)), new Reading.Value(new Pfc(PrioritySet.of(priority))));
    List<DriftBook.Fact> facts = book.round(List.of(difference), seen(), now);
    assertThat(book.of(key)).contains(facts.getFirst());
    return facts.getFirst();
  }

  private Map<Target, Observation> seen() {
    return Map.of(TARGET, new Observation(new Observed(TARGET, Map.of()), now));
  }

  private void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }
}
