package dev.losslessd.cli;

import dev.losslessd.text.Worded;

/** Format in which answers are printed. */
public enum OutputFormat {
  /** Aligned columns for people. Not a stable format. */
  TABLE,
  /** The document as it is, for scripts. */
  JSON,
  /** The JSON document, written as YAML. */
  YAML;

  @Override
  public String toString() {
    return Worded.of(this);
  }
}
