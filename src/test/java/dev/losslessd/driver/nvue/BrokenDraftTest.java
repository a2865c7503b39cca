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
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of drafts that a dead process left in the middle of its lines, and of the process that
 * comes later.
 */
class BrokenDraftTest {
  private static final Hold HOLD = new Hold("c-20261121-0002", Duration.ofSeconds(720));

  @TempDir Path folder;

  private Leaf leaf;
  private List<String> before;
  private List<Change> commit;

  @BeforeEach
  void start() throws Exception {
    leaf = Leaf.newest(folder);
    before = leaf.state();
    SwitchSession session = leaf.session();
    commit =
        List.of(
            Leaf.change(session, leaf.box(), new Lossless(PrioritySet.of(3))),
            Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(3))),
            Leaf.change(session, leaf.port(2), new Pfc(PrioritySet.of(3))),
            Leaf.change(session, leaf.port(2), new Mtu(9000)),
            Leaf.change(session, leaf.port(1), new GlobalPause(true, false)));
  }

  @AfterEach
  void stop() throws Exception {
    leaf.close();
  }

  /** A session of a process that dies after so many lines. */
  private SwitchSession dying(int lines) throws IOException {
    AtomicInteger sent = new AtomicInteger();
    WriteGate gate =
        what -> {
          if (sent.incrementAndGet() > lines) {
            throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": dead");
          }
        };
    return leaf.session("admin", gate);
  }

  /**
   * @return whether it died on the way
   */
  private boolean diesWhile(int lines, List<Change> changes) throws IOException {
    try (SwitchSession session = dying(lines)) {
      session.applyWithTimer(changes, HOLD);
      return false;
    } catch (DeviceException e) {
      assertThat(e.kind()).isEqualTo(DeviceException.Kind.CLOSED_GATE);
      return true;
    }
  }

  private void requireTaken(SwitchSession session) throws IOException {
    Change change = Leaf.change(session, leaf.port(1), new Mtu(1600));
    session.apply(change);
    session.apply(change.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  private static void requireRefused(SwitchSession session, Change change, String name) {
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("is not ours");
  }

  @Test
  void whereverItDiedTheNextOneDeletesTheDraft() throws Exception {
    int lines = 1;
    for (; diesWhile(lines, commit); lines++) {
      try (SwitchSession next = leaf.session()) {
        requireRefused(next, commit.getLast(), "by admin in state pending");
        next.revert(HOLD, commit);
        next.revert(HOLD, commit);
        requireTaken(next);
      }
    }
    assertThat(lines).isGreaterThan(commit.size());
    leaf.session().revert(HOLD, commit);
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aDraftOfTheSecondBatchIsDeletedWhileTheFirstIsKept() throws Exception {
    List<Change> first = commit.subList(0, 3);
    SwitchSession session = leaf.session();
    session.applyWithTimer(first, HOLD);
    List<String> kept = leaf.state();
    assertThat(diesWhile(2, commit.subList(3, 5))).isTrue();

    SwitchSession next = leaf.session();
    next.revert(HOLD, commit);
    assertThat(leaf.state()).isEqualTo(kept);
    first.reversed().forEach(change -> next.apply(change.inverse()));

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aDraftOfTheUndoIsDeletedToo() throws Exception {
    SwitchSession session = leaf.session();
    session.applyWithTimer(commit, HOLD);
    session.confirm(HOLD);
    SwitchSession dying = dying(1);
    assertThatThrownBy(() -> dying.apply(commit.getFirst().inverse()))
        .isInstanceOf(DeviceException.class);
    dying.close();

    SwitchSession next = leaf.session();
    next.revert(HOLD, commit);
    commit.reversed().forEach(change -> next.apply(change.inverse()));

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aDraftWithALineThatIsNotTheCommitsStaysAndIsNamed() throws Exception {
    SwitchSession session = leaf.session();
    Change other = Leaf.change(session, leaf.port(1), new Mtu(4200));
    assertThat(diesWhile(1, List.of(other))).isTrue();
    SwitchSession next = leaf.session();

    next.revert(HOLD, commit);

    requireRefused(next, commit.getFirst(), "revision 1 by admin");
    assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv config delete"));
    next.revert(HOLD, List.of(other));
    requireTaken(next);
  }

  @Test
  void aDraftOfAnotherAccountStaysAndIsNamed() throws Exception {
    leaf.tell("lock", "on");
    SwitchSession next = leaf.session();

    next.revert(HOLD, commit);

    requireRefused(next, commit.getFirst(), "revision 9000 by alice");
    assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv config delete"));
  }
}
