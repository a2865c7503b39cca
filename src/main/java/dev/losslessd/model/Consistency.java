package dev.losslessd.model;

import dev.losslessd.text.Worded;

/** How the lossless classes of a link's two ends stand to each other. */
public enum Consistency implements Worded {
  /** Both ends carry the same lossless classes. */
  MATCH,
  /** A switch carries a class that its peer does not carry yet: safe, the peer is next. */
  PREPARED,
  /** An end carries a class that the other does not protect. */
  MISMATCH,
  /** An end is not known, or not read here. Never taken for a match. */
  UNKNOWN
}
