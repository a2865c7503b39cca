package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Splits a patch into moves as SONiC does: each is valid by the models, rows of a port move only
 * while it is shut, and it comes up when the last of them has moved.
 */
final class PatchSorter {
  private static final int MOST = 10_000;

  private PatchSorter() {}

  /**
   * @throws CliError where no order is valid
   */
  static List<Move> sort(Tables start, Tables target, Release release) throws CliError {
    List<Move> moves = new ArrayList<>();
    Tables now = start;
    while (!now.lines().equals(target.lines()) && moves.size() < MOST) {
      Move next = next(now, target, release);
      moves.add(next);
      now = next.after(now);
    }
    return moves;
  }

  private static Move next(Tables now, Tables target, Release release) throws CliError {
    for (Move move : Moves.of(now, target)) {
      Tables then = move.after(now);
      if (!then.lines().equals(now.lines())
          && mayMove(now, then, target)
          && Yang.wrong(then, release).isEmpty()) {
        return move;
      }
    }
    throw new CliError(2, "Failed to apply patch due to: There is no possible sorting");
  }

  /**
   * Returns true if ports are down wherever a move needs it, as RequiredValueMoveValidator checks.
   */
  private static boolean mayMove(Tables now, Tables then, Tables target) {
    boolean shut =
        Critical.ports(now, then).stream()
            .noneMatch(port -> Objects.equals(Critical.admin(now, port), "up"));
    return shut
        && Critical.ports(now, target).stream()
            .noneMatch(port ->
                !Objects.equals(Critical.admin(now, port), Critical.admin(then, port))
                    && Objects.equals(Critical.admin(then, port), "up"));
  }
}
