package dev.losslessd.text;

/** One match: its place in the text and the places of its groups. */
public interface MatchResult {
  /** Number of capturing groups of the pattern. */
  int groupCount();

  /** Returns the start of a group, -1 if the group is not part of the match. */
  int start(int group);

  /** Returns the index behind the end of a group, -1 if the group is not part of the match. */
  int end(int group);

  /** Returns the text of a group; null if the group is not part of the match, as in the JDK. */
  String group(int group);

  default int start() {
    return start(0);
  }

  default int end() {
    return end(0);
  }

  default String group() {
    return group(0);
  }
}
