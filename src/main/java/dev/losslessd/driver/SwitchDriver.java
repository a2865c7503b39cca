package dev.losslessd.driver;

/** A driver for switches of one operating system. */
public interface SwitchDriver extends Driver {
  /** The word of the configuration's {@code os:}, for example {@code nxos}. */
  String os();

  /** Opens nothing yet: the first read or write connects. Nothing is written. */
  SwitchSession open(SwitchAccess access);
}
