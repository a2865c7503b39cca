package dev.losslessd.transport.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges the host key of one connect by the target's policy, and learns nothing. */
final class HostKeys implements HostKeyRepository {
  private final SshTarget target;
  private final @Nullable KnownHostsFile known;
  private final boolean looksOnly;
  private volatile @Nullable PublicHostKey seen;
  private volatile State verdict = State.UNKNOWN;
  private volatile String askedFor = "";

  private HostKeys(SshTarget target, @Nullable KnownHostsFile known, boolean looksOnly) {
    this.target = target;
    this.known = known;
    this.looksOnly = looksOnly;
  }

  static HostKeys of(SshTarget target) {
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint _ -> new HostKeys(target, null, false);
      case HostKeyPolicy.KnownHosts(var file) -> {
        try {
          yield new HostKeys(target, KnownHostsFile.read(file), false);
        } catch (IOException e) {
          throw TransportException.beforeSending(
              Kind.HOST_KEY,
              ("%s: known hosts file %s cannot be read: expected OpenSSH's known_hosts format (%s);"
                      + " 'losslessd trust %s' makes one that is missing")
                  .formatted(target.label(), file, e.getClass().getSimpleName(), target.name()),
              e);
        }
      }
    };
  }

  /** Refuses every key, so that a connect ends before the login. */
  static HostKeys looking(SshTarget target, KnownHostsFile known) {
    return new HostKeys(target, known, true);
  }

  @Override
  public int check(String host, byte[] blob) {
    PublicHostKey key = PublicHostKey.of(blob);
    seen = key;
    askedFor = host;
    if (looksOnly) {
      return NOT_INCLUDED;
    }
    verdict = judge(host, key);
    return switch (verdict) {
      case KNOWN -> OK;
      case CHANGED, REVOKED -> CHANGED;
      case UNKNOWN -> NOT_INCLUDED;
    };
  }

  private State judge(String host, PublicHostKey key) {
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          sha256.equals(key.fingerprint()) ? State.KNOWN : State.CHANGED;
      case HostKeyPolicy.KnownHosts _ -> known == null ? State.UNKNOWN : known.judge(host, key);
    };
  }

  /** The key that the device showed and proved to have; empty before it did. */
  Optional<PublicHostKey> shown() {
    return Optional.ofNullable(seen);
  }

  /** Returns why the key is refused, and how to accept it. */
  String refusal() {
    String head =
        target.label() + ": host key " + shown().map(PublicHostKey::toString).orElse("no key");
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          ("%s IS NOT THE PINNED ONE, %s: not logged in. Either the device has a new key, or"
                  + " another machine answers. Compare with the device's console, then change the"
                  + " pinned fingerprint (hostKey)")
              .formatted(head, sha256);
      case HostKeyPolicy.KnownHosts(var file) ->
          switch (verdict) {
            case REVOKED ->
                ("%s IS REVOKED by %s: not logged in. Another machine may answer with a stolen key;"
                        + " a device that still has this key needs a new one")
                    .formatted(head, file);
            case CHANGED, KNOWN ->
                ("%s HAS CHANGED: %s has another one for %s: not logged in. Either the device was"
                        + " replaced or reinstalled, or another machine answers.%s")
                    .formatted(
                        head,
                        file,
                        askedFor,
                        accept("ssh-keygen -f " + file + " -R '" + askedFor + "' and ", file));
            case UNKNOWN -> head + " is unknown: not logged in." + accept("", file);
          };
    };
  }

  /**
   * @param first what is done by hand before
   */
  private String accept(String first, Path file) {
    String line = shown().map(key -> key.line(askedFor)).orElse("");
    return (" Compare with the device's console, then 'losslessd trust %s', or by hand: %sadd to %s"
            + " the line: %s")
        .formatted(target.name(), first, file, line);
  }

  @Override
  public void add(HostKey key, UserInfo asker) {
    throw new UnsupportedOperationException("host keys are added by people, not by a connect");
  }

  @Override
  public void remove(String host, String type) {
    throw new UnsupportedOperationException("host keys are removed by people, not by a connect");
  }

  @Override
  public void remove(String host, String type, byte[] key) {
    remove(host, type);
  }

  @Override
  public String getKnownHostsRepositoryID() {
    return target.name();
  }

  @Override
  public HostKey[] getHostKey() {
    return new HostKey[0];
  }

  /** Keys that are known of a host: the library asks the device for one of their types first. */
  @Override
  public HostKey[] getHostKey(String host, @Nullable String type) {
    List<PublicHostKey> keys = known == null ? List.of() : known.keys(host);
    return keys.stream()
        .filter(key -> type == null || type.equals(key.type()))
        .flatMap(key -> of(host, key).stream())
        .toArray(HostKey[]::new);
  }

  private static Optional<HostKey> of(String host, PublicHostKey key) {
    try {
      return Optional.of(new HostKey(host, key.blob()));
    } catch (JSchException e) {
      return Optional.empty(); // a type that the library cannot ask for
    }
  }
}
