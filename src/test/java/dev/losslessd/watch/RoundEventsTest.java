package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RoundEventsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Key PFC = new Key(Target.port(PORT), SettingKind.PFC);
  private static final InactivePorts.Port UP = new InactivePorts.Port(PORT, true, "ACTIVE", false);
  private static final InactivePorts.Port DOWN = new InactivePorts.Port(PORT, false, "DOWN", false);

  private final List<EventData> published = new ArrayList<>();
  private final RoundEvents events = new RoundEvents(published::add);
  private final FindingBoard board = new FindingBoard();

  @Test
  void aPortGoesDownComesUpAndStopsTelling() {
    ports(DOWN);
    assertThat(published).as("how it is at first is no change").isEmpty();
    ports(UP);
    ports(UP);
    ports(DOWN);
    ports();

    assertThat(lines())
        .containsExactly(
            "link up gpu01:ens1f0np0 the port is ACTIVE",
            "link down gpu01:ens1f0np0 the port is DOWN",
            "link unknown gpu01:ens1f0np0 the device does not tell of it");
  }

  @Test
  void aPortThatTwoTellOfDifferentlyIsOne() {
    ports(UP, DOWN);
    ports(UP, DOWN);

    assertThat(published).isEmpty();
  }

  @Test
  void driftBeginsChangesAndEndsOnce() {
    adrift(fact(5));
    adrift(fact(5));
    adrift(fact(6));
    adrift();
    adrift();

    assertThat(lines())
        .containsExactly(
            "drift began gpu01:ens1f0np0 pfc " + "gpu01:ens1f0np0 pfc: wanted 3, device shows 5",
            "drift changed gpu01:ens1f0np0 pfc " + "gpu01:ens1f0np0 pfc: wanted 3, device shows 6",
            "drift ended gpu01:ens1f0np0 pfc gpu01:ens1f0np0 pfc is no longer adrift");
  }

  @Test
  void aLinkIsToldOfWhenItsVerdictIsAnotherOrItIsGone() {
    contracts(contract(Verdict.UNKNOWN, 5));
    assertThat(published).as("nothing is known of it yet").isEmpty();
    contracts(contract(Verdict.OK, 5));
    contracts(contract(Verdict.OK, 7)); // another length is the same link
    contracts(contract(Verdict.BROKEN, 7));
    contracts();

    assertThat(lines())
        .containsExactly(
            "contract ok gpu01:a <-> leaf1:e1 the contract is ok, was unknown",
            "contract broken gpu01:a <-> leaf1:e1 the contract is broken, was ok: pfc: one drops",
            "contract gone gpu01:a <-> leaf1:e1 the contract is gone, was broken");
    assertThat(published.getFirst().devices())
        .containsExactly(new DeviceId("gpu01"), new DeviceId("leaf1"));
  }

  @Test
  void aFindingIsRaisedGetsWorseAndIsClearedAndItsWordsAloneAreNoEvent() {
    findings(finding(FindingRule.STORM, Finding.Severity.WARNING, "80 %"));
    findings(finding(FindingRule.STORM, Finding.Severity.WARNING, "81 %"));
    findings(finding(FindingRule.STORM, Finding.Severity.CRITICAL, "99 %"));
    findings();

    assertThat(lines())
        .containsExactly(
            "finding raised gpu01:ens1f0np0 storm: 80 %",
            "finding severity gpu01:ens1f0np0 storm: 99 %",
            "finding cleared gpu01:ens1f0np0 storm: 99 %");
    assertThat(published.getFirst().devices()).containsExactly(new DeviceId("gpu01"));
  }

  @Test
  void ofOneRoundTheCausesComeFirstAndTheWorstFindingsBeforeOthers() {
    events.round(List.of(UP), Map.of(), List.of(), List.of());
    events.round(
        List.of(DOWN),
        Map.of(PFC, fact(5)),
        List.of(contract(Verdict.BROKEN, 5)),
        board.replace(
            List.of(
                finding(FindingRule.DRIFT, Finding.Severity.WARNING, "a"),
                finding(FindingRule.STORM, Finding.Severity.CRITICAL, "b")),
            NOW));

    assertThat(published)
        .extracting(one -> one.kind().word())
        .containsExactly("link", "drift", "contract", "finding", "finding");
    assertThat(published.get(3).message()).isEqualTo("storm: b");
  }

  @Test
  void aFindingWhoseSubjectIsNoTargetIsOfNoDevice() {
    findings(FindingRule.DAEMON_TASK.at("(all)", "hangs"));

    assertThat(published.getFirst().devices()).isEmpty();
  }

  private void ports(InactivePorts.Port... ports) {
    events.round(List.of(ports), Map.of(), List.of(), List.of());
  }

  private void adrift(DriftBook.Fact... facts) {
    Map<Key, DriftBook.Fact> all = facts.length == 0 ? Map.of() : Map.of(PFC, facts[0]);
    events.round(List.of(), all, List.of(), List.of());
  }

  private void contracts(LinkContract... contracts) {
    events.round(List.of(), Map.of(), List.of(contracts), List.of());
  }

  private void findings(Finding... findings) {
    events.round(List.of(), Map.of(), List.of(), board.replace(List.of(findings), NOW));
  }

  private List<String> lines() {
    return published.stream()
        .map(one ->
            one.kind().word() + " " + one.change() + " " + one.subject() + " " + one.message())
        .toList();
  }

  private static Finding finding(FindingRule rule, Finding.Severity severity, String message) {
    return new Finding(rule, severity, PORT.toString(), message, "look", NOW);
  }

  private static DriftBook.Fact fact(int mask) {
    Drift.Difference difference =
        new Drift.Difference(
            PFC,
            new Pfc(new PrioritySet(8)),
            new Reading.Value(new Pfc(new PrioritySet(1 << mask))));
    return new DriftBook.Fact(difference, NOW, DriftBook.UNKNOWN);
  }

  private static LinkContract contract(Verdict verdict, int metres) {
    Link link =
        new Link(
            PortId.parse("gpu01:a"),
            PortId.parse("leaf1:e1"),
            OptionalInt.of(metres),
            Link.Source.LLDP);
    String why = verdict == Verdict.BROKEN ? "one drops" : "";
    return new LinkContract(link, List.of(new Check("pfc", verdict, "3", "none", why)));
  }
}
