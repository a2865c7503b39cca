package dev.losslessd.transport.ssh;

import dev.losslessd.transport.Secret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One way of logging in. Secrets are references, read at each connect. */
public sealed interface Credential {
  /**
   * A private key in a file; OpenSSH, PEM and PuTTY formats.
   *
   * @param passphrase null for a key without one
   */
  record KeyFile(Path file, @Nullable Secret passphrase) implements Credential {}

  /**
   * A password. Also given where the device asks for it by keyboard-interactive, which is how most
   * network systems with AAA do. Tried once per connect: accounts lock.
   */
  record Password(Secret secret) implements Credential {}
}
