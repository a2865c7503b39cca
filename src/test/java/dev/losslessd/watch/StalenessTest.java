package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StalenessTest {
  private static final Instant AT = Instant.parse("2031-05-06T10:00:00Z");
  private static final Reading.Unsupported NONE = new Reading.Unsupported("no such thing");
  private static final Observation SEEN =
      new Observation(
          new Observed(
              Target.parse("leaf1:Ethernet1/1"),
              Map.of(
                  SettingKind.PFC,
                  new Reading.Value(new Pfc(PrioritySet.of(3))),
                  SettingKind.HEADROOM,
                  NONE)),
          AT);

  @Test
  void aReadingOlderThanFiveRoundsIsUnread() {
    Staleness staleness = Staleness.of(Duration.ofSeconds(30));

    assertThat(staleness.asOf(SEEN, AT.plusSeconds(150))).isEqualTo(SEEN);
    Observation old = staleness.asOf(SEEN, AT.plusSeconds(151));
    assertThat(old.observed().reading(SettingKind.PFC))
        .isEqualTo(new Reading.Unread("not read since 2031-05-06T10:00:00Z"));
    assertThat(old.observed().reading(SettingKind.HEADROOM)).isEqualTo(NONE);
    assertThat(old.at()).isEqualTo(AT);
  }

  @Test
  void aFastReaderHasAMinute() {
    Staleness staleness = Staleness.of(Duration.ofSeconds(5));

    assertThat(staleness.asOf(SEEN, AT.plusSeconds(60))).isEqualTo(SEEN);
    assertThat(staleness.asOf(SEEN, AT.plusSeconds(61))).isNotEqualTo(SEEN);
  }
}
