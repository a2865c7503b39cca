package dev.losslessd.model;

import java.util.Optional;

/**
 * An override that a plan takes away, so that the config file's layer is in force again.
 *
 * @param override what REST or CLI had confirmed
 * @param file what the config file wants there; empty where it wants nothing
 */
public record Unset(Key key, Setting override, Optional<Setting> file) {
  /** {@code gpu01:ens1f0np0 pfc: override 3,4 goes, the file wants 3}. */
  public String text() {
    String wish =
        file.map(Setting::text).orElse("nothing of it, and what the device shows stays as it is");
    return key + ": override " + override.text() + " goes, the file wants " + wish;
  }
}
