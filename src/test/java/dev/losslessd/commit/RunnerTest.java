package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunnerTest {
  private static final Target PORT = Target.port(PortId.parse("leaf1:Ethernet1"));
  private static final Key KEY = new Key(PORT, SettingKind.GLOBAL_PAUSE);
  private static final GlobalPause SENDS = new GlobalPause(false, true);

  private static Observed shown(boolean whole) {
    Reading reading = new Reading.Value(SENDS, "send desired", "but the peer decides", whole);
    return new Observed(PORT, Map.of(SettingKind.GLOBAL_PAUSE, reading));
  }

  @Test
  void aValueThatStandsWithMoreIsNotWhatWasWritten() {
    assertThat(Runner.complaint(shown(false), KEY, SENDS, ""))
        .contains(
            "leaf1:Ethernet1 global-pause: the device said yes and shows tx (but the peer"
                + " decides), expected tx");
    assertThat(Runner.complaint(shown(true), KEY, SENDS, "")).isEmpty();
  }

  @Test
  void wordsThatAreBackAreWhatWasThereBefore() {
    assertThat(Runner.complaint(shown(false), KEY, SENDS, "send desired")).isEmpty();
    assertThat(Runner.complaint(shown(true), KEY, SENDS, "send on"))
        .contains(KEY + ": the device shows 'send desired', expected 'send on' as before");
  }
}
