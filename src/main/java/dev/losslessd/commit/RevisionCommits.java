package dev.losslessd.commit;

import dev.losslessd.store.IntList;
import dev.losslessd.store.Snapshot;
import java.util.List;
import java.util.OptionalInt;

/** Which commit made which revision, above the oldest that a rollback can lead to. */
final class RevisionCommits {
  private Snapshot.Floor floor;

  /** Numbers of the commits of the revisions above the floor; 0 for none. */
  private final List<Integer> commits;

  RevisionCommits(Snapshot.Floor floor) {
    this.floor = alone(floor);
    this.commits = IntList.of(floor.commits());
  }

  Snapshot.Floor floor() {
    return floor;
  }

  /** Adds the next revision with the number of its commit, or 0. */
  void add(int commit) {
    commits.add(commit);
  }

  /** Number of the commit that made a revision; empty for none, or for one below the floor. */
  OptionalInt madeBy(long revision) {
    long place = revision - floor.number() - 1;
    int number = place < 0 || place >= commits.size() ? 0 : commits.get((int) place);
    return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** A higher floor, with the commits above it. */
  Snapshot.Floor from(Snapshot.Floor higher) {
    List<Integer> above = commits.subList((int) (higher.number() - floor.number()), commits.size());
    return new Snapshot.Floor(higher.number(), higher.rest(), higher.values(), above);
  }

  /** Forgets what lies below. */
  void raise(Snapshot.Floor to) {
    commits.subList(0, (int) (to.number() - floor.number())).clear();
    floor = alone(to);
  }

  private static Snapshot.Floor alone(Snapshot.Floor floor) {
    return new Snapshot.Floor(floor.number(), floor.rest(), floor.values(), List.of());
  }
}
