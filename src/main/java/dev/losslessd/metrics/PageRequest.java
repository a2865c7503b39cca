package dev.losslessd.metrics;

import java.util.Set;

/**
 * The page that is asked for.
 *
 * @param groups what of it; those that a profile has nothing of change nothing
 */
public record PageRequest(PageFormat format, Profile profile, Set<Group> groups) {
  public PageRequest {
    groups = Set.copyOf(groups);
  }

  /** The whole page under the project's own names. */
  public static PageRequest of(PageFormat format) {
    return new PageRequest(format, Profile.NATIVE, Group.ALL);
  }

  /** All of a profile. */
  public static PageRequest of(PageFormat format, Profile profile) {
    return new PageRequest(format, profile, Group.ALL);
  }

  boolean has(Group group) {
    return groups.contains(group);
  }
}
