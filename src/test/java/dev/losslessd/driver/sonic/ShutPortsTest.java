package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A patch that dies once it has shut its port. */
class ShutPortsTest extends OnSonicLeaf {
  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  private final AtomicReference<String> note = new AtomicReference<>("");

  private SwitchSession remembering() throws Exception {
    DeviceNotes notes =
        new DeviceNotes(InstantSource.fixed(NOON), () -> Optional.of(note.get()), note::set);
    return leaf.remembering(notes);
  }

  private boolean isUp() throws Exception {
    return leaf.cells("PORT|Ethernet0 admin").equals(List.of("PORT|Ethernet0 admin_status=up"));
  }

  private static LeftShut left(boolean up) {
    return new LeftShut(SonicLeaf.id(1), up, NOON);
  }

  @Test
  void thePortIsPutBackUpReadBackAndToldOf() throws Exception {
    try (SwitchSession session = remembering()) {
      List<String> found = leaf.state();
      Change change = SonicLeaf.change(session, SonicLeaf.port(1), Wishes.ecn(4000, 16000, 20));
      leaf.tell("lie leaf1 patch 1");

      assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("Connection refused");

      assertThat(leaf.state()).isEqualTo(found);
      assertThat(session.leftShut()).containsExactly(left(true));
      assertThat(note.get()).isEmpty();
      session.apply(change);
      assertThat(session.leftShut()).as("the next write ended well").isEmpty();
    }
  }

  @Test
  void aPortThatStaysShutIsToldAndTriedAgain() throws Exception {
    try (SwitchSession session = remembering()) {
      Change change = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE);
      leaf.tell("lie leaf1 patch 1");
      leaf.tell("refuse leaf1 config interface startup");
      assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("Connection refused");
      assertThat(isUp()).isFalse();
      assertThat(session.leftShut()).containsExactly(left(false));
      assertThatThrownBy(session::reopen).isInstanceOf(DeviceException.class);
      leaf.tell("clear leaf1");
      session.reopen();
      assertThat(isUp()).isTrue();
      assertThat(session.leftShut()).containsExactly(left(true));
    }
  }

  @Test
  void aKilledDaemonsPortIsFoundByTheNext() throws Exception {
    try (SwitchSession killed = remembering()) {
      Change change = SonicLeaf.change(killed, SonicLeaf.port(1), SonicLeaf.THREE);
      leaf.tell("lie leaf1 patch 1");
      leaf.tell("refuse leaf1 config interface startup");
      assertThatThrownBy(() -> killed.apply(change)).isInstanceOf(DeviceException.class);
    }
    leaf.tell("clear leaf1");
    try (SwitchSession next = remembering()) {
      assertThat(next.targets()).isNotEmpty();
      assertThat(next.leftShut()).as("at the first look").containsExactly(left(false));
      next.reopen();
      assertThat(isUp()).isTrue();
      assertThat(next.leftShut()).containsExactly(left(true));
      assertThat(note.get()).isEmpty();
    }
  }

  @Test
  void aPortThatAPersonBroughtUpIsNoMatterAnyMore() throws Exception {
    note.set("shall be up: Ethernet0 Ethernet4");
    leaf.foreign("sudo config interface shutdown Ethernet4");
    try (SwitchSession session = remembering()) {
      assertThat(session.targets()).isNotEmpty();
      assertThat(session.leftShut()).containsExactly(new LeftShut(SonicLeaf.id(2), false, NOON));
      leaf.foreign("sudo config interface startup Ethernet4");
      assertThat(session.targets()).isNotEmpty();
      assertThat(session.leftShut()).isEmpty();
      assertThat(note.get()).isEmpty();
    }
  }
}
