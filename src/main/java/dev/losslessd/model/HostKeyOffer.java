package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keys of a host, those that are known of it and those that it has.
 *
 * @param name of the switch or jump host
 * @param host as ssh looks it up: {@code leaf1}, {@code [leaf1]:830}
 * @param file of known hosts; empty where the config pins a fingerprint
 * @param offered the key that a login would see
 * @param known keys of the file or the config; a pinned fingerprint has no type
 * @param since when logins began to be refused for it; empty where none was
 */
public record HostKeyOffer(
    String name,
    String host,
    Optional<Path> file,
    Key offered,
    List<Known> known,
    State state,
    Optional<Instant> since) {
  /** What a file or pin says about the offered key, by its words in documents. */
  public enum State implements Worded {
    KNOWN,
    /** Other keys are known of the host. */
    CHANGED,
    UNKNOWN,
    REVOKED
  }

  /**
   * A public key of a host.
   *
   * @param type {@code ssh-ed25519}; empty for a pinned fingerprint
   * @param fingerprint {@code SHA256:...}
   */
  public record Key(String type, String fingerprint) {
    @Override
    public String toString() {
      return type.isEmpty() ? fingerprint : type + " " + fingerprint;
    }
  }

  /**
   * A key that is known of a host.
   *
   * @param offered whether the host still has it
   */
  public record Known(Key key, boolean offered) {}

  public HostKeyOffer {
    known = List.copyOf(known);
  }

  /** Whether the offered key is the only known one. */
  public boolean isTaken() {
    return state == State.KNOWN && known.stream().allMatch(Known::offered);
  }

  /** The same, with when logins began to be refused; nothing where the offered key is known. */
  public HostKeyOffer refusedSince(Optional<Instant> begin) {
    return new HostKeyOffer(
        name, host, file, offered, known, state, begin.filter(_ -> state != State.KNOWN));
  }
}
