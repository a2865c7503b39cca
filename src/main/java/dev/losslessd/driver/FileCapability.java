package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;
import java.util.stream.Stream;

/** Capability of a setting that is written to files: whether this process may write them. */
public final class FileCapability {
  private FileCapability() {}

  /**
   * Returns the capability, read-only if a file must not be written by its mode.
   *
   * @param writable where each may be
   * @param paths files that need not be there
   */
  public static Capability of(HostFiles files, Capability writable, Stream<String> paths) {
    return paths
        .map(files::whyNotWritten)
        .flatMap(Optional::stream)
        .findFirst()
        .map(Capability::readOnly)
        .orElse(writable);
  }
}
