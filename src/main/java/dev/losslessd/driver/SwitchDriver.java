package dev.losslessd.driver;

import dev.losslessd.model.SwitchManners;

/**
 * A driver for switches of one operating system, or for servers that are reached like them.
 * Stateless.
 */
public interface SwitchDriver extends SwitchManners {
  /** Opens nothing yet: the first read or write connects. Nothing is written. */
  SwitchParts<?> system(SwitchAccess access);
}
