package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PfcWatchdog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A word that the release does not know, and what of its line the switch may have taken. */
class SpellingTest {
  private static final String PFC_OF_ALL = "set qos pfc default-global switch-priority 3";

  @TempDir Path folder;

  @Test
  void aWordOfAnotherReleaseIsTriedAndTheDraftHoldsNothingElse() throws Exception {
    try (Leaf leaf = Leaf.older(folder)) {
      leaf.tell("foreign", PFC_OF_ALL);
      SwitchSession session = leaf.session();
      Change change = watchdog(leaf, session);
      session.apply(change);
      session.apply(change.inverse());
      List<String> before = leaf.state();
      leaf.tell("foreign", "release 5.15.0");

      session.apply(change);

      assertThat(leaf.sent())
          .containsSubsequence(
              "nv set interface swp2 qos pfc-watchdog state enable",
              "nv set interface swp2 qos pfc-watchdog state enabled");
      assertThat(leaf.state())
          .containsAll(before)
          .filteredOn(line -> !before.contains(line))
          .containsExactly("nv set interface swp2 qos pfc-watchdog state enabled");
    }
  }

  private static Change watchdog(Leaf leaf, SwitchSession session) {
    return Leaf.change(session, leaf.port(2), new PfcWatchdog(true));
  }

  /** As {@link #watchdog}, with a line before it, so that the draft is there. */
  private static List<Change> two(Leaf leaf, SwitchSession session) {
    return List.of(Leaf.change(session, leaf.port(1), new Mtu(9000)), watchdog(leaf, session));
  }

  @Test
  void aRefusedWordThatLeftSomethingInTheDraftIsNeverApplied() throws Exception {
    try (Leaf leaf = Leaf.older(folder)) {
      leaf.tell("foreign", PFC_OF_ALL);
      SwitchSession session = leaf.session();
      Change change = watchdog(leaf, session);
      session.apply(change);
      session.apply(change.inverse());
      List<Change> both = two(leaf, session);
      List<String> before = leaf.state();
      leaf.tell("foreign", "release 5.15.0");
      leaf.tell("lie", "stray 1");

      assertThatThrownBy(() -> session.applyWithTimer(both, hold()))
          .isInstanceOfSatisfying(
              DeviceException.class, e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.LIED))
          .hasMessageContaining("is not the configuration and our lines: not applied");

      assertThat(leaf.sent()).contains("nv set interface swp2 qos pfc-watchdog state enabled");
      assertThat(leaf.state()).isEqualTo(before);
      session.applyWithTimer(both, hold());
      assertThat(leaf.state()).contains("nv set interface swp2 qos pfc-watchdog state enabled");
    }
  }

  private static Hold hold() {
    return new Hold("c-20261123-0001", Duration.ofSeconds(720));
  }

  @Test
  void aDraftThatARefusedFirstWordBeganWithoutSayingSoIsDeleted() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", PFC_OF_ALL);
      SwitchSession session = leaf.session();
      Change change = watchdog(leaf, session);
      List<String> before = leaf.state();
      leaf.tell("lie", "half 1");

      assertThatThrownBy(() -> session.apply(change)).isInstanceOf(DeviceException.class);

      assertThat(leaf.state()).isEqualTo(before);
      assertThat(leaf.sent()).anyMatch(line -> line.startsWith("nv config delete"));
      session.apply(change);
      assertThat(leaf.state()).contains("nv set interface swp2 qos pfc-watchdog state enabled");
    }
  }

  @Test
  void oneThatHoldsSomethingElseIsLeftAndNeverWrittenOn() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", PFC_OF_ALL);
      SwitchSession session = leaf.session();
      Change change = watchdog(leaf, session);
      List<String> before = leaf.state();
      leaf.tell("lie", "stray 1");

      assertThatThrownBy(() -> session.apply(change)).isInstanceOf(DeviceException.class);

      assertThat(leaf.state()).isEqualTo(before);
      assertThat(leaf.sent())
          .contains("nv config detach")
          .noneMatch(line -> line.startsWith("nv config delete"));
      session.apply(change);
      assertThat(leaf.state())
          .filteredOn(line -> !before.contains(line))
          .containsExactly("nv set interface swp2 qos pfc-watchdog state enabled");
    }
  }
}
