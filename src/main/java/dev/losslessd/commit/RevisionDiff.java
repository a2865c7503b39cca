package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.List;
import java.util.Optional;

/**
 * Differences between two revisions, resource by resource.
 *
 * @param from either may be the later one; 0 is before the first
 * @param between the revisions that lie between, oldest first, of the two the later included; the
 *     newest hundred at most, and without what they changed
 * @param count how many there are
 * @param differences by resource
 */
public record RevisionDiff(
    long from, long to, List<Revision> between, long count, List<Difference> differences) {
  public RevisionDiff {
    between = List.copyOf(between);
    differences = List.copyOf(differences);
  }

  /**
   * @param before at {@code from}: what was confirmed, else what the device had before it was first
   *     changed; empty where neither is known
   * @param after at {@code to}
   * @param revision the latest of those between that changed it
   * @param unset there is an override at {@code from} and none at {@code to}
   */
  public record Difference(
      Key key, Optional<Setting> before, Optional<Setting> after, long revision, boolean unset) {}
}
