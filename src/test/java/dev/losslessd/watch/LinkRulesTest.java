package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.topology.Links;
import dev.losslessd.topology.Moves;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LinkRulesTest {
  private static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");
  private static final Check FINE = new Check("trust", Verdict.OK, "dscp", "dscp", "");
  private static final Check PFC = new Check("pfc", Verdict.BROKEN, "3", "none", "one drops");
  private static final Check MTU = new Check("mtu", Verdict.BROKEN, "9000", "1500", "too long");
  private static final Check DARK = new Check("ecn", Verdict.UNKNOWN, "-", "-", "not told");

  private static final LinkAdvice ADVICE = LinkAdviceTest.advice(Set.of("gpu01", "leaf1"));

  @Test
  void aBrokenContractIsOneFindingWithEveryFailingCheckAndBothValues() {
    LinkContract contract =
        new LinkContract(link("gpu01:a", "leaf1:e1"), List.of(FINE, PFC, DARK, MTU));

    List<Finding> findings = LinkRules.contracts(List.of(contract), ADVICE).toList();

    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().rule()).isEqualTo(FindingRule.CONTRACT);
    assertThat(findings.getFirst().severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(findings.getFirst().subject()).isEqualTo("gpu01:a <-> leaf1:e1");
    assertThat(findings.getFirst().message())
        .isEqualTo("pfc: 3 and none (one drops); mtu: 9000 and 1500 (too long)");
    assertThat(findings.getFirst().advice()).contains("losslessd contract");
  }

  @Test
  void whatIsUnknownOrOkIsNoFinding() {
    LinkContract dark = new LinkContract(link("gpu01:a", "leaf1:e1"), List.of(FINE, DARK));
    LinkContract fine = new LinkContract(link("gpu01:b", "leaf1:e2"), List.of(FINE));

    assertThat(LinkRules.contracts(List.of(dark, fine), ADVICE)).isEmpty();
  }

  @Test
  void aMovedCableIsAFindingOfItsPort() {
    Moves moves = new Moves();
    moves.round(Links.of(List.of(), List.of(link("gpu01:a", "leaf1:e1"))), NOW);
    Links now = Links.of(List.of(), List.of(link("gpu01:a", "leaf1:e2")));

    List<Finding> findings = LinkRules.moved(moves.round(now, NOW)).toList();

    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().rule()).isEqualTo(FindingRule.CABLE_MOVED);
    assertThat(findings.getFirst().subject()).isEqualTo("gpu01:a");
    assertThat(findings.getFirst().message()).contains("leaf1:e1", "leaf1:e2");
  }

  @Test
  void everyOtherTellingOfALinkIsInItsOneFinding() {
    Links links =
        Links.of(
            List.of(link("gpu01:a", "leaf1:e1")),
            List.of(link("gpu01:a", "leaf1:e2"), link("gpu02:a", "leaf1:e1")));

    List<Finding> findings = LinkRules.cabling(links.mismatches()).toList();

    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().rule()).isEqualTo(FindingRule.CABLING);
    assertThat(findings.getFirst().message())
        .contains("tells gpu01:a <-> leaf1:e2")
        .contains("tells gpu02:a <-> leaf1:e1");
  }

  private static Link link(String a, String b) {
    return new Link(PortId.parse(a), PortId.parse(b), OptionalInt.empty(), Link.Source.LLDP);
  }
}
