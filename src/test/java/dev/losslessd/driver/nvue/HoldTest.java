package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The switch's own dead-man timer, and what a controller does with it that comes back. */
class HoldTest {
  private static final Hold HOLD = new Hold("c-20261121-0001", Duration.ofSeconds(720));

  @TempDir Path folder;

  private Leaf leaf;
  private SwitchSession session;
  private List<String> before;

  @BeforeEach
  void start() throws Exception {
    leaf = Leaf.newest(folder);
    session = leaf.session();
    before = leaf.state();
  }

  @AfterEach
  void stop() throws Exception {
    leaf.close();
  }

  private List<Change> together() {
    return List.of(
        Leaf.change(session, leaf.box(), new Lossless(PrioritySet.of(3))),
        Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(3))),
        Leaf.change(session, leaf.port(2), new Pfc(PrioritySet.of(3))),
        Leaf.change(session, leaf.port(2), new Mtu(9000)));
  }

  @Test
  void allOfItIsOneRevisionUnderOneTimer() throws Exception {
    assertThat(session.holds()).isTrue();

    session.applyWithTimer(together(), HOLD);

    assertThat(Leaf.value(session, leaf.port(1), Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(Leaf.value(session, leaf.port(2), new Mtu(1500))).isEqualTo(new Mtu(9000));
    assertThat(leaf.sent())
        .containsOnlyOnce("nv config apply --confirm 720s -y -m losslessd-r12-r0-c-20261121-0001");
  }

  @Test
  void theSwitchTakesItBackWithoutUs() throws Exception {
    session.applyWithTimer(together(), HOLD);
    session.close();

    leaf.tell("ahead", "719");
    assertThat(leaf.state()).isNotEqualTo(before);
    leaf.tell("ahead", "1");

    assertThat(leaf.state()).isEqualTo(before);
    SwitchSession later = leaf.session();
    assertThat(Leaf.value(later, leaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
    assertThatThrownBy(() -> later.confirm(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE))
        .hasMessageContaining("taken it back");
  }

  @Test
  void whatIsKeptStays() throws Exception {
    session.applyWithTimer(together(), HOLD);
    List<String> held = leaf.state();

    session.confirm(HOLD);
    session.confirm(HOLD);
    leaf.tell("ahead", "10000");

    assertThat(leaf.state()).isEqualTo(held);
  }

  @Test
  void whatIsReleasedGoesAtOnce() throws Exception {
    session.applyWithTimer(together(), HOLD);

    session.revert(HOLD, List.of());
    session.revert(HOLD, List.of());

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aNewProcessKeepsOrReleasesWhatAnEarlierOneHeld() throws Exception {
    session.applyWithTimer(together(), HOLD);
    List<String> held = leaf.state();
    session.close();
    SwitchSession second = leaf.session();
    second.revert(HOLD, List.of());
    assertThat(leaf.state()).isEqualTo(before);

    second.applyWithTimer(
        List.of(
            Leaf.change(second, leaf.box(), new Lossless(PrioritySet.of(3))),
            Leaf.change(second, leaf.port(1), new Pfc(PrioritySet.of(3))),
            Leaf.change(second, leaf.port(2), new Mtu(9000)),
            Leaf.change(second, leaf.port(2), new Pfc(PrioritySet.of(3)))),
        new Hold("c-2", Duration.ofMinutes(1)));
    second.close();
    SwitchSession third = leaf.session();
    third.confirm(new Hold("c-2", Duration.ofMinutes(1)));
    leaf.tell("ahead", "10000");

    assertThat(leaf.state()).isEqualTo(held);
  }

  @Test
  void aSecondHoldOfTheCommitKeepsTheFirstAndHoldsTheRest() throws Exception {
    session.applyWithTimer(together(), HOLD);
    List<String> first = leaf.state();

    session.applyWithTimer(
        List.of(Leaf.change(session, leaf.port(1), new GlobalPause(true, false))), HOLD);
    assertThat(leaf.state()).isNotEqualTo(first);
    leaf.tell("ahead", "720");

    assertThat(leaf.state()).isEqualTo(first);
  }

  @Test
  void whatAnotherDaemonHoldsUnderTheSameIdIsNotTouched() throws Exception {
    session.applyWithTimer(together(), HOLD);
    List<String> held = leaf.state();
    SwitchSession other = leaf.sessionOf("gpu02");

    other.revert(HOLD, together());
    assertThat(leaf.state()).isEqualTo(held);
    other.confirm(HOLD);
    leaf.tell("ahead", "720");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void whatAnotherCommitHoldsIsNotTouched() throws Exception {
    session.applyWithTimer(together(), HOLD);
    SwitchSession other = leaf.session();
    Hold later = new Hold("c-2", Duration.ofMinutes(5));
    Change change = Leaf.change(other, leaf.port(1), new Mtu(1500));

    assertThatThrownBy(() -> other.applyWithTimer(List.of(change), later))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("losslessd-r12-r0-c-20261121-0001")
        .hasMessageContaining("confirm");
    assertThatThrownBy(() -> other.apply(change)).hasMessageContaining("confirm");
    other.confirm(later);
    other.revert(later, List.of());
    assertThatThrownBy(other::save).hasMessageContaining("not saved");
    leaf.tell("ahead", "720");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aRunningTimerIsNotGivenMoreTime() {
    assertThatThrownBy(() -> session.extend(HOLD)).hasMessageContaining("nothing of commit");
    session.applyWithTimer(together(), HOLD);
    assertThatThrownBy(() -> session.extend(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("cannot be given more time");
  }

  @Test
  void aConfirmationThatTheSwitchIgnoresIsNoConfirmation() throws Exception {
    session.applyWithTimer(together(), HOLD);
    leaf.tell("refuse", "nv config apply");

    assertThatThrownBy(() -> session.confirm(HOLD)).isInstanceOf(DeviceException.class);
    leaf.tell("clear", "");
    leaf.tell("lie", "confirm");
    assertThatThrownBy(() -> session.confirm(HOLD)).hasMessageContaining("still waits");
    leaf.tell("clear", "");
    leaf.tell("ahead", "720");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void nothingToDoHoldsNothing() throws Exception {
    session.applyWithTimer(List.of(Leaf.change(session, leaf.port(1), new Mtu(9216))), HOLD);

    session.confirm(HOLD);

    assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv config apply"));
  }
}
