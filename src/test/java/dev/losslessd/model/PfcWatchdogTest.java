package dev.losslessd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.PfcWatchdog.Action;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PfcWatchdogTest {
  private static final PfcWatchdog ON = new PfcWatchdog(true);
  private static final PfcWatchdog THERE = new PfcWatchdog(true, 200, 400, Action.DROP);

  @Test
  void whatIsNotStatedIsAsTheDeviceHasIt() {
    assertThat(new PfcWatchdog(true, 300, null, null).over(THERE))
        .isEqualTo(new PfcWatchdog(true, 300, 400, Action.DROP));
    assertThat(ON.over(THERE)).isEqualTo(THERE);
    assertThat(ON.over(PfcWatchdog.OFF)).isEqualTo(ON);
    assertThat(PfcWatchdog.OFF.over(THERE)).isEqualTo(PfcWatchdog.OFF);
  }

  @Test
  void aRecordWithoutValuesIsMetByAnyWatchdogThatIsOn() {
    Change old =
        new Change(Target.parse("leaf1:Ethernet0"), PfcWatchdog.OFF, ON, List.of(), Set.of());
    assertThat(old.isMet(new Reading.Value(THERE))).isTrue();
    assertThat(old.isMet(new Reading.Value(PfcWatchdog.OFF))).isFalse();
    assertThat(old.inverse().isMet(new Reading.Value(THERE))).isFalse();
    assertThat(THERE.isMetBy(new PfcWatchdog(true, 200, 400, Action.FORWARD))).isFalse();
  }

  @Test
  void oneThatIsOffHasNoValues() {
    assertThatThrownBy(() -> new PfcWatchdog(false, 200, null, null))
        .hasMessageContaining("off has no times");
    assertThatThrownBy(() -> new PfcWatchdog(true, 0, null, null))
        .hasMessageContaining("detectMillis 0 is outside 1..");
    assertThat(THERE.text()).isEqualTo("on detectMillis=200 restoreMillis=400 action=drop");
  }

  @Test
  void aValueThatCannotBeWrittenIsRefusedAndOneThatIsThereIsNot() {
    WatchdogRange range =
        new WatchdogRange(
            new WatchdogRange.Times(100, 5000, 10), null, Set.of(Action.DROP), false, "by hand");
    assertThat(why(range, new PfcWatchdog(true, 300, 400, Action.DROP))).isEqualTo("fits");
    assertThat(why(range, new PfcWatchdog(true, 90, null, null)))
        .isEqualTo("range: detectMillis 90 is outside 100..5000");
    assertThat(why(range, new PfcWatchdog(true, 105, null, null)))
        .isEqualTo("range: detectMillis 105 is no multiple of 10");
    assertThat(why(range, new PfcWatchdog(true, null, 500, null)))
        .isEqualTo("not-exposed: the watchdog has no restoreMillis here: by hand");
    assertThat(why(range, new PfcWatchdog(true, null, null, Action.FORWARD)))
        .isEqualTo("range: action forward: here there is drop");
    assertThat(why(WatchdogRange.NONE, new PfcWatchdog(true, null, null, Action.ALERT)))
        .isEqualTo("not-exposed: the watchdog has no action here");
  }

  private static String why(WatchdogRange range, PfcWatchdog wanted) {
    return range
        .misfit(THERE, wanted)
        .map(misfit -> misfit.rule().id() + ": " + misfit.reason())
        .orElse("fits");
  }
}
