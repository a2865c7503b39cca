package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.Secret;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way of logging in. Secrets are references, read at each connect. */
public sealed interface Credential {
  /**
   * A private key in a file; OpenSSH, PEM and PuTTY formats.
   *
   * @param passphrase null for a key without one
   */
  record KeyFile(Path file, @Nullable Secret passphrase) implements Credential {}

  /** Keys held by an agent; the path is what SSH_AUTH_SOCK says. */
  record Agent(Path socket) implements Credential {}

  /**
   * A password. Also given where the device asks for it by keyboard-interactive, which is how most
   * network systems with AAA do. Tried once per connect: accounts lock.
   */
  record Password(Secret secret) implements Credential {}

  /** Answers to the questions of a keyboard-interactive login, such as a password and a token. */
  record KeyboardInteractive(List<Answer> answers) implements Credential {
    public KeyboardInteractive {
      answers = List.copyOf(answers);
    }
  }

  /**
   * One answer, given once.
   *
   * @param question found in the device's prompt, for example {@code (?i)token}
   */
  record Answer(Pattern question, Secret secret) {}
}
