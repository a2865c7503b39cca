package dev.losslessd.driver;

import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Lines of a switch's configuration that this agent sets: those that its ledger lets it write, in
 * the places that it writes them to. Somebody else's line of the same kind, on a port that this
 * agent sets too, counts as its own.
 *
 * @param blocks entries whose lines begin a block that is ours altogether
 * @param ofPorts entries whose lines stand below an interface
 * @param ofDevice entries whose lines are for the whole switch, with the blocks that they stand in
 * @param ours targets that this agent sets
 */
public record OwnLines(
    Ledger ledger, Set<String> blocks, Set<String> ofPorts, Set<String> ofDevice, Set<Target> ours)
    implements Predicate<List<String>> {
  private static final String INTERFACE = "interface ";

  @Override
  public boolean test(List<String> path) {
    String top = path.getFirst();
    if (is(top, blocks)) {
      return true;
    }
    if (top.startsWith(INTERFACE)) {
      return path.size() > 1
          && is(path.get(1), ofPorts)
          && ours(false).contains(top.substring(INTERFACE.length()));
    }
    return !ours(true).isEmpty() && path.stream().allMatch(line -> is(line, ofDevice));
  }

  /** Names of our devices, or of our ports. */
  private Set<String> ours(boolean devices) {
    return ours.stream()
        .filter(target -> target instanceof Target.Device == devices)
        .map(target -> target instanceof Target.Port port ? port.id().name() : target.text())
        .collect(Collectors.toSet());
  }

  private boolean is(String line, Set<String> entries) {
    return ledger.find(line, entries).isPresent();
  }
}
