package dev.losslessd.fabric.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TwinTest {
  private static final int ROCE = TwinPort.ROCE_PRIORITY;
  private static final EcnProfile NO_ECN = new EcnProfile(1L << 40, 1L << 41, 0);
  private static final TwinOptions SILENT = TwinOptions.usual().withLoad(0);
  private static final PrioritySet LOSSLESS = PrioritySet.of(ROCE);

  private final List<TwinPort> ports = ports(100_000);

  @Test
  void everySentByteIsReceivedQueuedOrDropped() {
    for (PrioritySet pfc : List.of(LOSSLESS, PrioritySet.NONE)) {
      List<TwinPort> some = ports(100_000);
      some.forEach(port -> port.pfc(pfc));
      Twin twin = new Twin(some, TwinOptions.usual().withLoad(80), 7);

      for (int n = 0; n < 300; n++) {
        twin.step(3_333);

        long sent = some.stream().mapToLong(p -> p.counters().txBytes(ROCE)).sum();
        long received = some.stream().mapToLong(p -> p.counters().rxBytes(ROCE)).sum();
        long waiting = some.stream().mapToLong(twin::queuedBytes).sum();
        long dropped = some.stream().mapToLong(twin::switchDroppedBytes).sum();
        assertThat(sent).isPositive().isEqualTo(received + waiting + dropped);
      }
    }
  }

  @Test
  void incastLosesNothingWithPfcAndHeadroom() {
    allLossless();
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);

    incast(twin, 50_000_000);
    twin.step(30_000);

    assertThat(twin.switchDrops(victim())).isZero();
    assertThat(victim().counters().rxDiscards()).isZero();
    assertThat(victim().counters().outOfSequence()).isZero();
    assertThat(victim().counters().rxBytes(ROCE)).isGreaterThanOrEqualTo(150_000_000);
    assertThat(sender().counters().rxPause(ROCE)).isPositive();
  }

  @Test
  void incastLosesPacketsWithoutPfc() {
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);

    incast(twin, 50_000_000);
    twin.step(20_000);

    assertThat(twin.switchDrops(victim())).isPositive();
    assertThat(victim().counters().outOfSequence()).isEqualTo(twin.switchDrops(victim()));
    assertThat(sender().counters().packetSeqErr()).isPositive();
    assertThat(sender().counters().rxPause(ROCE)).isZero();
    assertThat(sender().counters().rxPauseMicros(ROCE)).isZero();
  }

  @Test
  void headroomBelowWhatIsInFlightLosesPackets() {
    allLossless();
    SwitchBuffer tight = new SwitchBuffer(700_000, 600_000, 1_000);
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN).withBuffer(tight), 1);

    incast(twin, 50_000_000);
    twin.step(20_000);

    assertThat(twin.switchDrops(victim())).isPositive();
  }

  @Test
  void aNicLosesPacketsExactlyWhenItsHeadroomIsBelowWhatIsInFlight() {
    // 7 m at 100 Gb/s: 2 * 0.035 us, 871 bytes of packets, and 2 packets of 4158 bytes
    long need = 871 + 2 * 4158;
    for (long headroom : new long[] {need - 100, need, need + 100}) {
      List<TwinPort> some = ports(100_000);
      some.forEach(port -> port.pfc(LOSSLESS));
      TwinPort slow = some.getFirst();
      slow.receiveBuffer(new ReceiveBuffer(200_000, 200_000 - headroom));
      Twin twin = new Twin(some, SILENT.withEcn(NO_ECN), 1);

      twin.slowDown(slow, 0.2, 1e6);
      twin.send(some.getLast(), slow, 50_000_000);
      twin.step(10_000);

      assertThat(slow.counters().txPause(ROCE)).isPositive();
      long lost = slow.counters().rxDiscards(ROCE);
      assertThat(lost > 0)
          .as("%d of %d bytes of headroom", headroom, need)
          .isEqualTo(headroom < need);
      assertThat(slow.counters().outOfSequence()).isEqualTo(lost);
    }
  }

  @Test
  void threeSendersArePausedTwoThirdsOfTheTime() {
    allLossless();
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);
    incast(twin, 1_000_000_000);
    twin.step(5_000);

    double before = sender().counters().rxPauseMicros(ROCE);
    long delivered = victim().counters().rxBytes(ROCE);
    twin.step(20_000);

    double duty = (sender().counters().rxPauseMicros(ROCE) - before) / 20_000;
    assertThat(duty).isCloseTo(2.0 / 3, within(0.02));
    double gbps = (victim().counters().rxBytes(ROCE) - delivered) * 8 / 20_000.0 / 1000;
    assertThat(gbps).isCloseTo(99.5, within(1.0));
    assertThat(twin.queuedBytes(victim())).isBetween(600_000L, 900_000L);
  }

  @Test
  void pauseNeverLastsLongerThanTime() {
    allLossless();
    Twin twin = new Twin(ports, TwinOptions.usual().withLoad(100), 3);
    ports.getFirst().storm(LOSSLESS);

    for (long now = 1_000; now < 500_000; now += 1_000) {
      twin.step(1_000);

      for (TwinPort port : ports) {
        assertThat(port.counters().rxPauseMicros(ROCE)).isBetween(0L, now);
        assertThat(port.counters().txPauseMicros(ROCE)).isBetween(0L, now);
      }
    }
  }

  @Test
  void sameSeedGivesSameNumbers() {
    assertThat(run(42)).isEqualTo(run(42));
    assertThat(run(42)).isNotEqualTo(run(43));
  }

  @Test
  void nothingIsMarkedBelowKmin() {
    allLossless();
    Twin twin = new Twin(ports, SILENT, 1);
    long kmin = EcnProfile.ofRate(100_000).minBytes();

    twin.send(sender(), victim(), 1_000_000_000);
    long highest = 0;
    for (int n = 0; n < 400; n++) {
      twin.step(25);
      highest = Math.max(highest, twin.queuedBytes(victim()));
    }

    assertThat(highest).isLessThan(kmin);
    assertThat(victim().counters().ecnMarked()).isZero();
    assertThat(sender().counters().cnpHandled()).isZero();
  }

  @Test
  void marksBecomeCnpsAndSlowTheSenders() {
    allLossless();
    Twin twin = new Twin(ports, SILENT, 1);
    incast(twin, 1_000_000_000);
    twin.step(50_000);

    PortCounters at = victim().counters();
    assertThat(at.ecnMarked()).isPositive();
    assertThat(at.cnpSent()).isPositive().isLessThanOrEqualTo(at.ecnMarked());
    assertThat(handled() + ignored()).isEqualTo(at.cnpSent());
    assertThat(at.txPackets(6)).isEqualTo(at.cnpSent());
    double gbps = at.rxBytes(ROCE) * 8 / 50_000.0 / 1000;
    assertThat(gbps).isGreaterThan(70);
    long paused = sender().counters().rxPauseMicros(ROCE);
    assertThat(paused).isLessThan(10_000);
  }

  @Test
  void aSenderThatMayNotReduceIsPausedInstead() {
    allLossless();
    ports.forEach(port -> port.dcqcn(DcqcnParameter.MIN_DECREASE_FACTOR, 100));
    Twin twin = new Twin(ports, SILENT, 1);
    incast(twin, 1_000_000_000);

    twin.step(20_000);

    assertThat(sender().counters().cnpHandled()).isPositive();
    assertThat(sender().counters().rxPauseMicros(ROCE)).isGreaterThan(10_000);
  }

  @Test
  void aHangingHostWithPfcStopsItsSenders() {
    allLossless();
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);
    victim().storm(LOSSLESS);
    twin.send(sender(), victim(), 100_000_000);
    twin.step(20_000);

    long tx = sender().counters().txBytes(ROCE);
    twin.step(100_000);

    assertThat(sender().counters().txBytes(ROCE)).isEqualTo(tx);
    assertThat(victim().counters().txPauseMicros(ROCE)).isGreaterThan(100_000);
    assertThat(sender().counters().rxPauseMicros(ROCE)).isGreaterThan(100_000);
    assertThat(victim().counters().rxDiscards()).isZero();
    // a lasting pause needs only refreshes: some 6,000 frames a second at 100G, not millions
    assertThat(victim().counters().txPause(ROCE)).isBetween(500L, 1_500L);

    victim().storm(PrioritySet.NONE);
    twin.step(20_000);
    assertThat(victim().counters().rxBytes(ROCE)).isGreaterThanOrEqualTo(100_000_000);
  }

  @Test
  void aSlowHostWithoutPfcDiscards() {
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);
    twin.slowDown(victim(), 0.1, 50_000);
    twin.send(sender(), victim(), 20_000_000);

    twin.step(10_000);

    assertThat(victim().counters().rxDiscards(ROCE)).isPositive();
    assertThat(victim().counters().txPause(ROCE)).isZero();
  }

  @Test
  void roceInAnotherPriorityIsNotProtectedByPfcOnThree() {
    allLossless();
    ports.forEach(port -> port.trustsDscp(true));
    ports.forEach(port -> port.dscpPriority(TwinPort.ROCE_DSCP, 0));
    Twin twin = new Twin(ports, SILENT.withEcn(NO_ECN), 1);

    incast(twin, 50_000_000);
    twin.step(20_000);

    assertThat(victim().counters().rxBytes(0)).isPositive();
    assertThat(victim().counters().rxBytes(ROCE)).isZero();
    assertThat(twin.switchDrops(victim())).isPositive();
  }

  @Test
  void whatIsSentInAnotherClassIsDroppedUnmarkedAndUnpausedAndNothingOfTheClassIs() {
    for (int dscp : new int[] {0, TwinPort.ROCE_DSCP}) {
      List<TwinPort> some = ports(100_000);
      some.forEach(port -> {
        port.pfc(LOSSLESS);
        port.trustsDscp(true);
        port.dscpPriority(TwinPort.ROCE_DSCP, ROCE);
        port.sentDscp(dscp);
      });
      Twin twin = new Twin(some, TwinOptions.usual().withLoad(60), 1);

      twin.step(2_000_000);

      boolean inClass = dscp == TwinPort.ROCE_DSCP;
      long drops = some.stream().mapToLong(twin::switchDrops).sum();
      assertThat(drops > 0).isEqualTo(!inClass);
      assertThat(some)
          .allSatisfy(port -> {
            PortCounters counters = port.counters();
            assertThat(counters.txBytes(inClass ? 0 : ROCE)).isZero();
            assertThat(counters.txBytes(inClass ? ROCE : 0)).isPositive();
            assertThat(counters.packetSeqErr() > 0).isEqualTo(!inClass);
            assertThat(counters.ecnMarked() > 0).isEqualTo(inClass);
            assertThat(counters.rxPauseControl() > 0).isEqualTo(inClass);
          });
    }
  }

  @Test
  void aDarkLinkCarriesNothingAndTimesOut() {
    Twin twin = new Twin(ports, SILENT, 1);
    twin.send(sender(), victim(), 100_000_000);
    twin.step(1_000);
    victim().link(false);
    twin.step(1_000);
    long received = victim().counters().rxBytes();

    twin.step(200_000);

    assertThat(victim().counters().rxBytes()).isEqualTo(received);
    assertThat(victim().counters().linkDown()).isEqualTo(1);
    assertThat(sender().counters().localAckTimeout()).isPositive();
    victim().link(true);
    twin.step(50_000);
    assertThat(victim().counters().rxBytes()).isGreaterThanOrEqualTo(100_000_000);
  }

  /** What waits runs into a timer each 67 ms: with each burst more of them. */
  @Test
  void noBurstBeginsOverADarkLink() {
    Twin twin = new Twin(ports, TwinOptions.usual().withLoad(60), 1);
    ports.forEach(port -> port.link(false));

    twin.step(10_000_000);

    assertThat(ports.stream().mapToLong(port -> port.counters().localAckTimeout()).sum())
        .isLessThanOrEqualTo(10_000L / 67 * ports.size());
  }

  @Test
  void withoutLoadNothingMoves() {
    Twin twin = new Twin(ports, SILENT, 1);

    twin.step(3_000_000);

    assertThat(ports).allSatisfy(port -> assertThat(port.counters().txBytes()).isZero());
  }

  @Test
  void theUsualWorkloadShowsPauseAndCongestion() {
    for (long rate : List.of(100_000L, 400_000L)) {
      List<TwinPort> some = ports(rate);
      some.forEach(port -> port.pfc(LOSSLESS));
      Twin twin = new Twin(some, TwinOptions.usual(), 1);

      twin.step(10_000_000);

      assertThat(some)
          .allSatisfy(port -> {
            assertThat(port.counters().rxPause(ROCE)).isPositive();
            assertThat(port.counters().ecnMarked()).isPositive();
            assertThat(port.counters().cnpHandled()).isPositive();
            assertThat(port.counters().rxDiscards()).isZero();
            assertThat(twin.switchDrops(port)).isZero();
          });
      assertThat(some.stream().mapToLong(p -> p.counters().txPause(ROCE)).sum()).isPositive();
    }
  }

  @Test
  void loadOutsidePercentIsRefused() {
    Twin twin = new Twin(ports, SILENT, 1);

    assertThatThrownBy(() -> twin.load(101))
        .hasMessageContaining("101")
        .hasMessageContaining("0..100");
  }

  private List<Long> run(long seed) {
    List<TwinPort> some = ports(100_000);
    some.forEach(port -> port.pfc(LOSSLESS));
    new Twin(some, TwinOptions.usual(), seed).step(2_000_000);
    return some.stream()
        .map(TwinPort::counters)
        .flatMap(c -> Stream.of(c.txBytes(), c.rxPause(ROCE), c.ecnMarked(), c.cnpSent()))
        .toList();
  }

  private void allLossless() {
    ports.forEach(port -> port.pfc(PrioritySet.NONE.with(Priority.of(ROCE))));
  }

  private void incast(Twin twin, long bytes) {
    ports.stream().skip(1).forEach(from -> twin.send(from, victim(), bytes));
  }

  private long handled() {
    return ports.stream().mapToLong(port -> port.counters().cnpHandled()).sum();
  }

  private long ignored() {
    return ports.stream().mapToLong(port -> port.counters().cnpIgnored()).sum();
  }

  private TwinPort victim() {
    return ports.getFirst();
  }

  private TwinPort sender() {
    return ports.getLast();
  }

  private static List<TwinPort> ports(long mbps) {
    return Stream.of("a:p0", "a:p1", "b:p0", "b:p1")
        .map(name -> new TwinPort(PortId.parse(name), mbps))
        .toList();
  }
}
