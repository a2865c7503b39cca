package dev.losslessd.model;

import dev.losslessd.text.Worded;

/** How a reading of the config file ended. A dry run says how it would. */
public enum ReloadOutcome implements Worded {
  /** In force as a whole. */
  APPLIED,
  /** The file says what is in force already. */
  UNCHANGED,
  /** Nothing of it is in force, and all is as it was. */
  REFUSED
}
