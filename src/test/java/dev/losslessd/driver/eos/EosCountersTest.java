package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters and neighbours, by SNMP and by the command line. */
class EosCountersTest extends OnEosLeaf {

  @Test
  void countersComeBySnmpAndMarksOnlyWhereTheyAreCounted() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    Sweep sweep = session.sweeper(PORT_ID).sweep(1_000, 2_000);

    for (int n = 0; n < sweep.schema().size(); n++) {
      var counter = sweep.schema().counters().get(n);
      boolean third = Priority.of(3).equals(counter.priority());
      Sweep.Missing expected =
          switch (counter.signal()) {
            case PRIORITY_MARKED -> third ? Sweep.Missing.NOT : Sweep.Missing.SWITCHED_OFF;
            case GLOBAL_PAUSE_FRAMES, WATCHDOG_SHUTDOWNS, WATCHDOG_RESTORES ->
                Sweep.Missing.NOT_EXPOSED;
            default ->
                counter.rawName().startsWith("ieee")
                    ? Sweep.Missing.NOT_EXPOSED
                    : Sweep.Missing.NOT;
          };
      assertThat(sweep.missing(n)).as(counter.rawName()).isEqualTo(expected);
    }
    assertThat(session.neighbours()).extracting(one -> one.remoteSystem()).contains("gpu01");
  }

  @Test
  void marksAreCountedFromTheChangeToItsInverseAndNoProfileIsCopiedForIt() throws IOException {
    leaf.tell(
        "foreign leaf1 qos profile ROCE ; qos trust dscp ; interface Ethernet1 ; service-profile"
            + " ROCE");
    List<String> before = leaf.state();
    Change change = change(PORT, new EcnCount(PrioritySet.of(3, 4)));

    session.apply(change);

    assertThat(leaf.sent()).contains("random-detect ecn count").noneMatch(l -> l.contains("ROCE"));
    assertThat(marked(4)).isEqualTo(Sweep.Missing.NOT);
    assertThat(marked(5)).isEqualTo(Sweep.Missing.SWITCHED_OFF);
    session.apply(change.inverse());
    assertThat(marked(4)).isEqualTo(Sweep.Missing.SWITCHED_OFF);
    assertThat(leaf.state()).isEqualTo(before);
  }

  private Sweep.Missing marked(int priority) {
    Sweep sweep = session.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();
    return sweep.missing(column(sweep, Signal.PRIORITY_MARKED, priority));
  }

  @Test
  void queuesAndNeighboursComeByTheCommandLineToo() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);

    try (SwitchSession plain = leaf.session("admin")) {
      Sweep sweep = plain.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();

      assertThat(sweep.has(column(sweep, Signal.PRIORITY_MARKED, 3))).isTrue();
      assertThat(sweep.missing(column(sweep, Signal.PRIORITY_MARKED, 4)))
          .isEqualTo(Sweep.Missing.SWITCHED_OFF);
      assertThat(sweep.value(column(sweep, Signal.WATCHDOG_SHUTDOWNS, 3))).isZero();
      assertThat(sweep.value(column(sweep, Signal.PRIORITY_DISCARDS, 3))).isZero();
      assertThat(plain.neighbours())
          .anyMatch(one -> one.localPort().equals(PORT_ID) && one.remoteSystem().equals("gpu01"));
    }
  }
}
