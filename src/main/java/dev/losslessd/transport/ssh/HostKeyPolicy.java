package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import java.nio.file.Path;

/**
 * How a device proves who it is. Always strict: an unknown key is refused and never learned by
 * itself, because the first connect is exactly when a stranger could stand between.
 */
public sealed interface HostKeyPolicy {
  /** The key stands in this file, in the format of OpenSSH's known_hosts (hashed names too). */
  record KnownHosts(Path file) implements HostKeyPolicy {}

  /**
   * The key has this fingerprint, as {@code ssh-keygen -lf} prints it.
   *
   * @param sha256 {@code SHA256:} and 43 characters of base64
   */
  record PinnedFingerprint(String sha256) implements HostKeyPolicy {
    private static final Pattern FORM = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");

    public PinnedFingerprint {
      if (!FORM.matcher(sha256).matches()) {
        throw new IllegalArgumentException(
            ("host key fingerprint %s has the wrong form: expected SHA256: and 43 characters, as"
                    + " ssh-keygen -lf shows")
                .formatted(sha256));
      }
    }
  }
}
