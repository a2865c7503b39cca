package dev.losslessd.fabric.sonic;

/** Model of {@code config apply-patch} that takes the place of the fake's own. */
@FunctionalInterface
public interface ConfigUpdater {
  /**
   * Returns the database with a patch in it.
   *
   * @param config CONFIG_DB as JSON
   * @param patch as JSON (RFC 6902)
   * @param dry whether nothing is written
   * @throws IllegalArgumentException if the patch is not accepted
   */
  String apply(String config, String patch, boolean dry);
}
