package dev.losslessd.driver.esxi;

import static dev.losslessd.driver.esxi.EsxiServer.box;
import static dev.losslessd.driver.esxi.EsxiServer.change;
import static dev.losslessd.driver.esxi.EsxiServer.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Trust;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that facts about a boot outlive the daemon, as long as it is the same boot. */
class EsxiMemoryTest extends OnEsxiServer {
  private static final Trust DSCP = new Trust(Trust.Field.DSCP);
  private static final Trust PCP = new Trust(Trust.Field.PCP);

  private Instant now = Instant.parse("2026-11-22T05:00:00Z");
  private String kept = "";
  private final DeviceNotes notes =
      new DeviceNotes(
          () -> now,
          () -> kept.isEmpty() ? Optional.empty() : Optional.of(kept),
          text -> kept = text);

  @Test
  void afterARestartOfTheDaemonWhatRunsIsStillTold() throws Exception {
    aBootWasSeen();

    pass(Duration.ofHours(3));
    try (SwitchSession next = leaf.session(notes)) {
      assertThat(reading(next, box(), DSCP).text()).isEqualTo("dscp");
      next.apply(change(next, box(), PCP));
      next.apply(change(next, box(), RdmaDscp.of(26)));
    }
    pass(Duration.ofDays(11));
    try (SwitchSession third = leaf.session(notes)) {
      assertThat(reading(third, box(), DSCP).text()).isEqualTo("dscp (pcp after reboot)");
      third.apply(change(third, box(), DSCP));
      assertThat(reading(third, box(), DSCP).text()).isEqualTo("dscp");
    }
  }

  @Test
  void whatSomebodyChangedWhileNobodyLookedIsStaged() throws Exception {
    aBootWasSeen();

    leaf.core("trust_state=1");
    try (SwitchSession next = leaf.session(notes)) {
      assertThat(reading(next, box(), DSCP).text()).isEqualTo("dscp (pcp after reboot)");
    }
  }

  @Test
  void aRebootWhileNobodyLookedProvesNothing() throws Exception {
    aBootWasSeen();

    leaf.reboot();
    now = now.plusSeconds(142); // which it took
    try (SwitchSession next = leaf.session(notes)) {
      assertThat(reading(next, box(), DSCP).text()).isEqualTo("not told (dscp after reboot)");
    }
  }

  @Test
  void oneThatIsLongerUpThanBeforeThoughItWasBootedProvesNothing() throws Exception {
    aBootWasSeen();

    // 142 s up then; eight hours later the host is up for four
    leaf.tell("ahead esx1 " + Duration.ofHours(4).toSeconds());
    now = now.plus(Duration.ofHours(8));
    try (SwitchSession next = leaf.session(notes)) {
      assertThat(reading(next, box(), DSCP).text()).isEqualTo("not told (dscp after reboot)");
    }
  }

  @Test
  void aNoteThatIsNoneIsForgotten() throws Exception {
    aBootWasSeen();
    String whole = kept;
    assertThat(BootNote.parse(whole).map(BootNote::text)).contains(whole);

    for (int cut = 0; cut < whole.length(); cut++) {
      assertThat(BootNote.parse(whole.substring(0, cut)).filter(n -> n.text().equals(whole)))
          .isEmpty();
    }
    kept = whole.substring(0, whole.length() - 30);
    try (SwitchSession next = leaf.session(notes)) {
      assertThat(reading(next, box(), DSCP).inForce()).isEmpty();
    }
  }

  @Test
  void aClockThatWentBackProvesNothing() {
    BootNote note = new BootNote(now, 3_600_000_000L, Map.of());

    assertThat(note.isSameBoot(now.plusSeconds(100), 3_700_000_000L)).isTrue();
    assertThat(note.isSameBoot(now.minusSeconds(1), 3_600_000_000L)).isFalse();
    assertThat(note.isSameBoot(now.plusSeconds(100), 3_599_999_999L)).isFalse();
    assertThat(note.isSameBoot(now.plusSeconds(100), 3_800_000_000L)).isFalse();
    assertThat(new BootNote(now, 50_000_000, Map.of()).isSameBoot(now, 50_000_001))
        .as("up for less than clocks may be wrong")
        .isFalse();
  }

  /** With {@code trust_state=2} before and after it. */
  private void aBootWasSeen() throws Exception {
    leaf.core("trust_state=2");
    try (SwitchSession first = leaf.session(notes)) {
      assertThat(reading(first, box(), DSCP).inForce()).isEmpty();
      leaf.reboot();
      assertThat(reading(first, box(), DSCP).inForce()).contains(DSCP);
    }
  }

  /** For both, as long as nothing happens. */
  private void pass(Duration time) throws Exception {
    leaf.tell("ahead esx1 " + time.toSeconds());
    now = now.plus(time);
  }
}
