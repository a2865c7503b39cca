package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commit timer: what is held is kept, released, or taken back by the switch itself. */
class EosHoldTest extends OnEosLeaf {

  @Test
  void theTimerTakesBackWhatNobodyKeeps() throws IOException {
    List<String> before = leaf.state();

    session.applyWithTimer(changes(), HOLD);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    session.close();
    leaf.tell("ahead leaf1 599");
    assertThat(leaf.state()).isNotEqualTo(before);
    leaf.tell("ahead leaf1 1");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void anotherProcessKeepsWhatOneBeforeItHeld() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    List<String> held = leaf.state();
    session.close();

    try (SwitchSession next = fresh()) {
      next.confirm(HOLD);
      leaf.tell("ahead leaf1 3600");
      assertThat(leaf.state()).isEqualTo(held);
      next.confirm(HOLD);
    }
  }

  @Test
  void anotherProcessReleasesWhatOneBeforeItHeld() throws IOException {
    List<String> before = leaf.state();
    session.applyWithTimer(changes(), HOLD);
    session.close();

    try (SwitchSession next = fresh()) {
      next.revert(new Hold("c8", HOLD.within()), List.of());
      assertThat(leaf.state()).isNotEqualTo(before);
      next.revert(HOLD, List.of());
      assertThat(leaf.state()).isEqualTo(before);
      next.revert(HOLD, List.of());
    }
  }

  @Test
  void aSecondHoldOfOneCommitKeepsTheFirstAndHoldsTheRest() throws IOException {
    session.applyWithTimer(List.of(change(PORT, new Pfc(PrioritySet.of(3)))), HOLD);
    List<String> first = leaf.state();

    session.applyWithTimer(List.of(change(PORT, new Mtu(9000))), HOLD);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9000));
    leaf.tell("ahead leaf1 600");

    assertThat(leaf.state()).isEqualTo(first);
    assertThat(leaf.sent())
        .contains("configure session losslessd-r12-r0-c7", "commit timer 00:10:00")
        .contains("configure session losslessd-r12-r0-c7 commit");
  }

  @Test
  void theTimerOfAnotherCommitIsNotTouched() throws IOException {
    session.applyWithTimer(changes(), HOLD);

    assertThatThrownBy(() ->
            session.applyWithTimer(
                List.of(change(PORT, new Mtu(9000))), new Hold("c9", Duration.ofMinutes(1))))
        .hasMessageContaining("the commit timer of session losslessd-r12-r0-c7 runs");
  }

  @Test
  void aTimerIsNotSetAnewUnverified() {
    assertThatThrownBy(() -> session.extend(HOLD)).hasMessageContaining("nothing of commit c7");
    session.applyWithTimer(changes(), HOLD);
    assertThatThrownBy(() -> session.extend(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("no source tells how a commit timer of EOS is set anew");
  }

  @Test
  void aSwitchThatDoesNotKeepIsTold() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    leaf.tell("lie leaf1 commit 1");

    assertThatThrownBy(() -> session.confirm(HOLD)).hasMessageContaining("is not kept");
  }

  @Test
  void anotherLosslessdIsNamedAndOurLeftoversAreDropped() throws IOException {
    leaf.tell("foreign leaf1 configure session losslessd-r12-c3 ; interface Ethernet2 ; mtu 1500");
    session.apply(change(PORT, new Mtu(9000)));
    assertThat(leaf.sent()).contains("configure session losslessd-r12-c3 abort");

    leaf.tell("foreign leaf1 configure session losslessd-pod2-c3 ; interface Ethernet2 ; mtu 1500");
    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(9100))))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED))
        .hasMessageContaining("losslessd-pod2-c3 is open: another losslessd");
  }

  @Test
  void aDaemonWhoseMarkBeginsWithOursIsAnother() throws IOException {
    leaf.tell(
        "foreign leaf1 configure session losslessd-r12-2-c3 ; interface Ethernet2 ; mtu 1500");

    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(9100))))
        .hasMessageContaining("losslessd-r12-2-c3 is open: another losslessd");
    assertThat(leaf.sent()).doesNotContain("configure session losslessd-r12-2-c3 abort");
  }

  @Test
  void savingIsAStepOfItsOwn() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    session.confirm(HOLD);
    assertThat(leaf.sent()).doesNotContain("write memory");
    session.save();
    assertThat(leaf.sent()).contains("write memory");
  }

  @Test
  void whatTheSwitchHasTakenBackIsNotCalledKept() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    leaf.tell("ahead leaf1 601");

    assertThatThrownBy(() -> session.confirm(HOLD)).hasMessageContaining("runs no more");
    session.confirm(HOLD);
  }
}
