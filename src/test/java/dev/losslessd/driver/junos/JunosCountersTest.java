package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters and neighbours, by SNMP and by the command line. */
class JunosCountersTest extends OnJunosLeaf {

  @Test
  void countersComeBySnmpAndWhatIsNotServedIsMissing() {
    Sweep sweep = session.sweeper(PORT_ID).sweep(1_000, 2_000);

    for (int n = 0; n < sweep.schema().size(); n++) {
      var counter = sweep.schema().counters().get(n);
      boolean lacking =
          counter.signal() == Signal.GLOBAL_PAUSE_FRAMES || counter.rawName().startsWith("ieee");
      assertThat(sweep.missing(n))
          .as(counter.rawName())
          .isEqualTo(lacking ? Sweep.Missing.NOT_EXPOSED : Sweep.Missing.NOT);
    }
    assertThat(session.neighbours())
        .anyMatch(one -> one.localPort().equals(PORT_ID) && one.remoteSystem().equals("gpu01"));
  }

  @Test
  void countersOfAQueueGoToThePriorityThatItServes() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell(
        "foreign leaf1 "
            + site(
                "forwarding-classes class BULK queue-num 5",
                "forwarding-classes class ROCE queue-num 4",
                "forwarding-classes class CNP queue-num 3"));

    Sweep sweep = session.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();

    assertThat(sweep.has(column(sweep, Signal.PRIORITY_MARKED, 3))).isTrue();
    assertThat(sweep.has(column(sweep, Signal.PRIORITY_PACKETS, 6))).isFalse();
  }

  @Test
  void queuesAndNeighboursComeByTheCommandLineToo() throws IOException {
    try (SwitchSession plain = leaf.session("admin")) {
      Sweep sweep = plain.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();

      assertThat(sweep.has(column(sweep, Signal.PRIORITY_MARKED, 3))).isTrue();
      assertThat(sweep.value(column(sweep, Signal.PRIORITY_DISCARDS, 3))).isZero();
      assertThat(sweep.has(column(sweep, Signal.PFC_PAUSE_FRAMES, 3))).isTrue();
      assertThat(sweep.has(column(sweep, Signal.WATCHDOG_SHUTDOWNS, 3))).isFalse();
      assertThat(plain.neighbours())
          .anyMatch(one -> one.localPort().equals(PORT_ID) && one.remoteSystem().equals("gpu01"));
    }
  }
}
