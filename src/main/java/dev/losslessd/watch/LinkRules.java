package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.topology.LinkContract.Verdict;
import dev.losslessd.topology.Links.Mismatch;
import dev.losslessd.topology.Moves.Move;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Contracts that are broken, and cables that are not where the config says. Pure. */
public final class LinkRules {
  /** Rule of a link whose ends do not match. */
  static final String CONTRACT = "contract";

  private LinkRules() {}

  /** A finding of one rule per broken link; what is unknown is none. */
  public static Stream<Finding> contracts(Collection<LinkContract> contracts, Instant now) {
    return contracts.stream()
        .filter(contract -> contract.verdict() == Verdict.BROKEN)
        .map(contract ->
            new Finding(
                CONTRACT,
                Finding.Severity.WARNING,
                contract.link().text(),
                contract.checks().stream()
                    .filter(check -> check.verdict() == Verdict.BROKEN)
                    .map(LinkRules::text)
                    .collect(Collectors.joining("; ")),
                "set both ends alike ('losslessd set'); 'losslessd contract' shows every check",
                now));
  }

  private static String text(Check check) {
    return check.name() + ": " + check.atA() + " and " + check.atB() + " (" + check.why() + ")";
  }

  /** A finding per port that is wired elsewhere than before. */
  public static Stream<Finding> moved(Collection<Move> moves) {
    return moves.stream()
        .map(move ->
            new Finding(
                "cable-moved",
                Finding.Severity.WARNING,
                move.port().toString(),
                move.text(),
                "if it was meant, nothing is to be done: the policy follows the cable; else move it"
                    + " back",
                move.at()));
  }

  /** A finding for each link on which sources disagree. */
  public static Stream<Finding> cabling(Collection<Mismatch> mismatches, Instant now) {
    Map<String, String> byLink = new TreeMap<>();
    mismatches.forEach(mismatch ->
        byLink.merge(mismatch.kept().text(), mismatch.text(), (one, next) -> one + "; " + next));
    return byLink.entrySet().stream()
        .map(one ->
            new Finding(
                "cabling",
                Finding.Severity.WARNING,
                one.getKey(),
                one.getValue(),
                "move the cable, or correct 'links' in the config",
                now));
  }
}
