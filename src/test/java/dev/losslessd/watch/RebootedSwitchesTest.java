package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.inventory.Reboot;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.Drift.Difference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RebootedSwitchesTest {
  private static final Instant AFTER = Instant.parse("2026-03-01T13:13:00.5Z");
  private static final Instant BY = Instant.parse("2026-03-01T13:14:00.5Z");

  private static DriftBook.Fact fact(String port, Instant since) {
    Key key = new Key(Target.port(PortId.parse(port)), SettingKind.MTU);
    Reading is = new Reading.Value(new Mtu(1500));
    return new DriftBook.Fact(new Difference(key, new Mtu(9216), is), since, "unknown");
  }

  private static List<Finding> findings(Reboot reboot, DriftBook.Fact... facts) {
    return of(reboot, facts).findings(List.of()).toList();
  }

  private static RebootedSwitches of(Reboot reboot, DriftBook.Fact... facts) {
    return new RebootedSwitches(
        List.of(facts), device -> Optional.of(reboot).filter(_ -> device.name().equals("leaf1")));
  }

  private static LinkContract broken(String leaf) {
    PortId nic = PortId.parse("gpu01:ens1f0np0");
    Link link = new Link(nic, PortId.parse(leaf), OptionalInt.empty(), Link.Source.LLDP);
    return new LinkContract(
        link, List.of(new LinkContract.Check("mtu", Verdict.BROKEN, "9216", "1500", "w")));
  }

  @Test
  void whatIsGoneWithARebootIsOneFinding() {
    DriftBook.Fact[] facts =
        Stream.of(
                "leaf1:Ethernet1/1", "leaf1:Ethernet1/2", "leaf1:Ethernet1/3", "leaf1:Ethernet1/4")
            .map(port -> fact(port, BY))
            .toArray(DriftBook.Fact[]::new);

    assertThat(findings(new Reboot(AFTER, BY, BY), facts))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.rule()).isEqualTo(FindingRule.REBOOTED);
          assertThat(one.subject()).isEqualTo("leaf1");
          assertThat(one.message())
              .startsWith(
                  "leaf1 rebooted between 2026-03-01T13:13:00Z and 2026-03-01T13:14:00Z and came up"
                      + " with its startup configuration: 4 settings gone, ")
              .endsWith("leaf1:Ethernet1/3 mtu and 1 more");
        });
  }

  @Test
  void aLinkThatBrokeWithTheRebootIsAPartOfIts() {
    Optional<Instant> fresh = Optional.empty();
    DriftBook.Fact gone = fact("leaf1:Ethernet1/1", BY);
    RebootedSwitches rebooted = of(new Reboot(AFTER, BY, BY), gone);
    LinkContract link = broken("leaf1:Ethernet1/1");

    assertThat(rebooted.explains(gone)).isTrue();
    assertThat(rebooted.explains(link, fresh)).isTrue();
    assertThat(rebooted.explains(link, Optional.of(AFTER.plusSeconds(1)))).isTrue();
    assertThat(rebooted.findings(List.of(link)))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .endsWith(
            "1 setting gone, leaf1:Ethernet1/1 mtu; 1 link broken, gpu01:ens1f0np0 <->"
                + " leaf1:Ethernet1/1");
  }

  @Test
  void whatWasBrokenBeforeOrOnAnotherPortStaysAFindingOfItsOwn() {
    Optional<Instant> fresh = Optional.empty();
    RebootedSwitches rebooted =
        of(new Reboot(AFTER, BY, BY), fact("leaf1:Ethernet1/1", BY), fact("leaf2:Ethernet1/1", BY));

    assertThat(rebooted.explains(broken("leaf1:Ethernet1/1"), Optional.of(AFTER.minusSeconds(1))))
        .isFalse();
    assertThat(rebooted.explains(broken("leaf1:Ethernet1/2"), fresh)).isFalse();
    assertThat(rebooted.explains(broken("leaf2:Ethernet1/1"), fresh)).isFalse();
    assertThat(rebooted.explains(fact("leaf2:Ethernet1/1", BY))).isFalse();
  }

  @Test
  void aDeviceThatTellsWhenItBootedIsQuoted() {
    Reboot told = new Reboot(AFTER, BY, Instant.parse("2026-03-01T13:13:20Z"));

    assertThat(findings(told, fact("leaf1:Ethernet1/1", BY)).getFirst().message())
        .contains("leaf1 rebooted at 2026-03-01T13:13:20Z and", "1 setting gone, ");
  }

  @Test
  void whatDifferedBeforeOrLongAfterOrElsewhereCameFromSomethingElse() {
    assertThat(
            findings(
                new Reboot(AFTER, BY, BY),
                fact("leaf1:Ethernet1/1", AFTER.minusSeconds(1)),
                fact("leaf1:Ethernet1/2", BY.plusSeconds(600)),
                fact("leaf2:Ethernet1/1", BY)))
        .isEmpty();
  }
}
