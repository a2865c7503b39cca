package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.topology.Links.Mismatch;
import dev.losslessd.topology.Moves.Move;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Contracts that are broken, and cables that are not where the config says. Pure. */
public final class LinkRules {
  private LinkRules() {}

  /** A finding of one rule per broken link; what is unknown is none. */
  static Stream<Finding> contracts(Collection<LinkContract> contracts, LinkAdvice advice) {
    return contracts.stream()
        .filter(contract -> contract.verdict() == Verdict.BROKEN)
        .map(contract ->
            FindingRule.CONTRACT
                .at(
                    contract.link().text(),
                    contract.checks().stream()
                        .filter(check -> check.verdict() == Verdict.BROKEN)
                        .map(LinkRules::text)
                        .collect(Collectors.joining("; ")))
                .advising(advice.of(contract.link())));
  }

  private static String text(Check check) {
    return check.name() + ": " + check.a() + " and " + check.b() + " (" + check.why() + ")";
  }

  /** A finding per port that is wired elsewhere than before. */
  public static Stream<Finding> moved(Collection<Move> moves) {
    return moves.stream()
        .map(move ->
            FindingRule.CABLE_MOVED.at(move.port().toString(), move.text()).from(move.at()));
  }

  /** A finding for each link on which sources disagree. */
  public static Stream<Finding> cabling(Collection<Mismatch> mismatches) {
    Map<String, String> byLink = new TreeMap<>();
    mismatches.forEach(mismatch ->
        byLink.merge(mismatch.kept().text(), mismatch.text(), (one, next) -> one + "; " + next));
    return byLink.entrySet().stream()
        .map(one -> FindingRule.CABLING.at(one.getKey(), one.getValue()));
  }
}
