package dev.losslessd.driver.junos;

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

/** Confirmed commits: what is held is kept, released, or taken back by the switch itself. */
class JunosHoldTest extends OnJunosLeaf {

  @Test
  void theTimerTakesBackWhatNobodyKeeps() throws IOException {
    List<String> before = leaf.state();

    session.applyWithTimer(changes(), HOLD);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    leaf.tell("ahead leaf1 599");
    assertThat(leaf.state()).isNotEqualTo(before);
    leaf.tell("ahead leaf1 1");

    assertThat(leaf.state()).isEqualTo(before);
    assertThatThrownBy(() -> session.confirm(HOLD))
        .hasMessageContaining("waits no more")
        .hasMessageContaining("by root via other");
    session.confirm(HOLD);
  }

  @Test
  void anotherProcessKeepsWhatOneBeforeItHeld() throws IOException {
    try (SwitchSession first = fresh()) {
      first.applyWithTimer(changes(), HOLD);
    }
    List<String> held = leaf.state();

    try (SwitchSession next = fresh()) {
      next.confirm(HOLD);
      leaf.tell("ahead leaf1 3600");
      assertThat(leaf.state()).isEqualTo(held);
      next.confirm(HOLD);
    }
    assertThat(leaf.sent())
        .contains("commit confirmed 10 comment losslessd-r12-r0-c7")
        .endsWith("configure", "commit check", "exit", "show system commit", "show system commit");
  }

  @Test
  void anotherProcessReleasesWhatOneBeforeItHeld() throws IOException {
    List<String> before = leaf.state();
    try (SwitchSession first = fresh()) {
      first.applyWithTimer(changes(), HOLD);
    }

    try (SwitchSession next = fresh()) {
      next.revert(new Hold("c8", HOLD.within()), List.of());
      assertThat(leaf.state()).isNotEqualTo(before);
      next.revert(HOLD, List.of());
      assertThat(leaf.state()).isEqualTo(before);
      next.revert(HOLD, List.of());
    }
    leaf.tell("ahead leaf1 3600");
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aForeignCommitInTheWindowConfirmsOursAndIsNamed() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    leaf.tell("foreign leaf1 set interfaces et-0/0/2 mtu 9000");
    leaf.tell("ahead leaf1 3600");

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThatThrownBy(() -> session.confirm(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED))
        .hasMessageContaining("the first commit after it is")
        .hasMessageContaining("by admin via cli");
  }

  @Test
  void aSecondHoldOfOneCommitKeepsTheFirstAndHoldsTheRest() throws IOException {
    session.applyWithTimer(List.of(change(PORT, new Pfc(PrioritySet.of(3)))), HOLD);
    List<String> first = leaf.state();

    session.applyWithTimer(List.of(change(PORT, new Mtu(9000))), HOLD);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9000));
    leaf.tell("ahead leaf1 600");

    assertThat(leaf.state()).isEqualTo(first);
  }

  @Test
  void nothingIsCommittedWhileAnotherCommitWaits() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    List<String> held = leaf.state();

    assertThatThrownBy(() ->
            session.applyWithTimer(
                List.of(change(PORT, new Mtu(9000))), new Hold("c9", Duration.ofMinutes(1))))
        .hasMessageContaining("any other would confirm it")
        .hasMessageContaining("losslessd-r12-r0-c7");
    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(9000))))
        .hasMessageContaining("a commit waits to be confirmed");
    assertThat(leaf.state()).isEqualTo(held);
    session.revert(HOLD, List.of());
  }

  @Test
  void aTimerIsNotSetAnewUnverified() {
    assertThatThrownBy(() -> session.extend(HOLD)).hasMessageContaining("nothing of commit c7");
    session.applyWithTimer(changes(), HOLD);
    assertThatThrownBy(() -> session.extend(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("no source tells how the timer of a confirmed commit is set anew");
    session.revert(HOLD, List.of());
  }

  @Test
  void aSwitchThatDoesNotKeepIsTold() throws IOException {
    session.applyWithTimer(changes(), HOLD);
    leaf.tell("lie leaf1 commit 1");

    assertThatThrownBy(() -> session.confirm(HOLD)).hasMessageContaining("is not kept");
    session.revert(HOLD, List.of());
  }

  @Test
  void minutesAreRoundedUp() {
    assertThat(JunosTransaction.minutes(Duration.ofSeconds(61))).isEqualTo(2);
    assertThat(JunosTransaction.minutes(Duration.ofSeconds(1))).isEqualTo(1);
    assertThatThrownBy(() -> JunosTransaction.minutes(Duration.ofDays(60)))
        .hasMessageContaining("at most 65535 minutes");
  }

  @Test
  void aSomebodyWhoCommitsBetweenReadingAndLockIsNoticed() throws IOException {
    History before = History.parse("0   2026-03-02 08:00:00 UTC by root via other");
    assertThat(before.newest().isPending()).isFalse();
    leaf.tell("foreign leaf1 set interfaces et-0/0/2 mtu 9000");

    session.apply(change(PORT, new Mtu(9000)));

    assertThat(leaf.sent()).contains("run show system commit");
    assertThat(leaf.state()).contains("set interfaces et-0/0/2 mtu 9000");
  }
}
